internal import CSQLite
internal import Glibc

/// A timeline that is read; nothing in it is ever changed.
public final class TimelineFile {
  /// Where it is.
  public let path: String
  /// Whether it is what was written when it was closed.
  public let seal: Seal
  private let database: Database

  /// Opens a timeline of any version up to this build's; throws where it is missing, damaged, newer, or no timeline.
  ///
  /// An older one is read from a private copy that was brought to the current schema. Files come from elsewhere, so nothing that is stored in them is trusted to run.
  public init(reading path: String) throws(StorageError) {
    self.path = path
    try TimelineFile.checkFile(path)
    let found = try TimelineFile.open(path)
    try TimelineFile.limit(found)
    let (version, seal) = try TimelineFile.check(found)
    self.seal = seal
    database = version == Schema.version ? found : try Upgrade.copy(of: found, version: version)
    if version != Schema.version { try TimelineFile.limit(database) }
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

  /// All rows of one query as they come, with `?` standing for the values in order.
  public func forEachRow(_ sql: String, _ values: [Value] = [], _ body: ([Value]) throws(StorageError) -> Void)
    throws(StorageError)
  {
    let statement = try database.prepare(sql)
    statement.bind(values)
    try statement.forEachRow(body)
  }

  private static func limit(_ database: Database) throws(StorageError) {
    try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY")
    // No text of a timeline is longer, and what is computed from one hardly is.
    sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, Int32(4 * Database.textLimit))
    let pages = try database.rows("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    database.limit(work: WorkLimit(fileBytes: pages.first?.first?.integer ?? 0))
  }

  /// A recorder that died while it closed the file has left a journal, which has to be rolled back before anything can be read.
  private static func open(_ path: String) throws(StorageError) -> Database {
    let database = try Database(path, flags: SQLITE_OPEN_READONLY)
    // Whoever has it locked is to be told of, not waited for; a recorder never locks its readers out.
    sqlite3_busy_timeout(database.handle, 1000)
    guard sqlite3_exec(database.handle, "PRAGMA schema_version", nil, nil, nil) == SQLITE_READONLY | 3 << 8 else {
      return database
    }
    do throws(StorageError) {
      // Of what is stored in it nothing runs.
      try Database(path, flags: SQLITE_OPEN_READWRITE).execute("PRAGMA trusted_schema = OFF; PRAGMA schema_version")
    } catch {
      throw StorageError(
        error.kind, "\(path) was not closed well, and cannot be put in order here: \(error.message)",
        advice: "Copy it together with \(path)-journal into a folder of your own")
    }
    return try Database(path, flags: SQLITE_OPEN_READONLY)
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
