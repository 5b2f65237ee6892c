internal import Storage

/// Rows as RFC 4180 has them: a header row, CR LF, quotes where needed.
enum CSVTable {
  static func text(columns: [String], rows: [[Value]]) -> String {
    ([columns] + rows.map { $0.map(cell) }).map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func cell(_ value: Value) -> String {
    switch value {
    case .null, .blob: ""
    case .integer(let number): String(number)
    case .real(let number): Decimal.text(number, digits: 3)
    case .text(let text): guarded(text)
    }
  }

  /// A text that a spreadsheet would run as a formula gets an apostrophe before it; control characters are escaped.
  private static func guarded(_ text: String) -> String {
    let plain = PlainLine.escaped(text)
    // Blanks do not keep a spreadsheet from it.
    guard let first = plain.first(where: { $0 != " " }), "=+-@".contains(first) || text.hasPrefix("\t") else {
      return plain
    }
    return "'" + plain
  }

  private static func quoted(_ cell: String) -> String {
    guard cell.contains(where: { ",\"\r\n".contains($0) }) else { return cell }
    return "\"" + cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
