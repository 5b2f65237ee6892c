internal import CGIO

/// A bus or a call that failed: what was tried, on what, why, and what to try.
public struct BusError: Error, CustomStringConvertible, Sendable {
  /// What was tried and on what.
  public var operation: String
  /// Why it failed, in GIO's or the peer's words.
  public var reason: String
  /// The D-Bus error that a peer answered with, as "org.freedesktop.DBus.Error.UnknownMethod"; nil where it came from elsewhere.
  public var remoteName: String?
  /// What to try; nil where nothing is known to help.
  public var advice: String?

  /// An error of `operation`.
  public init(_ operation: String, reason: String, remoteName: String? = nil, advice: String? = nil) {
    self.operation = operation
    self.reason = reason
    self.remoteName = remoteName
    self.advice = advice
  }

  /// Takes over a GError.
  init(_ operation: String, taking error: UnsafeMutablePointer<GError>?, advice: String? = nil) {
    self.operation = operation
    self.advice = advice
    guard let error else {
      reason = "no reason was given"
      return
    }
    if let name = g_dbus_error_get_remote_error(error) {
      remoteName = String(cString: name)
      g_free(name)
      g_dbus_error_strip_remote_error(error)
    }
    reason = error.pointee.message.map { String(cString: $0) } ?? "no reason was given"
    g_error_free(error)
  }

  /// One line: operation, reason, advice.
  public var description: String { "\(operation): \(reason)" + (advice.map { ". " + $0 } ?? "") }
}
