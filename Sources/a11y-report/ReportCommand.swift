internal import CommandLineTable
internal import Glibc
internal import Report

/// `a11y-report REPORT FILE`: what a timeline shows.
enum ReportCommand {
  static let table = Command(
    "a11y-report", summary: "Say what a recorded session shows",
    subcommands: [overlap, capture, ExportCommand.table, ImportCommand.table, TrimCommand.table, RedactCommand.table],
    examples: examples,
    exitStatuses: [
      (0, "Nothing that counts as an error, and the recording proves it"), (1, "An error was found"),
      (2, "No error was found, but something is not proven or the recording is incomplete"), (64, "Usage"),
      (66, "No such timeline"), (70, "A fault of this program"),
      (74, "The report cannot be written, or the file not read"),
    ])

  private static let overlap = Command(
    "overlap", summary: "Who talked over whom, for how long, after which activation", operands: "FILE",
    operandCount: 1...1,
    options: [
      format,
      Option("min-ms", value: "N", "Leave out overlaps shorter than N milliseconds; 30 by default"),
      Option("include-background", "Let sound that no activation asked for take part, too"),
    ], examples: examples, exitStatuses: [])

  private static let capture = Command(
    "capture", summary: "How far a recording can be relied on, and what to do where it cannot", operands: "FILE",
    operandCount: 1...1, options: [format], examples: examples)

  private static let format = Option(
    "format", letter: "f", value: "FORMAT", choices: ReportFormat.allCases.map(\.rawValue),
    "Write text, the default, or another format")

  private static let examples: [Command.Example] = [
    .init("a11y-report overlap run.db", "Was the application talked over?"),
    .init("a11y-report overlap run.db --format json", "The same for a program"),
    .init("a11y-report capture run.db", "Did the recording hear everything?"),
  ]

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    switch arguments.path.first {
    case "export": return try ExportCommand.run(arguments)
    case "import": return try ImportCommand.run(arguments)
    case "trim": return try TrimCommand.run(arguments)
    case "redact": return try RedactCommand.run(arguments)
    default: break
    }
    guard let report = arguments.path.first, let path = arguments.operands.first else {
      throw UsageError("name a report and a FILE: \(table.subcommands.map(\.name).joined(separator: " or "))")
    }
    if path == "-" { throw UsageError("standard input cannot be read yet; name a FILE") }
    let format = arguments.value("format").flatMap(ReportFormat.init) ?? .text
    var options = Analysis.Options()
    options.minMilliseconds = try arguments.number("min-ms", of: "milliseconds")
    options.includesBackground = arguments.has("include-background")
    do throws(ReportError) {
      let analysis = try Analysis(reading: path, options: options)
      switch report {
      case "capture":
        let report = try CaptureReport(analysis)
        try write(report.text(as: format))
        return report.outcome.exitStatus
      default:
        let report = try OverlapReport(analysis)
        try write(report.text(as: format))
        return report.outcome.exitStatus
      }
    } catch {
      Command.printError("a11y-report: " + error.printable)
      return error.exitStatus
    }
  }

  /// Writes to standard output all there is; print(_:) would not tell of a full disk.
  private static func write(_ text: String) throws(ReportError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
      if count <= 0, errno != EINTR {
        throw ReportError("cannot write the report: \(String(cString: strerror(errno)))", exitStatus: 74)
      }
    }
  }
}
