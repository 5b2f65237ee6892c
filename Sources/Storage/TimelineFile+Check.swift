internal import CSQLite

/// Files come from elsewhere: they are looked at before anything in them is believed.
extension TimelineFile {
  /// The version and the seal of a timeline; throws where a file is none, of a newer version, of another make, or damaged.
  static func check(_ database: Database) throws(StorageError) -> (version: Int, seal: Seal) {
    let path = database.path
    guard try number("application_id", of: database) == Schema.applicationID else {
      throw StorageError(
        .noInput, "\(path) is no timeline", advice: "Give a file that a11y-capture has written")
    }
    let version = try number("user_version", of: database)
    guard version <= Schema.version else {
      throw StorageError(
        .noInput, "\(path) has schema \(version), and this version reads up to \(Schema.version)",
        advice: "Use a newer a11y-report")
    }
    guard version > 0 else { throw StorageError(.noInput, "\(path) has schema \(version), which no timeline has") }
    try checkMake(of: database, version: Int(version))
    let seal = version == 1 ? .unknown : try Seal.check(database)
    // What a seal vouches for is what SQLite has written; a look at every page costs more than reading all of it.
    if seal != .intact { try checkContents(of: database) }
    return (Int(version), seal)
  }

  private static func number(_ pragma: String, of database: Database) throws(StorageError) -> Int64 {
    try database.rows("PRAGMA \(pragma)").first?.first?.integer ?? 0
  }

  /// Compares what the file is made of with what this build would have made: a trigger, a view or a computed column would run
  /// what somebody else has written, and a query over a table of another make would say something else than it is read for.
  private static func checkMake(of database: Database, version: Int) throws(StorageError) {
    let own = try Database(":memory:", flags: SQLITE_OPEN_READWRITE)
    try own.execute(Schema.versions[version - 1])
    let (found, wanted) = (try parts(of: database), try parts(of: own))
    // Statistics that ANALYZE leaves change no answer.
    if let more = found.subtracting(wanted).filter({
      !$0.hasPrefix("table sqlite_stat") && !$0.hasPrefix("column sqlite_stat")
    })
    .min() {
      throw StorageError(.noInput, "\(database.path) holds the \(more), which no timeline does")
    }
    if let less = wanted.subtracting(found).min() {
      throw StorageError(.noInput, "\(database.path) lacks the \(less), which every timeline has")
    }
  }

  /// Tables, indexes and whatever else there is, and each column with its type and constraints.
  private static func parts(of database: Database) throws(StorageError) -> Set<String> {
    let things = try database.rows("SELECT type || ' ' || name || ' of ' || tbl_name FROM sqlite_schema")
    let columns = try database.rows(
      """
      SELECT 'column ' || m.name || '.' || x.name || ' ' || x.type || ' ' || x."notnull" || x.pk || x.hidden
      FROM sqlite_schema AS m JOIN pragma_table_xinfo(m.name) AS x WHERE m.type = 'table'
      """)
    return Set((things + columns).compactMap { $0.first?.text })
  }

  private static func checkContents(of database: Database) throws(StorageError) {
    let isWhole = try database.rows("PRAGMA integrity_check(1)").first?.first?.text == "ok"
    guard isWhole, try database.rows("PRAGMA foreign_key_check").isEmpty else {
      throw StorageError(.noInput, "\(database.path) is damaged", advice: "Take another copy, or record it anew")
    }
  }
}
