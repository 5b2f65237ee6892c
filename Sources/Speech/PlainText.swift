/// The words of a message: SSML with its tags taken out and its entities put in.
public enum PlainText {
  /// The words of `ssml`; a text that is no markup comes back as it is, its blanks joined.
  public static func words(ofSSML ssml: String) -> String {
    var result = ""
    var rest = ssml[...]
    // Looked for in vain once, an end is not looked for again: a text of nothing but "<" would take forever.
    var tagsEnd = true
    while let character = rest.popFirst() {
      if character == "<", tagsEnd, let end = rest.firstIndex(of: ">") {
        rest = rest[rest.index(after: end)...]
      } else if character == "<" {
        tagsEnd = false
        result.append(character)
      } else if character == "&", let end = rest.prefix(12).firstIndex(of: ";"), let value = entity(rest[..<end]) {
        result.append(value)
        rest = rest[rest.index(after: end)...]
      } else {
        result.append(character)
      }
    }
    return words(of: result)
  }

  /// The words of a text without markup: its white space made single blanks.
  public static func words(of text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func entity(_ name: Substring) -> Character? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap(Unicode.Scalar.init).map(Character.init)
    }
  }
}
