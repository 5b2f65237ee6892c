internal import CSQLite
internal import Glibc

/// A timeline that is read; nothing in it is ever changed.
public final class TimelineFile {
  /// Where it is.
  public let path: String
  private let database: Database

  /// Opens a timeline for reading; throws where it is missing, damaged, newer than this build, or no timeline.
  ///
  /// Files come from elsewhere, so nothing that is stored in them is trusted to run: no extension, no trigger, no view.
  public init(reading path: String) throws(StorageError) {
    self.path = path
    try TimelineFile.checkFile(path)
    database = try Database(path, flags: SQLITE_OPEN_READONLY)
    try database.execute("PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY")
    let applicationID = try database.rows("PRAGMA application_id").first?.first?.integer
    guard applicationID == Schema.applicationID else {
      throw StorageError(
        .noInput, "\(path) is no timeline", advice: "Give a file that a11y-capture has written")
    }
    let version = try database.rows("PRAGMA user_version").first?.first?.integer ?? 0
    guard version <= Schema.version else {
      throw StorageError(
        .noInput, "\(path) has schema \(version), and this version reads up to \(Schema.version)",
        advice: "Use a newer a11y-report")
    }
    let foreign = try database.rows("SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')")
    if let name = foreign.first?.first?.text {
      throw StorageError(.noInput, "\(path) holds a trigger or view '\(name)', which no timeline does")
    }
    guard try database.rows("PRAGMA quick_check(1)").first?.first?.text == "ok" else {
      throw StorageError(.noInput, "\(path) is damaged", advice: "Take another copy, or record it anew")
    }
  }

  /// Runs statements that make temporary views and tables; the file itself stays as it is.
  public func load(_ sql: String) throws(StorageError) { try database.execute(sql) }

  /// All rows of one query, with `?` standing for the values in order.
  public func rows(_ sql: String, _ values: [Value] = []) throws(StorageError) -> [[Value]] {
    try database.prepare(sql).rows(values)
  }

  /// All rows of one query, with the names of its columns.
  public func table(_ sql: String) throws(StorageError) -> (columns: [String], rows: [[Value]]) {
    let statement = try database.prepare(sql)
    return (statement.columnNames, try statement.rows([]))
  }

  private static func checkFile(_ path: String) throws(StorageError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw StorageError(.noInput, "cannot open \(path): \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StorageError(.noInput, "\(path) is not a file", advice: "Give a timeline that a11y-capture has written")
    }
    guard access(path, R_OK) == 0 else {
      throw StorageError(.noInput, "cannot read \(path): \(String(cString: strerror(errno)))")
    }
  }
}
