/// One fault that a rule has found.
public struct Finding: Sendable {
  /// The rule's id, kebab-case.
  public var rule: String
  /// How much it weighs.
  public var severity: Severity
  /// What was found, in one sentence.
  public var message: String
  /// The element it is about; nil where it is about none.
  public var element: FoundElement?
  /// Where it begins, nanoseconds since the session's start.
  public var fromNanoseconds: Int64
  /// Where it ends.
  public var toNanoseconds: Int64
  /// The rows of the timeline that show it, as "utterance 11".
  public var evidence: [String]
  /// What it means, whom it hurts and how to mend it.
  public var help: String

  var json: JSONValue {
    .object([
      ("rule", .string(rule)), ("severity", .string(severity.rawValue)), ("outcome", .string(Outcome.failed.rawValue)),
      ("message", .string(message)), ("element", element?.json ?? .null), ("from_ns", .integer(fromNanoseconds)),
      ("to_ns", .integer(toNanoseconds)), ("evidence", .array(evidence.map { .string($0) })), ("help", .string(help)),
    ])
  }
}
