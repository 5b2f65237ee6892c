/// A private desktop, or a part of it, that did not come up: which, why, and what to try.
public struct DesktopError: Error, CustomStringConvertible, Sendable {
  /// What failed and why.
  public var message: String
  /// What to try; nil where nothing is known to help.
  public var advice: String?
  /// The last lines of the part's log; empty where it has none.
  public var logEnd: String

  /// An error that says `message`.
  public init(_ message: String, advice: String? = nil, logEnd: String = "") {
    self.message = message
    self.advice = advice
    self.logEnd = logEnd
  }

  /// One line, and the end of the log below it.
  public var description: String {
    let end = logEnd.split(separator: "\n").map { "\n  | " + $0 }.joined()
    return message + (advice.map { ". " + $0 } ?? "") + (end.isEmpty ? "" : "\n  The end of its log:" + end)
  }
}
