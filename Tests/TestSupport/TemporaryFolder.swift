internal import Glibc
internal import System

/// A folder under /tmp that is removed, with all that is in it, with its last reference.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Makes one, for its owner alone.
  public init() throws {
    var template = Array("/tmp/a11y-tests.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw SystemError("make a folder in /tmp") }
    path = String(cString: made)
  }

  deinit { _ = try? Child("rm", ["-rf", "--", path]).wait(until: .after(seconds: 10)) }

  /// The names of what lies in it, sorted.
  public var names: [String] { TemporaryFolder.names(in: path) }

  /// The names of what lies in a folder, sorted.
  public static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
