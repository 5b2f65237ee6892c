internal import CommandLineTable
internal import Storage

/// `a11y-bench schema`: the statements that make a timeline, for whoever wants to write one by other means.
enum SchemaCommand {
  static let table = Command(
    "schema", summary: "Print the SQL that makes a new timeline",
    examples: [.init("a11y-bench schema | sqlite3 new.db", "An empty timeline without a session")])

  static func run() -> Int32 {
    print(Schema.sql)
    return 0
  }
}
