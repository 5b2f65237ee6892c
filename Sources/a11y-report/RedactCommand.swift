internal import CommandLineTable
internal import Interchange
internal import Storage

/// `a11y-report redact FILE -o NEW`: a timeline without what was typed.
enum RedactCommand {
  static let table = Command(
    "redact", summary: "Make a timeline of one with what was typed masked", operands: "FILE", operandCount: 1...1,
    options: [
      Option("output", letter: "o", value: "NEW", "Make this timeline; needed, and never overwritten"),
      Option("text", value: "WORD", "Mask WORD, too, wherever it stands; may be given several times"),
    ],
    examples: [
      .init("a11y-report redact run.db -o public.db", "Mask typed text, and take out what is of passwords"),
      .init("a11y-report redact run.db --text 'Jane Doe' --text acme -o public.db", "Mask two names as well"),
    ])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    guard let path = arguments.operands.first else { throw UsageError("FILE is missing") }
    if path == "-" { throw UsageError("a timeline cannot be read from standard input; name a FILE") }
    let output = try ImportCommand.newTimeline(arguments)
    let words = arguments.allValues("text")
    if words.contains("") { throw UsageError("--text needs a word") }
    return ExportCommand.finish { () throws(StorageError) in
      let redaction = try Redaction.make(output, of: path, masking: words)
      return "\(output): \(path) without what was typed.\n\(redaction.text)"
    }
  }
}
