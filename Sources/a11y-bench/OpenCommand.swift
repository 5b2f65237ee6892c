internal import CommandLineTable
internal import Glibc
internal import Report
internal import Storage
internal import System

/// `a11y-bench open`: how long reports take, and how much memory.
enum OpenCommand {
  static let table = Command(
    "open", summary: "Measure reports over a million events, and over a made-up hour of work",
    options: [
      Option("count", value: "N", "Events; 1000000 by default"),
      Option("rounds", value: "N", "Rounds of which the median is told; 5 by default"),
      Option("hour", value: "FILE", "Only write the made-up hour to FILE"),
      Option("report", value: "FILE", "Make the two reports over FILE once, and tell what that took"),
    ],
    examples: [.init("a11y-bench open --count 100000", "A smaller one")],
    exitStatuses: [(0, "measured"), (64, "usage"), (70, "a report failed")])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    let count = Int(try arguments.number("count", of: "events", atLeast: 1000) ?? 1_000_000)
    let rounds = Int(try arguments.number("rounds", of: "rounds", atLeast: 1) ?? 5)
    return BenchFailure.caught("open") {
      if let path = arguments.value("report") {
        try report(on: path)
        return 0
      }
      if let path = arguments.value("hour") {
        try HourSession(minutes: 60).write(to: path)
        return 0
      }
      let folder = try PrivateFolder("a11y-bench")
      _ = try EventStorm(count: count).write(to: folder.path + "/storm.db")
      try HourSession(minutes: 60).write(to: folder.path + "/hour.db")
      print("open: \(count) events, by one fresh process a round")
      print(try text(folder.path + "/storm.db", rounds: rounds))
      print("open: a made-up hour: \(HourSession(minutes: 60).summary)")
      print(try text(folder.path + "/hour.db", rounds: rounds, aim: 0.1))
      return 0
    }
  }

  /// Measured in a process of its own, whose memory holds nothing else.
  private static func text(_ path: String, rounds: Int, aim: Double? = nil) throws -> String {
    var lines: [String] = []
    var outputs = ""
    for _ in 0..<rounds { outputs += try Peer.run(ownProgramPath(), ["open", "--report", path]) }
    for name in ["open", "capture", "overlap"] {
      lines.append("  \(name): \(Peer.figures(name, in: outputs).text("s"))")
    }
    lines.append("  greatest memory: \(Peer.figures("megabytes", in: outputs).text("MB", digits: 0))")
    if let aim {
      let seconds = Peer.figures("open", in: outputs).median + Peer.figures("overlap", in: outputs).median
      lines.append(Figures.aim("seconds for an overlap report, opening included", seconds, atMost: aim))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func report(on path: String) throws {
    let (opening, analysis) = try timed { try Analysis(reading: path) }
    let capture = try timed { try CaptureReport(analysis).text(as: .text) }
    let overlap = try timed { try OverlapReport(analysis).text(as: .text) }
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    print(
      "open \(opening)\ncapture \(capture.seconds)\noverlap \(overlap.seconds)\nmegabytes \(usage.ru_maxrss / 1024)")
  }
}
