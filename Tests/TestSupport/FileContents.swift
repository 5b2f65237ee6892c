internal import Glibc
internal import System

/// Whole small files.
public enum FileContents {
  /// A file's text; nil where it cannot be read.
  public static func read(_ path: String) -> String? { ProcessTable.readFile(path) }

  /// A file's bytes; nil where it cannot be read.
  public static func bytes(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    return Glibc.read(file, &bytes, bytes.count) == bytes.count ? bytes : nil
  }
}
