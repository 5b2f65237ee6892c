internal import Storage

/// A table of the schema as JSON lines hold it.
///
/// A reference to a string is the text itself, under the column's name without `_id`, so that no line depends on where the
/// writer met that text first.
struct ExchangedTable {
  struct Column {
    /// The name in the schema.
    let name: String
    /// The name in a line.
    let key: String
    /// The declared type.
    let type: String
    /// Whether it refers to a string.
    let isText: Bool
    /// The table that it refers to otherwise; nil for none.
    let reference: String?
  }

  let name: String
  let columns: [Column]
  let primaryKey: [String]

  /// All, in the schema's order; the strings are in the rows that refer to them, and the seal is each file's own.
  static let all: [ExchangedTable] = Schema.tables.filter { !["string", "seal"].contains($0.name) }.map(
    ExchangedTable.init)

  private init(_ table: Table) {
    name = table.name
    primaryKey = table.primaryKey
    columns = table.columns.map { column in
      let isText = column.reference == "string"
      return Column(
        name: column.name, key: isText && column.name.hasSuffix("_id") ? String(column.name.dropLast(3)) : column.name,
        type: column.type, isText: isText, reference: isText ? nil : column.reference)
    }
  }

  /// The column that other tables refer to by number; nil where rows have none.
  var idColumn: Int? { primaryKey == ["id"] ? columns.firstIndex { $0.name == "id" } : nil }

  /// All rows by their primary key, with texts in place of references to strings.
  var query: String {
    let values = columns.map { column in
      column.isText
        ? "(SELECT value FROM string WHERE string.id = \"\(name)\".\"\(column.name)\")" : "\"\(column.name)\""
    }
    let order = primaryKey.map { "\"\($0)\"" }.joined(separator: ", ")
    return "SELECT \(values.joined(separator: ", ")) FROM \"\(name)\" ORDER BY \(order)"
  }
}
