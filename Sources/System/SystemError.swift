internal import CLinux
internal import Glibc

/// A call to the system that failed: what was tried, on what, why, and what to try.
public struct SystemError: Error, CustomStringConvertible, Sendable {
  /// What was tried and on what, as "open /tmp/x".
  public var operation: String
  /// The C library's `errno`, or 0 where none applies.
  public var code: Int32
  /// What the person could do about it; nil where nothing is known to help.
  public var advice: String?

  /// Makes an error; without a code the calling thread's `errno` is taken.
  public init(_ operation: String, code: Int32 = currentErrno(), advice: String? = nil) {
    self.operation = operation
    self.code = code
    self.advice = advice
  }

  /// One line: operation, reason, advice.
  public var description: String {
    let reason = code == 0 ? "" : ": " + String(cString: strerror(code))
    return operation + reason + (advice.map { ". " + $0 } ?? "")
  }
}

/// The calling thread's `errno`.
public func currentErrno() -> Int32 { errno }
