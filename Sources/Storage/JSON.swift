/// JSON as the timeline keeps and exchanges it: sorted keys, no blanks, so that equal values are equal texts.
public enum JSON {
  /// A string literal; control characters and line separators escaped.
  public static func string(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An array of strings.
  public static func array(_ strings: [String]) -> String { "[" + strings.map(string).joined(separator: ",") + "]" }

  /// An object of strings, sorted by key.
  public static func object(_ pairs: [String: String]) -> String {
    "{" + pairs.sorted { $0.key < $1.key }.map { string($0) + ":" + string($1) }.joined(separator: ",") + "}"
  }

  /// An object of arrays of strings, sorted by key.
  public static func object(_ pairs: [String: [String]]) -> String {
    "{" + pairs.sorted { $0.key < $1.key }.map { string($0) + ":" + array($1) }.joined(separator: ",") + "}"
  }

  /// A string literal, as bytes behind those that are there.
  public static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var copied = 0
      for place in utf8.indices where isEscaped(utf8, at: place) {
        // Everything that is escaped is one scalar; its first byte tells how long it is.
        let length = utf8[place] < 0x80 ? 1 : utf8[place] < 0xe0 ? 2 : 3
        bytes.append(contentsOf: utf8[copied..<place])
        appendEscape(of: utf8[place..<place + length], to: &bytes)
        copied = place + length
      }
      bytes.append(contentsOf: utf8[copied...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A value as bytes behind those that are there: integers exact, other numbers by the shortest digits that give them back.
  public static func append(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null, .blob: bytes.append(contentsOf: "null".utf8)
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .real(let number) where number.isNaN: bytes.append(contentsOf: "null".utf8)
    case .real(let number) where number.isInfinite:
      bytes.append(contentsOf: (number < 0 ? "-" + infinity : infinity).utf8)
    case .real(let number): bytes.append(contentsOf: number.description.utf8)
    case .text(let text): append(text, to: &bytes)
    }
  }

  /// JSON has no word for it; whoever reads this as a double gets it.
  static let infinity = "1e999"

  /// Controls of both sets, and what some readers take for the end of a line.
  private static func isEscaped(_ utf8: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    switch utf8[place] {
    case ..<0x20, 0x22, 0x5c, 0x7f: true
    case 0xc2: utf8[place + 1] < 0xa0
    case 0xe2: utf8[place + 1] == 0x80 && utf8[place + 2] | 1 == 0xa9
    default: false
    }
  }

  private static func appendEscape(of scalar: Slice<UnsafeBufferPointer<UInt8>>, to bytes: inout [UInt8]) {
    switch String(decoding: scalar, as: UTF8.self) {
    case "\"": bytes.append(contentsOf: "\\\"".utf8)
    case "\\": bytes.append(contentsOf: "\\\\".utf8)
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    case let other:
      let digits = String(other.unicodeScalars.first?.value ?? 0, radix: 16)
      bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
    }
  }
}
