import Glibc
import Queries
import Storage
import System
import TestSupport
import Testing

/// Queries/SCHEMA.md says of every table, column and query what the schema and the queries themselves say.
///
/// With REWRITE_EXPECTED=1 its generated part is written anew, and the run fails, so that none passes by having done so.
@Suite struct SchemaDocumentTests {
  private static let path = Tool.root + "/Queries/SCHEMA.md"
  private static let heading = "## Tables\n"

  @Test func itsGeneratedPartIsUpToDate() throws {
    let document = try #require(FileContents.read(Self.path))
    let start = try #require(document.firstRange(of: Self.heading)?.lowerBound, "it has the heading Tables")
    let written = document[..<start]
    guard getenv("REWRITE_EXPECTED") == nil else {
      try Descriptor.open(Self.path, flags: O_WRONLY | O_TRUNC).writeAll(Array((written + Self.generated).utf8))
      Issue.record("\(Self.path) was written anew: look at it, and run again without REWRITE_EXPECTED")
      return
    }
    #expect(document[start...] == Self.generated, "Queries/SCHEMA.md is out of date; make expected writes it anew")
    #expect(written.contains("version \(Schema.version)"), "its written part names the current version")
  }

  private static var generated: String {
    let tables = Schema.tables.map(section)
    let queries = Queries.all.map { name, sql in
      "| [`\(name)`](\(name).sql) | \(sql.split(separator: "\n")[0].dropFirst(3)) |"
    }
    return """
      \(heading)
      Each file carries these comments in its own statements, too: `sqlite3 FILE .schema`.

      \(tables.joined(separator: "\n"))
      ## Queries

      Each file opens with its definitions, parameters, columns with their units, and order.

      | Query | What it answers |
      |---|---|
      \(queries.joined(separator: "\n"))

      """
  }

  private static func section(_ table: Table) -> String {
    let rows = table.columns.map { column in
      let reference = column.reference.map { "; `\($0).id`" } ?? ""
      let type = column.type + (column.isOptional ? ", or NULL" : "")
      return "| `\(column.name)` | \(type) | \(column.comment)\(reference) |"
    }
    return """
      ### \(table.name)

      \(table.comment) Rows are told apart by \(table.primaryKey.map { "`\($0)`" }.joined(separator: ", ")).

      | Column | Type | Meaning |
      |---|---|---|
      \(rows.joined(separator: "\n"))

      """
  }
}
