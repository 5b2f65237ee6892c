internal import CSQLite
internal import Glibc
public import Timeline

/// A timeline that is being written; used by one thread at a time.
public final class TimelineStore {
  /// Where it is.
  public let path: String
  /// Time 0.
  public let start: MonotonicTime
  let database: Database
  private let inode: ino_t
  private var statements: [String: Statement] = [:]
  private var stringIDs: [String: Int64] = [:]
  private var sourceIDs: [SourceName: Int64] = [:]
  private var applicationIDs: [String: Int64] = [:]
  private var elementIDs: [ElementKey: Int64] = [:]
  private var hasOpenTransaction = false

  /// Makes a new file, readable and writable by its owner alone; throws where one is there already.
  public init(creating path: String, session: Session) throws(StorageError) {
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      let reason = String(cString: strerror(errno))
      throw StorageError(
        .inputOutput, "cannot make \(path): \(reason)",
        advice: errno == EEXIST ? "Name another file; a timeline is never overwritten" : nil)
    }
    var made = stat()
    fstat(file, &made)
    inode = made.st_ino
    Glibc.close(file)
    self.path = path
    start = session.start
    database = try Database(path, flags: SQLITE_OPEN_READWRITE)
    do throws(StorageError) {
      try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
      try database.execute("BEGIN")
      for migration in Schema.migrations { try database.execute(migration) }
      try database.execute(
        "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.version); COMMIT")
      try database.prepare(
        """
        INSERT INTO session (id, tool_version, started_monotonic_ns, started_wall_ns, recorder_process_id, command)
        VALUES (1, ?, ?, ?, ?, ?)
        """
      ).run(
        session.toolVersion, session.start.nanoseconds, session.startedWallNanoseconds, session.recorderProcessID,
        session.command.map(JSON.array))
    } catch {
      // What holds no session would only be taken for a recording.
      for name in [path, path + "-wal", path + "-shm", path + "-journal"] { unlink(name) }
      throw error
    }
  }

  /// Adds or replaces one thing known of what the session ran on.
  public func setEnvironment(_ name: String, _ value: String) throws(StorageError) {
    try run("INSERT OR REPLACE INTO environment (name, value) VALUES (?, ?)", name, value)
  }

  /// Makes everything written so far durable against the death of this process.
  public func commit() throws(StorageError) {
    guard hasOpenTransaction else { return }
    try database.execute("COMMIT")
    hasOpenTransaction = false
    try checkPlace()
  }

  /// SQLite goes on writing into a file that was deleted, and nobody would ever find what it wrote.
  private func checkPlace() throws(StorageError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_ino == inode else {
      throw StorageError(
        .inputOutput, "\(path) was deleted or moved away while it was written",
        advice: "Record it anew, and leave the file alone until the recording has ended")
    }
  }

  /// Writes the end and leaves one file without -wal or -shm.
  public func close(isComplete: Bool, commandStatus: Int32?) throws(StorageError) {
    try run(
      "UPDATE session SET ended_ns = ?, is_complete = ?, command_status = ?", MonotonicTime.now - start, isComplete,
      commandStatus)
    try commit()
    statements = [:]
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
  }

  /// Counts of a source, added to its row.
  func count(_ source: SourceName, received: Int64, stored: Int64, dropped: Int64) throws(StorageError) {
    let id = try sourceID(source)
    try run(
      "UPDATE source SET received = received + ?, stored = stored + ?, dropped = dropped + ? WHERE id = ?", received,
      stored, dropped, id)
  }

  // MARK: - For the rows of each table

  func run(_ sql: String, _ values: any Bindable...) throws(StorageError) { _ = try rows(sql, values) }

  @discardableResult
  func rows(_ sql: String, _ values: [any Bindable]) throws(StorageError) -> [[Value]] {
    if !hasOpenTransaction {
      try database.execute("BEGIN")
      hasOpenTransaction = true
    }
    if let statement = statements[sql] { return try statement.rows(values) }
    let statement = try database.prepare(sql)
    statements[sql] = statement
    return try statement.rows(values)
  }

  func time(_ moment: MonotonicTime) -> Int64 { moment - start }
  func time(_ moment: MonotonicTime?) -> Int64? { moment.map { $0 - start } }

  func stringID(_ value: String) throws(StorageError) -> Int64 {
    if let id = stringIDs[value] { return id }
    let id = try inserted("INSERT INTO string (value) VALUES (?) RETURNING id", [value])
    stringIDs[value] = id
    return id
  }

  func sourceID(_ name: SourceName) throws(StorageError) -> Int64 {
    if let id = sourceIDs[name] { return id }
    let id = try inserted("INSERT INTO source (name) VALUES (?) RETURNING id", [name.rawValue])
    sourceIDs[name] = id
    return id
  }

  func applicationID(_ busName: String) throws(StorageError) -> Int64 {
    if let id = applicationIDs[busName] { return id }
    let id = try inserted(
      "INSERT INTO application (bus_name, name, first_seen_ns) VALUES (?, '', ?) RETURNING id",
      [busName, MonotonicTime.now - start])
    applicationIDs[busName] = id
    return id
  }

  func elementID(_ key: ElementKey) throws(StorageError) -> Int64 {
    if let id = elementIDs[key] { return id }
    let application = try applicationID(key.busName)
    let id = try inserted(
      "INSERT INTO element (application_id, object_path) VALUES (?, ?) RETURNING id", [application, key.objectPath])
    elementIDs[key] = id
    return id
  }

  func elementID(_ key: ElementKey?) throws(StorageError) -> Int64? {
    guard let key else { return nil }
    return try elementID(key) as Int64
  }

  private func inserted(_ sql: String, _ values: [any Bindable]) throws(StorageError) -> Int64 {
    guard let id = try rows(sql, values).first?.first?.integer else {
      throw StorageError(.query, "\(path): an inserted row gave no id")
    }
    return id
  }
}
