/// A report that could not be made: what failed, on what, why, and what to try.
public struct ReportError: Error, CustomStringConvertible, Sendable {
  /// What failed, on what, why.
  public var message: String
  /// What to try; nil where nothing is known to help.
  public var advice: String?
  /// The exit status of sysexits(3) that belongs to it: 66, 70 or 74.
  public var exitStatus: Int32

  /// An error that says `message`.
  public init(_ message: String, advice: String? = nil, exitStatus: Int32) {
    self.message = message
    self.advice = advice
    self.exitStatus = exitStatus
  }

  /// One line: message and advice.
  public var description: String { message + (advice.map { ". " + $0 } ?? "") }

  /// The same for a terminal: control characters, as a path may hold, escaped.
  public var printable: String { PlainLine.escaped(description) }
}
