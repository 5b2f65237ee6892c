/// Sound that cannot be recorded: what failed, on what, why, and what to try.
public struct AudioError: Error, CustomStringConvertible, Sendable {
  /// What failed, on what, why.
  public var message: String
  /// What to try; nil where nothing is known to help.
  public var advice: String?

  /// An error that says `message`.
  public init(_ message: String, advice: String? = nil) {
    self.message = message
    self.advice = advice
  }

  /// One line: message and advice.
  public var description: String { message + (advice.map { ". " + $0 } ?? "") }
}
