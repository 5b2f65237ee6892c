internal import CommandLineTable
internal import Interchange
internal import Storage

/// `a11y-report import FILE -o NEW`: a timeline out of what another program, or export, has written.
enum ImportCommand {
  static let table = Command(
    "import", summary: "Make a timeline out of an export, or of a log of Orca", operands: "[orca-debug] FILE",
    operandCount: 1...2,
    options: [
      Option("output", letter: "o", value: "NEW", "Make this timeline; needed, and never overwritten"),
      Option("keep-text", "Of a log: keep what was typed as it is, else masked"),
    ],
    examples: [
      .init("a11y-report import run.jsonl -o run.db", "Make a timeline of an export again"),
      .init("zcat run.jsonl.gz | a11y-report import - -o run.db", "The same from standard input"),
      .init("a11y-report import edited.jsonl -o case.db", "Make a test case of an export that was edited"),
      .init("a11y-report import orca-debug debug.out -o bug.db", "Ask a debug log of Orca what a recording is asked"),
    ])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    guard let path = arguments.operands.last else { throw UsageError("FILE is missing") }
    let output = try newTimeline(arguments)
    if arguments.operands.count == 2 {
      guard arguments.operands[0] == "orca-debug" else {
        throw UsageError(
          "\(arguments.operands[0]) is nothing that can be imported; only orca-debug, or an export without a word")
      }
      return ExportCommand.finish { () throws(StorageError) in
        text(
          try OrcaLogImport.makeTimeline(output, from: path, keepsText: arguments.has("keep-text")), of: path, output)
      }
    }
    if arguments.has("keep-text") { throw UsageError("--keep-text is for orca-debug; an export holds what it holds") }
    return ExportCommand.finish { () throws(StorageError) in
      "made \(output) of \(try JSONLines.makeTimeline(output, from: path)) rows"
    }
  }

  private static func text(_ count: OrcaLogImport.Count, of path: String, _ output: String) -> String {
    """
    made \(output) of \(path == "-" ? "standard input" : path): \(count.events) events, \(count.keyPresses) key presses, \
    \(count.utterances) utterances. \(count.hasDate ? "" : "The log does not tell its date. ")\
    When speech was heard, and all sound, is not in such a log: what rests on it is not proven.
    """
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
