/// One fault that a rule has found, with what proves it.
public struct Finding: Hashable, Sendable {
  /// How much it weighs: errors alone make a report fail.
  public enum Severity: String, Sendable {
    case error, warning, review
  }

  /// The rule's id, kebab-case.
  public var rule: String
  /// How much it weighs.
  public var severity: Severity
  /// What happened, a sentence for a person.
  public var message: String
  /// The element concerned: its accessible id, or its name where it has none; nil where none is.
  public var element: String?
  /// From when, nanoseconds since the session's start.
  public var startNanoseconds: Int64
  /// Until when, nanoseconds since the session's start.
  public var endNanoseconds: Int64
  /// Rows of the timeline that prove it, as "utterance 11".
  public var evidence: [String]
  /// What could be done about it.
  public var help: String
}

/// What a report comes to.
public enum Outcome: String, Sendable {
  case passed
  case failed
  case notProven = "not proven"

  /// The exit status that goes with it.
  public var exitStatus: Int32 {
    switch self {
    case .passed: 0
    case .failed: 1
    case .notProven: 2
    }
  }
}
