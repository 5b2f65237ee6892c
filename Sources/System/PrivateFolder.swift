internal import Glibc

/// A folder for its owner alone, removed with all that is in it with its last reference.
public final class PrivateFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Makes one whose name begins with `name`, in TMPDIR, else in /tmp; throws where it cannot be made.
  public init(_ name: String) throws(SystemError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    // mkdtemp(3) puts letters of its own for the X's.
    var template = Array("\(parent.isEmpty ? "/tmp" : parent)/\(name).XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw SystemError("make a folder in \(parent.isEmpty ? "/tmp" : parent)")
    }
    path = String(cString: made)
  }

  deinit { _ = try? Child("rm", ["-rf", "--", path]).wait(until: .after(seconds: 30)) }
}
