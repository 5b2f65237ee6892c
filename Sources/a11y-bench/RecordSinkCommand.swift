internal import CommandLineTable
internal import Glibc
internal import Pulse
internal import Storage
internal import System

/// `a11y-bench record-sink`: listens to a whole sink until it is told to end, then writes what was heard and when.
enum RecordSinkCommand {
  static let table = Command(
    "record-sink", summary: "Date the sounds of a whole sink by their arrival alone, as a truth for the recorder",
    options: [
      Option("source", value: "NAME", "The sink's monitor, as desk.monitor"),
      Option("out", value: "FILE", "Where the sounds are written, JSON lines on CLOCK_MONOTONIC"),
    ],
    examples: [
      .init(
        "a11y-bench record-sink --source desk.monitor --out sink.jsonl",
        "Prints a line once it hears, and writes the file at SIGTERM or Ctrl-C")
    ],
    exitStatuses: [
      (0, "ended by SIGTERM or SIGINT"), (64, "usage"), (74, "the sink could not be heard, or FILE not written"),
    ])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    guard let source = arguments.value("source") else { throw UsageError("--source is missing") }
    guard let path = arguments.value("out") else { throw UsageError("--out is missing") }
    do {
      let signals = try Signals([SIGTERM, SIGINT, SIGHUP])
      let events = try Descriptor.pipe()
      let recording = SinkRecording()
      let context = try PulseContext(name: "a11y-bench")
      let stream = try RecordStream(
        context, .named(source), name: "a11y-bench record-sink",
        onBlock: { block in if recording.take(block) { _ = events.write.writeWhole("h") } },
        onEnd: { _ in _ = events.write.writeWhole("e") })
      let ended = try wait(signals, events.read, source)
      stream.stop()
      let file = try Descriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC)
      try file.writeAll(Array(recording.report(source: source).utf8))
      guard ended else { return 0 }
      Command.printError("a11y-bench record-sink: \(source) has ended; what was heard until then is in \(path)")
      return 74
    } catch {
      Command.printError("a11y-bench record-sink: \(error)")
      return 74
    }
  }

  /// Waits for a signal; true where the source ended first.
  private static func wait(_ signals: Signals, _ events: Descriptor, _ source: String) throws -> Bool {
    var deadline = Deadline.after(seconds: 5)
    var hears = false
    while true {
      let found = try pollDescriptors([(signals.descriptor.number, .read), (events.number, .read)], until: deadline)
      if signals.next() != nil { return false }
      guard !found[1].isEmpty else {
        throw SystemError("hear \(source)", code: ETIMEDOUT, advice: "'pactl list short sources' names what there is")
      }
      let news = try events.readSome() ?? []
      if news.contains(UInt8(ascii: "e")) {
        guard hears else {
          throw SystemError("hear \(source)", code: ENOENT, advice: "'pactl list short sources' names what there is")
        }
        return true
      }
      hears = true
      deadline = .never
      // Not by print(), which would keep it in a buffer.
      var line = "recording \(source)\n"
      line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
  }
}
