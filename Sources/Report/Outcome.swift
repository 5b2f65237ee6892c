/// What a report comes to.
public enum Outcome: String, Sendable {
  /// Nothing that counts as an error was found, and the recording shows that there was nothing.
  case passed
  /// An error-severity finding stands.
  case failed
  /// No error was found, but the recording cannot show that there was none.
  case notProven = "not proven"

  /// The exit status of a report.
  public var exitStatus: Int32 {
    switch self {
    case .passed: 0
    case .failed: 1
    case .notProven: 2
    }
  }
}
