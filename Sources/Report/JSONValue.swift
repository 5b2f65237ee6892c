internal import Storage

/// JSON that keeps the order it is made in, so that equal reports are equal bytes.
indirect enum JSONValue {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  init(_ value: Value) {
    self =
      switch value {
      case .null, .blob: .null
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .text(let text): .string(text)
      }
  }

  init(_ text: String?) { self = text.map { .string($0) } ?? .null }
  init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }

  /// The text, two blanks a level, with a line end after it.
  var text: String { written(indent: "") + "\n" }

  private func written(indent: String) -> String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let number): String(number)
    case .real(let number): number.isFinite ? Decimal.text(number, digits: 3) : "null"
    case .string(let text): JSON.string(text)
    case .array(let values): block("[", values.map { $0.written(indent: indent + "  ") }, "]", indent: indent)
    case .object(let pairs):
      block("{", pairs.map { JSON.string($0) + ": " + $1.written(indent: indent + "  ") }, "}", indent: indent)
    }
  }

  private func block(_ open: String, _ items: [String], _ close: String, indent: String) -> String {
    guard !items.isEmpty else { return open + close }
    return open + "\n" + items.map { indent + "  " + $0 }.joined(separator: ",\n") + "\n" + indent + close
  }
}
