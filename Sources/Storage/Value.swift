/// A value of a column, as SQLite has them.
public enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// The integer; nil where it is none.
  public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// The text; nil where it is none.
  public var text: String? { if case .text(let value) = self { value } else { nil } }
  /// The number, integers included; nil where it is none.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
}

/// What can stand for a column's value when a row is written.
protocol Bindable { var value: Value { get } }

extension Value: Bindable { var value: Value { self } }
extension Int64: Bindable { var value: Value { .integer(self) } }
extension Int32: Bindable { var value: Value { .integer(Int64(self)) } }
extension UInt32: Bindable { var value: Value { .integer(Int64(self)) } }
extension Int: Bindable { var value: Value { .integer(Int64(self)) } }
extension Bool: Bindable { var value: Value { .integer(self ? 1 : 0) } }
extension Double: Bindable { var value: Value { .real(self) } }
extension String: Bindable { var value: Value { .text(self) } }
extension Optional: Bindable where Wrapped: Bindable { var value: Value { self?.value ?? .null } }
