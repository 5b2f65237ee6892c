public import Timeline

/// A timeline that is being written; used by one thread at a time.
public final class TimelineStore {
  /// Where it is.
  public var path: String { file.path }
  /// Time 0.
  public let start: MonotonicTime
  private let file: NewFile
  private var statements: [String: Statement] = [:]
  private var eventInsert: Statement?
  private var hasOpenTransaction = false
  var database: Database { file.database }
  var names = NameCache()

  /// Makes a new file, readable and writable by its owner alone; throws where one is there already.
  public init(creating path: String, session: Session) throws(StorageError) {
    start = session.start
    file = try NewFile(creating: path)
    do throws(StorageError) {
      try database.prepare(
        """
        INSERT INTO session (id, tool_version, started_monotonic_ns, started_wall_ns, recorder_process_id, command, keeps_text)
        VALUES (1, ?, ?, ?, ?, ?, ?)
        """
      ).run(
        session.toolVersion, session.start.nanoseconds, session.startedWallNanoseconds, session.recorderProcessID,
        session.command.map(JSON.array), session.keepsText)
    } catch {
      // What holds no session would only be taken for a recording.
      file.remove()
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
    try file.checkPlace()
  }

  /// Says that the timeline was made of something else than a recording, and when its time 0 was, ns since 1970.
  public func setOrigin(_ origin: String, startedWallNanoseconds: Int64) throws(StorageError) {
    try run("UPDATE session SET origin = ?, started_wall_ns = ?", origin, startedWallNanoseconds)
  }

  /// Writes the end and leaves one sealed file without -wal or -shm.
  public func close(isComplete: Bool, commandStatus: Int32?, at end: MonotonicTime = .now) throws(StorageError) {
    try run(
      "UPDATE session SET ended_ns = ?, is_complete = ?, command_status = ?", end - start, isComplete, commandStatus)
    try commit()
    statements = [:]
    eventInsert = nil
    try file.seal()
  }

  /// Takes the file away, where what was to be written is not whole.
  public func discard() {
    (statements, eventInsert) = ([:], nil)
    file.remove()
  }

  /// Counts of a source, added to its row.
  public func count(_ source: SourceName, received: Int64, stored: Int64, dropped: Int64) throws(StorageError) {
    let id = try sourceID(source)
    try run(
      "UPDATE source SET received = received + ?, stored = stored + ?, dropped = dropped + ? WHERE id = ?", received,
      stored, dropped, id)
  }

  // MARK: - For the rows of each table

  func run(_ sql: String, _ values: any Bindable...) throws(StorageError) { _ = try rows(sql, values) }

  @discardableResult
  func rows(_ sql: String, _ values: [any Bindable]) throws(StorageError) -> [[Value]] {
    try statement(sql).rows(values)
  }

  private func begin() throws(StorageError) {
    guard !hasOpenTransaction else { return }
    try database.execute("BEGIN")
    hasOpenTransaction = true
  }

  /// The statement that inserts an event; looking it up by its text would take as long as a column of the row.
  func eventStatement() throws(StorageError) -> Statement {
    try begin()
    if let eventInsert { return eventInsert }
    let statement = try statement(
      """
      INSERT INTO event (time_ns, type_id, element_id, detail1, detail2, any_data_id, any_data_element_id)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """)
    eventInsert = statement
    return statement
  }

  /// A statement that is compiled once, in a transaction that is open.
  func statement(_ sql: String) throws(StorageError) -> Statement {
    try begin()
    if let statement = statements[sql] { return statement }
    let statement = try database.prepare(sql)
    statements[sql] = statement
    return statement
  }

  func time(_ moment: MonotonicTime) -> Int64 { moment - start }
  func time(_ moment: MonotonicTime?) -> Int64? { moment.map { $0 - start } }

  func stringID(_ value: String) throws(StorageError) -> Int64 {
    if let id = names.string(value) { return id }
    let id = try inserted("INSERT INTO string (value) VALUES (?) RETURNING id", [value])
    names.keep(value, id)
    return id
  }

  func stringID(_ value: String?) throws(StorageError) -> Int64? {
    guard let value else { return nil }
    return try stringID(value) as Int64
  }

  func sourceID(_ name: SourceName) throws(StorageError) -> Int64 {
    if let id = names.sources[name] { return id }
    let id = try inserted("INSERT INTO source (name) VALUES (?) RETURNING id", [name.rawValue])
    names.sources[name] = id
    return id
  }

  func applicationID(_ busName: String) throws(StorageError) -> Int64 {
    if let id = names.applications[busName] { return id }
    let id = try inserted(
      "INSERT INTO application (bus_name, name, first_seen_ns) VALUES (?, '', ?) RETURNING id",
      [busName, MonotonicTime.now - start])
    names.applications[busName] = id
    return id
  }

  func elementID(_ key: ElementKey) throws(StorageError) -> Int64 {
    if let id = names.element(key) { return id }
    let application = try applicationID(key.busName)
    let id = try inserted(
      "INSERT INTO element (application_id, object_path) VALUES (?, ?) RETURNING id", [application, key.objectPath])
    names.keep(key, id)
    return id
  }

  func elementID(_ key: ElementKey?) throws(StorageError) -> Int64? {
    guard let key else { return nil }
    return try elementID(key) as Int64
  }

  func inserted(_ sql: String, _ values: [any Bindable]) throws(StorageError) -> Int64 {
    guard let id = try rows(sql, values).first?.first?.integer else {
      throw StorageError(.query, "\(path): an inserted row gave no id")
    }
    return id
  }
}
