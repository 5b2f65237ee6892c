internal import Queries
public import Storage

/// A part of a timeline as a timeline of its own.
///
/// Times stay as they were. Beside what lies in the window it keeps what reaches into it, and as much of what was before and
/// after as the queries need to say the same of what is inside: which sounds are of one callout, what the words are, what had
/// the focus. What is not there is a gap of the kind trim in each source, so that no report takes the rest for silent.
public struct Trim: Sendable {
  /// Where the window begins, nanoseconds since the session's start; nil for the session's start.
  public let from: Int64?
  /// Where it ends; nil for the session's end.
  public let to: Int64?
  /// Rows that were kept, texts not counted.
  public let kept: Int
  /// Rows that there were.
  public let all: Int

  /// What it is a part of, for people: "12.500s to the end".
  public var window: String { "\(from.map(Moment.text) ?? "the start") to \(to.map(Moment.text) ?? "the end")" }

  /// Makes the timeline `newPath` of the part of `path` between two moments; nil leaves that side as it is.
  public static func make(
    _ newPath: String, of path: String, from begin: Moment?, to end: Moment?
  ) throws(StorageError) -> Trim {
    let file = try openDerived(path)
    let from = try begin?.resolved(in: file)
    let to = try end?.resolved(in: file)
    if let from, let to, to <= from {
      throw StorageError(
        .noInput, "nothing lies between \(Moment.text(from)) and \(Moment.text(to))",
        advice: "Give the earlier one to --from")
    }
    let rows = try TrimmedRows(of: file, from: from, to: to)
    let draft = try TimelineDraft(creating: newPath)
    var (kept, all) = (0, 0)
    for table in Schema.tables where table.name != "seal" {
      let (taken, there) = try rows.copy(table, into: draft)
      guard table.name != "string" else { continue }
      kept += taken
      all += there
    }
    let trim = Trim(from: from, to: to, kept: kept, all: all)
    try rows.markWhatIsGone(in: draft, window: trim.window)
    try draft.finish(isSealed: [.intact, .unknown].contains(file.seal))
    return trim
  }
}

/// Opens a timeline with every query of Queries/ over it, as one moment of it where it still grows.
func openDerived(_ path: String) throws(StorageError) -> TimelineFile {
  let file = try TimelineFile(reading: path)
  try file.load("BEGIN")
  for query in Queries.all { try file.load(query.sql) }
  return file
}
