/// Reads one JSON object whose values are numbers, texts or null; strict, since lines come from elsewhere.
///
/// Nothing but RFC 8259 is taken, and less: no nesting, no true or false, no name twice, no half of a surrogate pair.
public struct JSONMembers {
  /// No row has nearly as many members, and no number as many digits.
  private static let (memberLimit, numberLimit) = (500, 500)

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  /// The members of the object that `bytes` are, in their order; throws where they are anything else.
  public static func read(_ bytes: ArraySlice<UInt8>) throws(StorageError) -> [(name: String, value: Value)] {
    var reader = JSONMembers(bytes: bytes, place: bytes.startIndex)
    let members = try reader.object()
    guard reader.next() == nil else { throw reader.fault("something stands behind the object") }
    return members
  }

  private mutating func object() throws(StorageError) -> [(name: String, value: Value)] {
    var members: [(name: String, value: Value)] = []
    try expect("{", "an object")
    if next() == UInt8(ascii: "}") {
      place += 1
      return members
    }
    while true {
      guard next() == UInt8(ascii: "\"") else { throw fault("a name in quotes is missing") }
      let name = try string()
      guard members.count < Self.memberLimit else {
        throw fault("the object has more than \(Self.memberLimit) members")
      }
      guard !members.contains(where: { $0.name == name }) else {
        throw fault("\(JSON.string(name)) stands there twice")
      }
      try expect(":", "a colon")
      members.append((name, try value()))
      switch next() {
      case UInt8(ascii: ","): place += 1
      case UInt8(ascii: "}"):
        place += 1
        return members
      case nil: throw fault("the line breaks off")
      default: throw fault("a comma or the object's end is missing")
      }
    }
  }

  private mutating func value() throws(StorageError) -> Value {
    switch next() {
    case UInt8(ascii: "\""): return .text(try string())
    case let byte? where byte == UInt8(ascii: "-") || isDigit(byte): return try number()
    case UInt8(ascii: "n") where bytes[place...].starts(with: "null".utf8):
      place += 4
      return .null
    case nil: throw fault("the line breaks off")
    default: throw fault("a value is neither text nor number")
    }
  }

  // MARK: - Texts

  private mutating func string() throws(StorageError) -> String {
    place += 1
    let start = place
    while place < bytes.endIndex, bytes[place] >= 0x20, bytes[place] != UInt8(ascii: "\""),
      bytes[place] != UInt8(ascii: "\\")
    {
      place += 1
    }
    guard place < bytes.endIndex, bytes[place] != UInt8(ascii: "\"") else {
      guard place < bytes.endIndex else { throw fault("the line breaks off") }
      defer { place += 1 }
      return try text(bytes[start..<place])
    }
    return try escapedString(after: Array(bytes[start..<place]))
  }

  private mutating func escapedString(after begin: [UInt8]) throws(StorageError) -> String {
    var result = begin
    while place < bytes.endIndex {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return try text(result[...])
      case UInt8(ascii: "\\"): try escape(into: &result)
      case ..<0x20: throw fault("a control character stands in a text")
      default: result.append(byte)
      }
    }
    throw fault("the line breaks off")
  }

  private mutating func escape(into result: inout [UInt8]) throws(StorageError) {
    guard place < bytes.endIndex else { throw fault("the line breaks off") }
    defer { place += 1 }
    switch bytes[place] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(bytes[place])
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0c)
    case UInt8(ascii: "n"): result.append(0x0a)
    case UInt8(ascii: "r"): result.append(0x0d)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"): result.append(contentsOf: String(try scalar()).utf8)
    default: throw fault("an unknown escape stands in a text")
    }
  }

  /// The scalar behind `\u`, of one escape or of two; leaves `place` on its last digit.
  private mutating func scalar() throws(StorageError) -> Unicode.Scalar {
    var number = try hexadecimal()
    if 0xd800..<0xdc00 ~= number, bytes[place...].dropFirst().starts(with: "\\u".utf8) {
      place += 2
      let low = try hexadecimal()
      number = 0xdc00..<0xe000 ~= low ? 0x10000 + (number - 0xd800) << 10 + low - 0xdc00 : number
    }
    guard let scalar = Unicode.Scalar(number) else { throw fault("half of a surrogate pair stands in a text") }
    return scalar
  }

  private mutating func hexadecimal() throws(StorageError) -> UInt32 {
    let digits = bytes[place...].dropFirst().prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("\\u needs four digits") }
    place += 4
    return number
  }

  private func text(_ utf8: ArraySlice<UInt8>) throws(StorageError) -> String {
    guard let text = String(validating: utf8, as: UTF8.self) else { throw fault("a text is not UTF-8") }
    return text
  }

  // MARK: - Numbers

  private mutating func number() throws(StorageError) -> Value {
    let start = place
    var isWhole = true
    if bytes[place] == UInt8(ascii: "-") { place += 1 }
    let first = place
    let digits = try skipDigits()
    if digits > 1, bytes[first] == UInt8(ascii: "0") { throw fault("a number begins with 0") }
    if place < bytes.endIndex, bytes[place] == UInt8(ascii: ".") {
      isWhole = false
      place += 1
      _ = try skipDigits()
    }
    if place < bytes.endIndex, bytes[place] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      place += 1
      if place < bytes.endIndex, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[place]) { place += 1 }
      _ = try skipDigits()
    }
    guard place - start <= Self.numberLimit else { throw fault("a number has more than \(Self.numberLimit) digits") }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isWhole, let number = Int64(text) { return .integer(number) }
    guard !isWhole, let number = Double(text), number.isFinite || [JSON.infinity, "-" + JSON.infinity].contains(text)
    else {
      throw fault("the number \(text.prefix(40)) is out of range")
    }
    return .real(number)
  }

  private mutating func skipDigits() throws(StorageError) -> Int {
    let start = place
    while place < bytes.endIndex, isDigit(bytes[place]) { place += 1 }
    guard place > start else { throw fault("a digit is missing") }
    return place - start
  }

  private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  // MARK: - Between

  /// The next byte that is no blank; nil at the end.
  private mutating func next() -> UInt8? {
    while place < bytes.endIndex {
      switch bytes[place] {
      case 0x20, 0x09, 0x0a, 0x0d: place += 1
      default: return bytes[place]
      }
    }
    return nil
  }

  private mutating func expect(_ character: Unicode.Scalar, _ what: String) throws(StorageError) {
    guard let byte = next() else { throw fault("the line breaks off") }
    guard byte == UInt8(ascii: character) else { throw fault("\(what) is missing") }
    place += 1
  }

  private func fault(_ what: String) -> StorageError {
    StorageError(.noInput, "column \(place - bytes.startIndex + 1): \(what)")
  }
}
