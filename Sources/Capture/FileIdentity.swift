internal import Glibc

/// Which file it is, whatever path it is reached by.
public struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64

  /// The file at a path; nil where there is none.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// Reads "DEVICE:INODE"; nil where it is something else.
  init?(parsing word: Substring) {
    let numbers = word.split(separator: ":", omittingEmptySubsequences: false)
    guard numbers.count == 2, let device = UInt64(numbers[0]), let inode = UInt64(numbers[1]) else { return nil }
    (self.device, self.inode) = (device, inode)
  }

  /// "DEVICE:INODE".
  var word: String { "\(device):\(inode)" }
}
