internal import Storage

/// One row of a query, by the names of its columns.
struct Row {
  let columns: [String]
  let values: [Value]

  subscript(_ column: String) -> Value { columns.firstIndex(of: column).map { values[$0] } ?? .null }

  func text(_ column: String) -> String? { self[column].text }
  func integer(_ column: String) -> Int64? { self[column].integer }
  func number(_ column: String) -> Double? { self[column].number }
  func isTrue(_ column: String) -> Bool { self[column].integer == 1 }

  /// The row as an object, in the order of its columns.
  var json: JSONValue { .object(zip(columns, values).map { ($0, JSONValue($1)) }) }
}
