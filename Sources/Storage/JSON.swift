/// JSON as the timeline keeps lists and attributes: sorted keys, no blanks, so that equal values are equal texts.
public enum JSON {
  /// A string literal; control characters escaped.
  public static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// An array of strings.
  public static func array(_ strings: [String]) -> String { "[" + strings.map(string).joined(separator: ",") + "]" }

  /// An object of strings, sorted by key.
  public static func object(_ pairs: [String: String]) -> String {
    "{" + pairs.sorted { $0.key < $1.key }.map { string($0) + ":" + string($1) }.joined(separator: ",") + "}"
  }
}
