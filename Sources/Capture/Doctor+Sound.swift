internal import Audio
internal import Glibc
internal import Speech
internal import System
internal import Timeline

/// What is spoken, and what is heard.
extension Doctor {
  /// The tap in front of speech-dispatcher, and the daemon itself with its module.
  static func speech() -> [Check] { [tap().asSource, daemon()] }

  private static func tap() -> Check {
    let name = SourceName.speech.rawValue
    guard let path = SpeechCollector.defaultPath else {
      return .missing(name, "XDG_RUNTIME_DIR is not set, so no speech tap can be found", try: "Log in to a desktop")
    }
    let advice =
      "Start a tap, and then the screen reader behind it, as a11y-capture tap --help shows; a11y-desktop does it by itself"
    do {
      let collector = try SpeechCollector(path: path, sink: Unrecorded())
      try collector.start()
      defer { collector.stop() }
      do {
        try collector.testItself(within: testSeconds)
        return .ok(name, "an exchange of our own went through the tap at \(path)")
      } catch {
        return .failed(name, error, .notProven, try: "Is speech-dispatcher running behind the tap?")
      }
    } catch {
      return .missing(name, Check.failed(name, error).found, try: advice)
    }
  }

  private static func daemon() -> Check {
    let name = "speech-dispatcher"
    let facts = Dictionary(SpeechDaemonFacts.find(), uniquingKeysWith: { $1 })
    guard let version = facts["speech-dispatcher"] else {
      return .missing(
        name, "no daemon of this session runs",
        try: "spd-say hello starts one; apt-get install speech-dispatcher speech-dispatcher-espeak-ng")
    }
    guard let module = facts["speech-dispatcher output module"] else {
      return .notProven(
        name, "\(version) runs, and does not tell its output module", try: "spd-say -O lists the modules that work")
    }
    return .ok(name, "\(version) with \(module)")
  }

  /// The sound server, an output of the application's own, and a tone that is heard by the ways that sounds come.
  static func sound() -> [Check] {
    let collector = AudioCollector(sink: Unrecorded(), sessionStart: .now) { _ in false }
    do {
      try collector.start(withOwnSink: true)
    } catch {
      return soundWithoutOwnOutput(error)
    }
    defer { end(collector) }
    return [server(), .ok("own output", "an application that a recorder starts is heard from its first sample on")]
      + tone(collector)
  }

  private static func soundWithoutOwnOutput(_ reason: any Error) -> [Check] {
    let collector = AudioCollector(sink: Unrecorded(), sessionStart: .now) { _ in false }
    do {
      try collector.start(withOwnSink: false)
    } catch {
      let advice = "Start PulseAudio or PipeWire with pipewire-pulse; pactl info says whether it answers"
      return [.failed("sound server", error, try: advice)]
        + [SourceName.applicationAudio, .readerAudio].map {
          Check.missing($0.rawValue, "there is no sound server to hear it on", try: "Mend the sound server first")
            .asSource
        }
    }
    defer { end(collector) }
    return [
      server(),
      .failed(
        "own output", reason,
        try: "Is module-remap-sink there? pactl list modules. Without it the heads of sounds are lost"),
    ] + tone(collector)
  }

  private static func server() -> Check {
    .ok("sound server", (try? SoundSettings.ask())?.first?.value ?? "it answers")
  }

  private static func tone(_ collector: AudioCollector) -> [Check] {
    let sources = [SourceName.applicationAudio, .readerAudio].map(\.rawValue)
    do {
      try collector.testItself(within: testSeconds)
      return sources.map { Check.ok($0, "a tone of our own was heard").asSource }
    } catch {
      return sources.map {
        Check.failed($0, error, .notProven, try: "Is the sound server's output suspended?").asSource
      }
    }
  }

  /// A recorder leaves its output to a process that outlives it; here nobody does.
  private static func end(_ collector: AudioCollector) {
    let module = collector.sinkModule
    collector.stop()
    if let module { try? AudioCollector.unloadSink(module: module) }
  }
}
