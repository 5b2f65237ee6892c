import Glibc
import Queries
import Report
import Storage
import TestSupport
import Testing

/// The files of Queries/ as files: built in, ordered, described by their headers, and readable by sqlite3 alone.
@Suite struct QueryFilesTests {
  private static let folder = Tool.root + "/Queries"

  private static func header(_ sql: String, _ name: String) -> String? {
    sql.split(separator: "\n").first { $0.hasPrefix("-- \(name): ") }.map { String($0.dropFirst(name.count + 5)) }
  }

  /// The names under "Columns:", in order; what stands after each is checked to be there.
  private static func describedColumns(_ sql: String) -> [String] {
    let lines = sql.split(separator: "\n")
    guard let start = lines.firstIndex(of: "-- Columns:") else { return [] }
    return lines[(start + 1)...].prefix { $0.hasPrefix("--   ") }.compactMap { line in
      let parts = line.dropFirst(5).split(separator: " ", maxSplits: 1)
      return parts.count == 2 ? String(parts[0]) : nil
    }
  }

  @Test func everyFileIsBuiltInAndRead() throws {
    let files = TemporaryFolder.names(in: Self.folder).filter { $0.hasSuffix(".sql") }
    #expect(files == Queries.embeddedNames)
    #expect(Set(files) == Set(Queries.all.map { $0.name + ".sql" } + ["init.sql"]))
    #expect(Queries.all.count == files.count - 1, "none is read twice")
    for name in files { #expect(FileContents.read("\(Self.folder)/\(name)") == Queries.text(of: name)) }
  }

  @Test(arguments: Queries.all.map(\.name))
  func theHeaderSaysWhatTheStatementGives(_ name: String) throws {
    let sql = Queries.text(of: name + ".sql")
    #expect(
      sql.hasPrefix("-- ") && sql.split(separator: "\n").first?.hasSuffix(".") == true,
      "one line that says what it answers")
    #expect(sql.contains("\n-- Definitions\n--   "))
    let session = try RecordedSession()
    try session.close()
    let file = try TimelineFile(reading: session.path)
    for query in Queries.all { try file.load(query.sql) }
    #expect(try file.table("SELECT * FROM \(name)").columns == Self.describedColumns(sql))

    let statement = sql.split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: "\n")
    let words = Set(statement.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    let parameters = try file.table("SELECT * FROM parameter").columns
    let used = name == "parameter" ? [] : parameters.filter(words.contains)
    let told = Self.header(sql, "Parameters").map { $0 == "none" ? [] : $0.split(separator: ", ").map(String.init) }
    #expect(told.map(Set.init) == Set(used))

    let order = Self.header(sql, "Order")
    if statement.contains("CREATE TEMP VIEW"), name != "proof" {
      #expect(order.map { statement.hasSuffix("ORDER BY \($0);") } == true)
    } else {
      #expect(order == "none")
    }
  }

  @Test func sqliteAloneGivesTheSameRows() throws {
    let session = try RecordedSession()
    try session.proveItself()
    try session.say("Around Me", queued: 2100, begun: 2110, ended: 2900, heard: [(2120, 2600)])
    try session.close()
    let columns = try TimelineFileRows(session.path)
    for name in Queries.all.map(\.name) {
      let result = try Tool.run(
        "/usr/bin/sqlite3",
        [
          "-readonly", "-batch", "-init", "Queries/init.sql", "-separator", "\u{1f}", "-nullvalue", "-", session.path,
          "SELECT count(*) FROM \(name)",
        ],
        directory: Tool.root)
      #expect(result.status == 0 && result.errors == "", "\(name): \(result.errors)")
      #expect(result.output == "\(try columns.count(name))\n", "\(name)")
    }
    let overlap = try Tool.run(
      "/usr/bin/sqlite3",
      [
        "-readonly", "-batch", "-init", "Queries/init.sql", "-separator", "|", "-nullvalue", "-", session.path,
        "SELECT from_ns, to_ns, both_ms, class, words FROM overlap",
      ],
      directory: Tool.root)
    let ours = try RecordedSession.ask(session.path, "SELECT from_ns, to_ns, both_ms, class, words FROM overlap")
    #expect(overlap.output == ours.map { $0.joined(separator: "|") + "\n" }.joined())
    #expect(ours.count == 1)
  }
}

/// Counts of rows as the programs see them.
private struct TimelineFileRows {
  private let file: TimelineFile

  init(_ path: String) throws {
    file = try TimelineFile(reading: path)
    for query in Queries.all { try file.load(query.sql) }
  }

  func count(_ view: String) throws -> Int64 {
    try file.rows("SELECT count(*) FROM \(view)").first?.first?.integer ?? -1
  }
}
