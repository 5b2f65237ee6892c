internal import CSQLite

/// A new timeline that is made out of rows: of another file, or of a text.
///
/// Nothing is there for anybody to read before `finish()`: a draft that is let go without it takes its file away.
public final class TimelineDraft {
  /// Where it is.
  public let path: String
  private let file: NewFile
  private var statements: [String: Statement] = [:]
  // By table: making the text of a statement would cost more than writing its row.
  private var insertions: [String: (columns: [String], statement: Statement)] = [:]
  private var isFinished = false

  /// Makes a new file of the current schema; throws where one is there already.
  public init(creating path: String) throws(StorageError) {
    self.path = path
    file = try NewFile(creating: path)
    // Rows may come in any order; what refers to nothing is found at the end.
    try file.database.execute("PRAGMA foreign_keys = OFF; BEGIN")
  }

  deinit { if !isFinished { file.remove() } }

  /// Writes one row; a value that breaks a constraint throws an error of kind `.query`.
  public func insert(into table: String, _ columns: [String], _ values: [Value]) throws(StorageError) {
    if let insertion = insertions[table], insertion.columns == columns {
      _ = try insertion.statement.rows(values)
      return
    }
    let marks = repeatElement("?", count: columns.count).joined(separator: ", ")
    let statement = try statement("INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))")
    insertions[table] = (columns, statement)
    _ = try statement.rows(values)
  }

  /// Runs one statement, with `?` standing for the values in order.
  @discardableResult
  public func run(_ sql: String, _ values: [Value] = []) throws(StorageError) -> [[Value]] {
    try statement(sql).rows(values)
  }

  private func statement(_ sql: String) throws(StorageError) -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try file.database.prepare(sql)
    statements[sql] = statement
    return statement
  }

  /// How many rows the last statement that wrote has changed.
  public var changes: Int { Int(sqlite3_changes64(file.database.handle)) }

  /// Takes over every row of every table of another timeline, but for its seal.
  public func copy(from other: TimelineFile) throws(StorageError) {
    for table in Schema.tables where table.name != "seal" {
      let names = table.columns.map(\.name)
      try other.forEachRow("SELECT \(names.joined(separator: ", ")) FROM main.\(table.name)") {
        row throws(StorageError) in
        try insert(into: table.name, names, row)
      }
    }
  }

  /// Drops texts that nothing names any more, and leaves one file in which no earlier byte is left.
  ///
  /// It is sealed unless what it was made of was not what was recorded either: a seal vouches for the whole way back.
  public func finish(isSealed: Bool = true) throws(StorageError) {
    let uses = Schema.tables.flatMap { table in
      table.columns.filter { $0.reference == "string" }.map { "SELECT \($0.name) AS id FROM \(table.name)" }
    }
    let used = uses.joined(separator: " UNION ALL ")
    try run("DELETE FROM string WHERE id NOT IN (SELECT id FROM (\(used)) WHERE id IS NOT NULL)")
    (statements, insertions) = ([:], [:])
    try file.database.execute("COMMIT")
    guard try file.database.rows("PRAGMA foreign_key_check").isEmpty else {
      throw StorageError(.query, "\(path): a row names another one that is not there")
    }
    try file.database.execute("VACUUM")
    if isSealed { try file.seal() } else { try file.closeUnsealed() }
    isFinished = true
  }
}
