internal import Glibc
internal import System

/// The desktop's command could not be started.
public struct CommandFailure: Error, CustomStringConvertible {
  let error: SystemError

  /// One line.
  public var description: String { "\(error)" }

  /// The status that a shell would end with: 127 where it was not found, 126 where it cannot be executed.
  public var status: Int32 { error.code == ENOENT ? 127 : 126 }
}
