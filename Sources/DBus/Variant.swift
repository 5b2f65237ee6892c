/// A D-Bus value.
public indirect enum Variant: Hashable, Sendable {
  case bool(Bool)
  case byte(UInt8)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  /// Values of one type, whose signature is kept since the array may be empty.
  case array(of: String, [Variant])
  case tuple([Variant])
  /// One pair of a dictionary, which is an array of them.
  case entry(Variant, Variant)
  case variant(Variant)
}

extension Variant {
  /// A dictionary of strings, `a{ss}`, sorted by key.
  public static func dictionary(_ pairs: [String: String]) -> Variant {
    .array(of: "{ss}", pairs.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .string($0.value)) })
  }

  /// A string, object path or signature; nil for anything else.
  public var string: String? {
    switch self {
    case .string(let text), .objectPath(let text), .signature(let text): text
    case .variant(let inner): inner.string
    default: nil
    }
  }

  /// A whole number of any width; nil for anything else.
  public var integer: Int64? {
    switch self {
    case .byte(let number): Int64(number)
    case .int16(let number): Int64(number)
    case .uint16(let number): Int64(number)
    case .int32(let number): Int64(number)
    case .uint32(let number): Int64(number)
    case .int64(let number): number
    case .uint64(let number): Int64(exactly: number)
    case .variant(let inner): inner.integer
    default: nil
    }
  }

  /// A boolean; nil for anything else.
  public var bool: Bool? {
    switch self {
    case .bool(let value): value
    case .variant(let inner): inner.bool
    default: nil
    }
  }

  /// A floating-point number; nil for anything else.
  public var double: Double? {
    switch self {
    case .double(let value): value
    case .variant(let inner): inner.double
    default: nil
    }
  }

  /// The members of an array, tuple, entry or variant; empty for anything else.
  public var children: [Variant] {
    switch self {
    case .array(_, let members), .tuple(let members): members
    case .entry(let key, let value): [key, value]
    case .variant(let inner): inner.children
    default: []
    }
  }

  /// The member at `index`; nil where there is none.
  public subscript(index: Int) -> Variant? {
    let members = children
    return members.indices.contains(index) ? members[index] : nil
  }

  /// A dictionary of strings; entries of other types are left out.
  public var stringDictionary: [String: String] {
    var result: [String: String] = [:]
    for case .entry(let key, let value) in children {
      if let key = key.string, let value = value.string { result[key] = value }
    }
    return result
  }
}
