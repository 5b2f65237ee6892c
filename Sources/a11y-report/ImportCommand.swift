internal import CommandLineTable
internal import Interchange
internal import Storage

/// `a11y-report import FILE -o NEW`: a timeline out of what another program, or export, has written.
enum ImportCommand {
  static let table = Command(
    "import", summary: "Make a timeline out of an export", operands: "FILE", operandCount: 1...1,
    options: [Option("output", letter: "o", value: "NEW", "Make this timeline; needed, and never overwritten")],
    examples: [
      .init("a11y-report import run.jsonl -o run.db", "Make a timeline of an export again"),
      .init("zcat run.jsonl.gz | a11y-report import - -o run.db", "The same from standard input"),
      .init("a11y-report import edited.jsonl -o case.db", "Make a test case of an export that was edited"),
    ])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    guard let path = arguments.operands.first else { throw UsageError("FILE is missing") }
    let output = try newTimeline(arguments)
    return ExportCommand.finish { () throws(StorageError) in
      "made \(output) of \(try JSONLines.makeTimeline(output, from: path)) rows"
    }
  }

  /// The value of `-o`, where a timeline is to be made.
  static func newTimeline(_ arguments: Arguments) throws(UsageError) -> String {
    guard let output = arguments.value("output") else {
      throw UsageError("-o NEW is missing: name the timeline to make")
    }
    if output == "-" { throw UsageError("a timeline cannot be written to standard output; name a file") }
    return output
  }
}
