/// A sound server or a stream that could not be used: what failed, on what, why, and what to try.
public struct PulseError: Error, CustomStringConvertible, Sendable {
  /// What failed, on what.
  public var operation: String
  /// Why, in the server's words.
  public var reason: String
  /// What to try; nil where nothing is known to help.
  public var advice: String?

  /// An error of `operation`.
  public init(_ operation: String, reason: String, advice: String? = nil) {
    self.operation = operation
    self.reason = reason
    self.advice = advice
  }

  /// One line: operation, reason, advice.
  public var description: String { "\(operation): \(reason)" + (advice.map { ". " + $0 } ?? "") }
}
