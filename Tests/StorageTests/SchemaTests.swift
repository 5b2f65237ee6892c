import Glibc
import Testing
import TestSupport

@testable import Storage

/// The schema's text, and the way from each version to the next.
@Suite struct SchemaTests {
  private func make(_ version: Int) throws -> Database {
    let database = try Database(":memory:", flags: 2 | 4)
    try database.execute(Schema.versions[version - 1])
    return database
  }

  /// The statements that SQLite keeps, without quotes, blanks and comments.
  private func statements(_ database: Database) throws -> [String] {
    try database.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").map { row in
      let lines = (row[0].text ?? "").split(separator: "\n").map { line -> Substring in
        line.firstRange(of: "--").map { line[..<$0.lowerBound] } ?? line
      }
      return lines.joined(separator: " ").filter { $0 != "\"" }.split(separator: " ").joined(separator: " ")
    }
  }

  @Test(arguments: 1..<Schema.version) func eachVersionBecomesTheNext(_ version: Int) throws {
    let old = try make(version)
    try Upgrade.take(old, from: version)
    #expect(try statements(old) == statements(try make(version + 1)))
    #expect(try old.rows("PRAGMA user_version") == [[.integer(Int64(version + 1))]])
  }

  @Test func keysAndHighlightsOfTheSecondVersionSayHowTheyWereSeen() throws {
    let old = try make(2)
    try old.execute(
      """
      INSERT INTO string VALUES (1, 'Install'), (2, 'reverse');
      INSERT INTO input (time_ns, is_press, key_name, modifiers) VALUES (5, 1, 'Tab', 0);
      INSERT INTO input (time_ns, is_press, modifiers, button) VALUES (6, 1, 0, 1);
      INSERT INTO terminal_highlight (time_ns, screen_row, screen_column, width_cells, text_id, style_id)
        VALUES (7, 3, 2, 9, 1, 2);
      INSERT INTO seal VALUES (1, '0123456789abcdef');
      """)
    try Upgrade.take(old, from: 2)
    #expect(
      try old.rows("SELECT key_name, button, via FROM input ORDER BY id") == [
        [.text("Tab"), .null, .text("key-watcher")], [.null, .integer(1), .text("pointer")],
      ])
    #expect(
      try old.rows("SELECT time_ns, until_ns, screen_row, text_id, style_id, via FROM terminal_highlight") == [
        [.integer(7), .null, .integer(3), .integer(1), .integer(2), .text("relay")]
      ])
    #expect(try old.rows("SELECT * FROM seal").isEmpty, "it was another file's")
  }

  @Test func theTablesAreReadFromTheText() throws {
    let database = try make(Schema.version)
    #expect(
      try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").compactMap { $0[0].text }
        == Schema.tables.map(\.name).sorted())
    var known: Set<String> = []
    for table in Schema.tables {
      let columns = try database.rows(
        #"SELECT name, type, "notnull", pk FROM pragma_table_info(?)"#, table.name)
      #expect(columns.map { $0[0].text } == table.columns.map(\.name), "\(table.name)")
      #expect(columns.map { $0[1].text } == table.columns.map(\.type), "\(table.name)")
      #expect(
        columns.map { $0[2].integer == 1 || $0[3].integer != 0 } == table.columns.map { !$0.isOptional },
        "\(table.name)")
      let keys = columns.filter { $0[3].integer != 0 }.sorted { ($0[3].integer ?? 0) < ($1[3].integer ?? 0) }
      #expect(keys.map { $0[0].text } == table.primaryKey)
      #expect(table.comment.hasSuffix("."), "\(table.name) says what its rows are")
      for column in table.columns {
        #expect(!column.comment.isEmpty, "\(table.name).\(column.name) says what it holds")
        let reference = try database.rows(
          #"SELECT "table" FROM pragma_foreign_key_list(?) WHERE "from" = ?"#, table.name, column.name)
        #expect(reference.first?[0].text == column.reference)
        #expect(column.reference.map { known.contains($0) || $0 == table.name } ?? true)
      }
      known.insert(table.name)
    }
  }

  @Test func timesAndLevelsHaveTheirUnitInTheirName() {
    for column in Schema.tables.flatMap(\.columns) {
      if column.comment.hasPrefix("ns ") { #expect(column.name.hasSuffix("_ns"), "\(column.name)") }
      if column.comment.hasPrefix("dBFS") { #expect(column.name.hasSuffix("_db"), "\(column.name)") }
      #expect(!column.name.hasSuffix("_time"), "\(column.name)")
    }
  }
}
