/// A table of the schema, as its text describes it.
public struct Table: Hashable, Sendable {
  /// A column.
  public struct Column: Hashable, Sendable {
    /// Its name, with the unit in it where it has one.
    public var name: String
    /// INTEGER, REAL or TEXT.
    public var type: String
    /// Whether a value may be missing.
    public var isOptional: Bool
    /// The table that it names a row of; nil for a value of its own.
    public var reference: String?
    /// What it holds.
    public var comment: String
  }

  /// Its name.
  public var name: String
  /// What its rows are.
  public var comment: String
  /// Its columns, in order.
  public var columns: [Column]
  /// The columns that rows are told apart by, in order.
  public var primaryKey: [String]

  /// Every table that the statements of a schema make, in their order.
  ///
  /// The text keeps to one form: "CREATE TABLE name ( -- what its rows are", then a line for each column.
  static func all(in sql: String) -> [Table] {
    var tables: [Table] = []
    for line in sql.split(separator: "\n").map(trimmed) {
      let (code, comment) = cut(line, at: " -- ")
      let words = code.split { " ,()".contains($0) }.map(String.init)
      if line.hasPrefix("CREATE TABLE "), words.count > 2 {
        tables.append(Table(name: words[2], comment: comment, columns: [], primaryKey: []))
      } else if words.count > 1, let last = tables.indices.last, line.last != ";" {
        tables[last].take(code, words, comment)
      }
    }
    return tables
  }

  private mutating func take(_ code: String, _ words: [String], _ comment: String) {
    switch words[0] {
    case "PRIMARY": primaryKey = Array(words.dropFirst(2))
    case "UNIQUE": break
    default:
      let isKey = code.contains("PRIMARY KEY")
      if isKey { primaryKey = [words[0]] }
      let reference = words.firstIndex(of: "REFERENCES").map { words[$0 + 1] }
      columns.append(
        Column(
          name: words[0], type: words[1], isOptional: !isKey && !code.contains("NOT NULL"), reference: reference,
          comment: comment))
    }
  }

  private static func trimmed(_ line: Substring) -> String { String(line.drop { $0 == " " }) }

  private static func cut(_ line: String, at mark: String) -> (String, String) {
    var index = line.startIndex
    while index < line.endIndex {
      if line[index...].hasPrefix(mark) {
        return (String(line[..<index]), String(line[line.index(index, offsetBy: mark.count)...]))
      }
      index = line.index(after: index)
    }
    return (line, "")
  }
}
