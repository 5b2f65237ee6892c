/// A mark that a person, a test or a hotkey put into the session.
public struct Mark: Hashable, Sendable {
  /// When, in nanoseconds since the session's start.
  public let nanoseconds: Int64
  /// What it says.
  public let words: String

  /// Time and words, for people.
  var text: String { "\(Decimal.seconds(nanoseconds)): \(PlainLine.quoted(words))" }

  var json: JSONValue { .object([("time_ns", .integer(nanoseconds)), ("text", .string(words))]) }
}
