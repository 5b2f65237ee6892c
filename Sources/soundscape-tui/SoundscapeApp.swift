import ATSPIProvider
import Glibc
import System

/// The application: one loop over keys, signals and what other threads have to say.
final class SoundscapeApp {
  /// How it behaves.
  struct Options {
    var style = Style.plain
    var usesCodedEarcon = false
    var textSeed = 0
  }

  /// What other threads bring into the loop.
  enum Message: Sendable {
    case activate(Int)
    case focus(Int)
    case callout(Int, CalloutPlayer.Progress)
    case soundLost(String)
    case busLost
  }

  /// What it does without, where it has to.
  enum Part: Int {
    case bus, sound, hush
  }

  private static let reclaimSeconds = 0.15
  static let frameID = 1
  static let barID = 2

  private let options: Options
  private let truth: Truth?
  private let terminal: Terminal
  private let signals: Signals
  private let mailbox: Mailbox
  private let voice = Voice(rateHz: CalloutPlayer.rateHz)
  private var player: CalloutPlayer?
  private let hush: Hush?
  private let provider: Provider?
  private var screen = HomeScreen()
  private var keys = KeyReader()
  private var isClaimed = false
  private var reportsFocus = false
  private var claimAt: Deadline?
  private var playing: Int?
  private var callouts = 0

  init(_ options: Options, truth: Truth?) throws(SystemError) {
    self.options = options
    self.truth = truth
    signals = try Signals([SIGINT, SIGTERM, SIGHUP, SIGWINCH])
    Signals.ignoreBrokenPipes()
    terminal = try Terminal()
    let mailbox = try Mailbox()
    self.mailbox = mailbox
    var missing: [Part: String] = [:]
    player = Self.attempt(.sound, &missing) { [voice] in try Self.makePlayer(voice, options, mailbox) }
    hush = options.style == .hush ? Self.attempt(.hush, &missing) { try Hush() } : nil
    let handlers = Provider.Handlers(
      onAction: { id, _ in
        guard let index = SoundscapeApp.index(of: id) else { return false }
        mailbox.post(.activate(index))
        return true
      },
      onGrabFocus: { id in
        guard let index = SoundscapeApp.index(of: id) else { return false }
        mailbox.post(.focus(index))
        return true
      },
      onLost: { mailbox.post(.busLost) })
    provider = Self.attempt(.bus, &missing) {
      try Provider(name: "soundscape-tui", elements: SoundscapeApp.elements, handlers: handlers)
    }
    screen.missing = missing
    provider?.focus(SoundscapeApp.id(of: 0), isTold: false)
  }

  /// Runs until the person leaves; the exit status.
  func run() -> Int32 {
    truth?.tell("start", [("style", options.style.rawValue)], [("pid", Int64(getpid()))])
    draw()
    var status: Int32 = 0
    while true {
      let found = try? pollDescriptors(
        [(STDIN_FILENO, .read), (signals.descriptor.number, .read), (mailbox.descriptor.number, .read)],
        until: claimAt ?? .never)
      guard let found else { break }
      if let due = claimAt, due.hasPassed { claim() }
      if !found[0].isEmpty, !readKeys() { break }
      if !found[1].isEmpty, let number = handleSignals() {
        status = 128 + number
        break
      }
      for message in mailbox.take() { handle(message) }
    }
    leave()
    return status
  }

  // MARK: - What comes in

  private func readKeys() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    truth?.tell("key")
    for key in keys.add(Array(buffer[..<count])) {
      switch key {
      case .focusGained:
        reportsFocus = true
        // The terminal's own events are to be out of the way first.
        claimAt = .after(seconds: Self.reclaimSeconds)
      case .focusLost:
        reportsFocus = true
        release()
      case .next: move(by: 1)
      case .previous: move(by: -1)
      case .activate:
        claimUnlessReported()
        activate(screen.focused, via: "key")
      case .leave: return false
      case .other: claimUnlessReported()
      }
    }
    return true
  }

  private func handleSignals() -> Int32? {
    while let signal = signals.next() {
      guard signal.number == SIGWINCH else { return signal.number }
      draw()
    }
    return nil
  }

  private func handle(_ message: Message) {
    switch message {
    case .activate(let index): activate(index, via: "action")
    case .focus(let index): move(to: index)
    case .callout(let number, let progress): handle(progress, ofCallout: number)
    case .soundLost(let reason):
      player?.stop()
      player = nil
      notice(.sound, "no sound: \(reason)")
      if let playing { finish(playing) }
    case .busLost: notice(.bus, "the a11y bus has gone: screen readers see nothing of this")
    }
  }

  // MARK: - What it does

  private func move(by step: Int) {
    claimUnlessReported()
    move(to: (screen.focused + step + CalloutButton.all.count) % CalloutButton.all.count)
  }

  private func move(to index: Int) {
    screen.focused = index
    draw()
    truth?.tell("focus", [("id", CalloutButton.all[index].accessibleID), ("name", screen.names[index])])
    provider?.focus(Self.id(of: index), isTold: isClaimed)
    truth?.tell("idle")
  }

  private func activate(_ index: Int, via: String) {
    let button = CalloutButton.all[index]
    truth?.tell("activation", [("id", button.accessibleID), ("via", via)])
    // Before anything is heard.
    silenceReader()
    if let before = playing { finish(before) }
    callouts += 1
    playing = index
    let number = callouts
    let text = button.callouts[(options.textSeed + number + index) % button.callouts.count]
    // The server may be back.
    if player == nil {
      player = try? Self.makePlayer(voice, options, mailbox)
      if player != nil { notice(.sound, nil) }
    }
    player?.play(text, delayMilliseconds: options.style.delayMilliseconds) { [mailbox] in
      mailbox.post(.callout(number, $0))
    }
    truth?.tell("play", [("id", button.accessibleID), ("text", text)], [("callout", Int64(number))])
    provider?.set(.pressed, true, of: Self.id(of: index))
    if options.style != .hush { rename(index, button.name + ", speaking") }
    screen.status = "Speaking: \(button.name)"
    draw()
    if player == nil { finish(index) }
  }

  private func silenceReader() {
    guard let hush else { return }
    do {
      try hush.silence()
      truth?.tell("hush")
      if screen.missing[.hush] != nil { notice(.hush, nil) }
    } catch {
      notice(.hush, "the screen reader could not be silenced: \(error)")
    }
  }

  private func handle(_ progress: CalloutPlayer.Progress, ofCallout number: Int) {
    let which = [("callout", Int64(number))]
    switch progress {
    case .earconHeard(let nanoseconds):
      truth?.tell("earcon", at: nanoseconds, [], which + [("frames", Int64(player?.earconFrames ?? 0))])
    case .speechQueued(let frame, let count):
      truth?.tell("speech", [], which + [("after_frames", Int64(frame)), ("frames", Int64(count))])
    case .ended, .cut:
      truth?.tell(progress.isCut ? "cut" : "ended", [], which)
      // One that was cut has been finished by its successor.
      guard number == callouts, let index = playing else { return }
      finish(index)
    }
  }

  private func finish(_ index: Int) {
    playing = nil
    provider?.set(.pressed, false, of: Self.id(of: index))
    if options.style != .hush { rename(index, CalloutButton.all[index].name) }
    screen.status = "Ready"
    draw()
  }

  private func rename(_ index: Int, _ name: String) {
    screen.names[index] = name
    truth?.tell("rename", [("id", CalloutButton.all[index].accessibleID), ("name", name)])
    provider?.rename(Self.id(of: index), name)
  }

  /// Says what is missing, or with nil that it is back.
  private func notice(_ part: Part, _ text: String?) {
    screen.missing[part] = text
    truth?.tell("notice", [("text", text ?? "")])
    draw()
  }

  private static func makePlayer(_ voice: Voice, _ options: Options, _ mailbox: Mailbox) throws -> CalloutPlayer {
    try CalloutPlayer(voice, usesCodedEarcon: options.usesCodedEarcon) { mailbox.post(.soundLost($0)) }
  }

  // MARK: - The terminal's focus

  private func claimUnlessReported() { if !isClaimed, !reportsFocus { claim() } }

  private func claim() {
    claimAt = nil
    guard !isClaimed else { return }
    isClaimed = true
    truth?.tell("claim")
    provider?.claim(frame: Self.frameID)
    truth?.tell(
      "focus", [("id", CalloutButton.all[screen.focused].accessibleID), ("name", screen.names[screen.focused])])
  }

  private func release() {
    claimAt = nil
    guard isClaimed else { return }
    isClaimed = false
    truth?.tell("release")
    provider?.release(frame: Self.frameID)
  }

  private func leave() {
    player?.stop()
    release()
    provider?.leave()
    Terminal.restore()
    truth?.tell("quit")
  }

  private func draw() { terminal.draw(screen.picture(terminal.size)) }

  /// What could not be had is said on the screen, and the program goes on without it.
  private static func attempt<Made>(_ part: Part, _ missing: inout [Part: String], _ make: () throws -> Made) -> Made? {
    do {
      return try make()
    } catch {
      missing[part] = "\(error)"
      return nil
    }
  }
}

extension CalloutPlayer.Progress {
  fileprivate var isCut: Bool { if case .cut = self { true } else { false } }
}
