internal import CommandLineTable
internal import Interchange
internal import Storage

/// `a11y-report export FILE`: a timeline as text for other programs.
enum ExportCommand {
  static let table = Command(
    "export", summary: "Write a timeline as JSON lines, or for a trace viewer", operands: "FILE", operandCount: 1...1,
    options: [
      Option(
        "output", letter: "o", value: "NEW", "Write to a new file; to standard output by default, or where NEW is -"),
      Option(
        "format", letter: "f", value: "FORMAT", choices: ["jsonl", "perfetto"],
        "Write JSON lines, the default, which import reads back, or trace events for ui.perfetto.dev"),
    ],
    examples: [
      .init("a11y-report export run.db -o run.jsonl", "Keep it as text, a row a line"),
      .init(
        "diff <(a11y-report export run.db) <(a11y-report export other.db)", "See in what two recordings differ"),
      .init("a11y-report export run.db --format perfetto -o run.json", "Look at it in a trace viewer"),
    ])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    guard let path = arguments.operands.first else { throw UsageError("FILE is missing") }
    if path == "-" { throw UsageError("a timeline cannot be read from standard input; name a FILE") }
    let output = arguments.value("output") ?? "-"
    return finish { () throws(StorageError) in
      guard arguments.value("format") == "perfetto" else {
        let rows = try JSONLines.export(path, to: output, toolVersion: Command.version)
        return "wrote \(rows) rows of \(path)"
      }
      let events = try TraceEvents.export(path, to: output, toolVersion: Command.version)
      return "wrote \(events) trace events of \(path); open them in ui.perfetto.dev"
    }
  }

  /// Says on standard error what `work` has made, since data may be on standard output; gives the exit status.
  static func finish(_ work: () throws(StorageError) -> String) -> Int32 {
    do throws(StorageError) {
      Command.printError(try work())
      return 0
    } catch {
      Command.printError("a11y-report: " + error.description)
      return error.exitStatus
    }
  }
}
