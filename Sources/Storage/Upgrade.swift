internal import CSQLite

/// The way from an older schema to the current one.
enum Upgrade {
  /// A private copy of an older timeline, brought to the current schema; the file itself stays as it is.
  static func copy(of database: Database, version: Int) throws(StorageError) -> Database {
    // Kept in memory as far as it fits there, and gone with the connection.
    let copy = try Database("", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, name: database.path)
    copy.limit(work: database.workLimit)
    guard let backup = sqlite3_backup_init(copy.handle, "main", database.handle, "main") else { throw copy.failure() }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw copy.failure() }
    for step in version..<Schema.version { try take(copy, from: step) }
    return copy
  }

  /// Brings a database from one version to the next: the old tables step aside, new ones are made, and the rows move over.
  static func take(_ database: Database, from version: Int) throws(StorageError) {
    // A renamed table would otherwise take along what refers to it.
    try database.execute("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; BEGIN")
    for row in try database.rows("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL") {
      try database.execute("DROP INDEX \(row[0].text ?? "")")
    }
    let tables = Table.all(in: Schema.versions[version - 1]).map(\.name)
    for table in tables { try database.execute("ALTER TABLE \(table) RENAME TO old_\(table)") }
    try database.execute(Schema.versions[version])
    try database.execute(Schema.migrations[version - 1])
    for table in tables.reversed() { try database.execute("DROP TABLE old_\(table)") }
    try database.execute(
      "PRAGMA user_version = \(version + 1); COMMIT; PRAGMA legacy_alter_table = OFF; PRAGMA foreign_keys = ON")
  }
}
