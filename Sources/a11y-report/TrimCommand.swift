internal import CommandLineTable
internal import Interchange
internal import Storage

/// `a11y-report trim FILE --from MARK|TIME --to MARK|TIME -o NEW`: a part of a timeline.
enum TrimCommand {
  static let table = Command(
    "trim", summary: "Make a timeline of a part of one, times as they were", operands: "FILE", operandCount: 1...1,
    options: [
      Option(
        "from", value: "MARK|TIME", "Begin there: the text of a mark, or 12.5s, 1:02.250 or 12500ms from the start"),
      Option("to", value: "MARK|TIME", "End there"),
      Option("output", letter: "o", value: "NEW", "Make this timeline; needed, and never overwritten"),
    ],
    examples: [
      .init("a11y-report trim run.db --from 12.5s --to 20s -o fault.db", "Keep seven and a half seconds"),
      .init("a11y-report trim run.db --from 'opened the map' -o rest.db", "Keep what followed a mark"),
      .init("a11y-report overlap fault.db", "Reports over a part say that it is one"),
    ])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    guard let path = arguments.operands.first else { throw UsageError("FILE is missing") }
    if path == "-" { throw UsageError("a timeline cannot be read from standard input; name a FILE") }
    let output = try ImportCommand.newTimeline(arguments)
    let (from, to) = (arguments.value("from").map(Moment.init), arguments.value("to").map(Moment.init))
    guard from != nil || to != nil else { throw UsageError("say what to keep: --from, --to or both") }
    return ExportCommand.finish { () throws(StorageError) in
      let trim = try Trim.make(output, of: path, from: from, to: to)
      return "\(output): \(trim.window) of \(path), \(trim.kept) of \(trim.all) rows"
    }
  }
}
