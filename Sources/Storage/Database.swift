internal import CSQLite

/// One SQLite connection; used by one thread at a time.
final class Database {
  /// Bytes of a text that are kept; an application may give itself a name of any length.
  static let textLimit = 1 << 20

  let path: String
  let handle: OpaquePointer
  /// How much its queries may compute; nil where that is not limited.
  private(set) var workLimit: WorkLimit?

  /// Opens `path`; `flags` as sqlite3_open_v2 has them, `name` is what errors call it by.
  init(_ path: String, flags: Int32, name: String? = nil) throws(StorageError) {
    var opened: OpaquePointer?
    // One thread at a time uses it, so that SQLite need not take a lock for each value that is bound.
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
      sqlite3_close_v2(opened)
      throw StorageError(code & 0xff == SQLITE_NOTADB ? .noInput : .inputOutput, "cannot open \(path): \(reason)")
    }
    self.path = name ?? path
    handle = opened
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Ends every statement that would take more than `limit`.
  func limit(work limit: WorkLimit?) {
    workLimit = limit
    guard let limit else { return sqlite3_progress_handler(handle, 0, nil, nil) }
    sqlite3_progress_handler(
      handle, 10_000,
      { context in context.map { Unmanaged<WorkLimit>.fromOpaque($0).takeUnretainedValue().isPassed ? 1 : 0 } ?? 0 },
      Unmanaged.passUnretained(limit).toOpaque())
  }

  /// Runs `work` with what it takes counted.
  func counting<Result>(_ work: () throws(StorageError) -> Result) throws(StorageError) -> Result {
    guard let workLimit else { return try work() }
    return try workLimit.counting(work)
  }

  /// Runs statements that give no rows.
  func execute(_ sql: String) throws(StorageError) {
    try counting { () throws(StorageError) in
      guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }
  }

  /// Compiles one statement.
  func prepare(_ sql: String) throws(StorageError) -> Statement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
      let statement
    else { throw failure() }
    return Statement(statement, of: self)
  }

  /// All rows of one statement.
  func rows(_ sql: String, _ values: any Bindable...) throws(StorageError) -> [[Value]] {
    try prepare(sql).rows(values)
  }

  /// The last error as one of ours.
  func failure() -> StorageError {
    let code = sqlite3_errcode(handle)
    let reason = String(cString: sqlite3_errmsg(handle))
    switch code & 0xff {
    case SQLITE_INTERRUPT:
      return workLimit?.error(path) ?? StorageError(.query, "\(path): \(reason)")
    case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_TOOBIG:
      return StorageError(
        .noInput, "\(path) is damaged or no timeline: \(reason)", advice: "Record it anew, or take another copy")
    case SQLITE_FULL:
      return StorageError(
        .inputOutput, "cannot write \(path): the disk is full", advice: "Make room; what was committed is kept")
    case SQLITE_READONLY:
      return StorageError(
        .inputOutput, "cannot write \(path): the file or its folder is read-only (\(reason))",
        advice: "Let it be written; what was committed is kept")
    case SQLITE_CANTOPEN:
      return StorageError(
        .inputOutput, "cannot open \(path): \(reason)",
        advice: "Copy it, with \(path)-wal where there is one, into a folder that can be written")
    case SQLITE_ERROR, SQLITE_RANGE, SQLITE_MISUSE, SQLITE_CONSTRAINT: return StorageError(.query, "\(path): \(reason)")
    default: return StorageError(.inputOutput, "\(path): \(reason)")
    }
  }
}

/// A compiled statement of a `Database`.
final class Statement {
  private let handle: OpaquePointer
  private let database: Database

  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// The names of the columns.
  var columnNames: [String] {
    (0..<sqlite3_column_count(handle)).map { sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "" }
  }

  /// Binds the values from 1 on and runs the statement for its effect.
  func run(_ values: any Bindable...) throws(StorageError) { _ = try rows(values) }

  /// Binds the values from 1 on and gives all rows.
  func rows(_ values: [any Bindable]) throws(StorageError) -> [[Value]] {
    var rows: [[Value]] = []
    bind(values)
    try forEachRow { rows.append($0) }
    return rows
  }

  /// Binds the values from 1 on.
  func bind(_ values: [any Bindable]) {
    for (index, value) in values.enumerated() { bind(value.value, at: Int32(index + 1)) }
  }

  /// Runs the statement as it is bound, and gives each row as it comes; nothing is bound afterwards.
  func forEachRow(_ body: ([Value]) throws(StorageError) -> Void) throws(StorageError) {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    try database.counting { () throws(StorageError) in
      while true {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: try body((0..<sqlite3_column_count(handle)).map(column))
        case SQLITE_DONE: return
        default: throw database.failure()
        }
      }
    }
  }

  /// Binds a number, or NULL, without the way over `Value`: for rows that come by the thousand.
  func bind(_ number: Int64?, at index: Int32) {
    if let number { sqlite3_bind_int64(handle, index, number) } else { sqlite3_bind_null(handle, index) }
  }

  /// The same for a number with a fraction.
  func bind(_ number: Double, at index: Int32) { sqlite3_bind_double(handle, index, number) }

  /// Runs the statement as it is bound, for its effect; what is bound stays.
  func step() throws(StorageError) {
    defer { sqlite3_reset(handle) }
    guard sqlite3_step(handle) == SQLITE_DONE else { throw database.failure() }
  }

  private func bind(_ value: Value, at index: Int32) {
    switch value {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let number): sqlite3_bind_int64(handle, index, number)
    case .real(let number): sqlite3_bind_double(handle, index, number)
    case .text(let whole):
      var text = Statement.kept(whole)
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // An empty buffer has no address, and a null address would bind NULL.
          _ = sqlite3_bind_text_copy(handle, index, $0.baseAddress ?? UnsafePointer(bitPattern: 1), Int32($0.count))
        }
      }
    case .blob(let bytes):
      bytes.withUnsafeBytes { _ = sqlite3_bind_blob_copy(handle, index, $0.baseAddress, Int32($0.count)) }
    }
  }

  /// A text as it is kept: one that is too long is cut, and says so.
  private static func kept(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.count > Database.textLimit else { return text }
    return String(decoding: bytes.prefix(Database.textLimit - 64), as: UTF8.self) + "… (cut from \(bytes.count) bytes)"
  }

  private func column(_ index: Int32) -> Value {
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT:
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_text(handle, index), count: Int(sqlite3_column_bytes(handle, index)))
      return .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(handle, index), count: Int(sqlite3_column_bytes(handle, index)))
      return .blob(Array(bytes))
    default: return .null
    }
  }
}
