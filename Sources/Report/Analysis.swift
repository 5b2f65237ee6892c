internal import Queries
public import Storage

/// A timeline with the queries of Queries/ over it.
public final class Analysis {
  /// The file's own name, without its folders.
  public let fileName: String
  /// What was recorded as a whole.
  public let session: SessionSummary
  /// Whether the file is what was written when it was closed.
  public let seal: Seal
  private let file: TimelineFile

  /// Opens the timeline at `path` and makes every query; throws where it cannot be read.
  public init(reading path: String, options: Options = Options()) throws(ReportError) {
    fileName = path.split(separator: "/").last.map(String.init) ?? path
    let file = try wrapped { () throws(StorageError) in try TimelineFile(reading: path) }
    for (name, sql) in Queries.all {
      try wrapped(in: name) { () throws(StorageError) in
        try file.load(sql)
        if name == "parameter" { try options.set(in: file) }
        if Self.sharedViews.contains(name) { try file.load(Self.fixed(name)) }
      }
    }
    self.file = file
    seal = file.seal
    session = try SessionSummary(file)
  }

  /// Views that other views are made of.
  ///
  /// For a report, whose parameters stay as they are, each becomes a table: SQLite would run it again wherever it is named.
  private static let sharedViews: Set<String> = [
    "stop", "activation", "callout_sound", "callout", "speaking", "heard_sound", "heard", "utterance_class",
    "stop_speech",
  ]

  private static func fixed(_ view: String) -> String {
    """
    CREATE TEMP TABLE fixed AS SELECT * FROM \(view);
    DROP VIEW temp.\(view);
    ALTER TABLE temp.fixed RENAME TO \(view)
    """
  }

  /// What a report is asked to do otherwise than by default.
  public struct Options: Sendable {
    /// Shorter overlaps are not reported; nil for the default, 30 ms.
    public var minMilliseconds: Double?
    /// Whether background takes part in overlaps.
    public var includesBackground = false

    /// The defaults.
    public init() {}

    fileprivate func set(in file: TimelineFile) throws(StorageError) {
      if let milliseconds = minMilliseconds {
        let value = Int64(exactly: milliseconds).map { Value.integer($0) } ?? .real(milliseconds)
        _ = try file.rows("UPDATE parameter SET min_ms = ?", [value])
      }
      if includesBackground { try file.load("UPDATE parameter SET include_background = 1") }
    }
  }

  /// All rows of a view of Queries/, or of any other query over them.
  func rows(_ sql: String) throws(ReportError) -> [Row] {
    let table = try wrapped(in: sql) { () throws(StorageError) in try file.table(sql) }
    return table.rows.map { Row(columns: table.columns, values: $0) }
  }

  /// The one row of a view.
  func row(_ sql: String) throws(ReportError) -> Row {
    guard let row = try rows(sql).first else { throw ReportError("no row came from: \(sql)", exitStatus: 70) }
    return row
  }

  /// Every number that the queries went by, in their order.
  func parameters() throws(ReportError) -> Row { try row("SELECT * FROM parameter") }
}

/// A storage error as one of ours.
func wrapped<Result>(in query: String? = nil, _ work: () throws(StorageError) -> Result) throws(ReportError) -> Result {
  do {
    return try work()
  } catch {
    let place = error.kind == .query ? query.map { " (in \($0))" } ?? "" : ""
    throw ReportError(error.message + place, advice: error.advice, exitStatus: error.exitStatus)
  }
}
