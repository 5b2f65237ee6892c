internal import CommandLineTable
internal import Glibc
internal import Report
internal import Storage

@main
enum Main {
  private static let operand = "FILE"

  static let table = Command(
    "a11y-report", summary: "Say what a recorded session shows",
    subcommands: [
      Command(
        "overlap", summary: "Who talked over whom, for how long, after which activation", operands: operand,
        operandCount: 1...1,
        options: [
          Option("format", letter: "f", value: "FORMAT", choices: ["text", "json", "csv"], "How to print it"),
          Option("min-ms", value: "MS", "Leave out overlaps that are shorter than MS milliseconds; 30 by default"),
        ]),
      Command(
        "capture", summary: "The health of a recording at a glance", operands: operand, operandCount: 1...1),
    ],
    examples: [
      .init("a11y-report overlap run1.db", "Every time the reader talked over the application"),
      .init(
        "a11y-report overlap --format json --min-ms 10 run1.db > overlaps.json", "The same for a program, from 10 ms on"
      ),
      .init("a11y-report capture run1.db", "Whether the recording can be trusted"),
    ],
    exitStatuses: [
      (0, "Passed"), (1, "An error was found"), (2, "Something was not proven, or the recording is incomplete"),
      (64, "Usage"),
      (66, "FILE is missing or no timeline"), (70, "A fault of this program"), (74, "FILE cannot be read"),
    ])

  static func main() {
    table.run { arguments throws(UsageError) in
      guard let report = arguments.path.first, let path = arguments.operands.first else {
        throw UsageError("no report named: overlap or capture")
      }
      var parameters = Capture.Parameters()
      parameters.minimumMilliseconds = report == "overlap" ? try arguments.number("min-ms", of: "milliseconds") : nil
      do throws(StorageError) {
        let capture = try Capture(path, parameters)
        return report == "overlap" ? try overlap(capture, arguments) : try health(capture)
      } catch {
        Command.printError("a11y-report: \(error)")
        return error.exitStatus
      }
    }
  }

  private static func overlap(_ capture: Capture, _ arguments: Arguments) throws(StorageError) -> Int32 {
    let report = try OverlapReport(capture)
    switch arguments.value("format") {
    case "json": print(report.json, terminator: "")
    case "csv": print(report.csv, terminator: "")
    default: print(report.text, terminator: "")
    }
    return report.outcome.exitStatus
  }

  private static func health(_ capture: Capture) throws(StorageError) -> Int32 {
    // Another user's process cannot be signalled, and is there all the same.
    let report = try CaptureReport(capture) { kill(pid_t(truncatingIfNeeded: $0), 0) == 0 || errno == EPERM }
    print(report.text, terminator: "")
    return report.outcome.exitStatus
  }
}
