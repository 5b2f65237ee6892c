internal import CommandLineTable
internal import Glibc
internal import Storage
internal import Timeline

/// `a11y-bench offer`: writes events at a steady rate and tells what it has offered and what was committed, for tests that
/// kill it.
enum OfferCommand {
  static let table = Command(
    "offer", summary: "Write events at a steady rate, telling what was offered and what was committed",
    operands: "FILE", operandCount: 1...1,
    options: [
      Option("rate", value: "N", "Events a second; 5000 by default"),
      Option("seconds", value: "S", "How long; 10 by default"),
    ],
    examples: [.init("a11y-bench offer run.db", "Lines: offered COUNT NANOSECONDS, committed COUNT NANOSECONDS")],
    exitStatuses: [(0, "written and closed"), (64, "usage"), (74, "FILE cannot be written")])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    let rate = Int(try arguments.number("rate", of: "events", atLeast: 1000) ?? 5000)
    let seconds = try arguments.number("seconds", of: "seconds", atLeast: 0.1) ?? 10
    do {
      try write(to: arguments.operands[0], perMillisecond: rate / 1000, milliseconds: Int(seconds * 1000))
      return 0
    } catch {
      Command.printError("a11y-bench offer: \(error)")
      return (error as? StorageError)?.exitStatus ?? 70
    }
  }

  private static func write(to path: String, perMillisecond: Int, milliseconds: Int) throws {
    let store = try TimelineStore(
      creating: path, session: Session(toolVersion: "bench", recorderProcessID: getpid(), command: nil))
    let committed = Counter()
    let writer = TimelineWriter(store: store, onCommit: { tell("committed", committed.add($0.count)) })
    let pace = Pace(rate: 1000)
    var count: Int32 = 0
    for tick in 0..<milliseconds {
      pace.wait(for: tick)
      for _ in 0..<perMillisecond {
        // Its number is the first detail, so that a missing one is seen.
        let source = ElementKey(busName: ":1.7", objectPath: "/org/a11y/atspi/accessible/\(count % 1000)")
        writer.offer(
          .event(
            Event(
              time: .now, type: "object:text-changed:insert", source: source, detail1: count, detail2: 0,
              anyData: count % 10 == 0 ? "text \(count % 500)" : nil)), from: .events)
        count += 1
      }
      tell("offered", Int(count))
    }
    try writer.close(isComplete: true, commandStatus: nil)
    tell("closed", Int(count))
  }

  /// Not by print(), which would keep it in a buffer that dies with the process.
  private static func tell(_ word: String, _ count: Int) {
    var line = "\(word) \(count) \(MonotonicTime.now.nanoseconds)\n"
    line.withUTF8 { _ = Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}
