internal import Glibc
internal import System

/// Whether the recorder of a timeline is at work on it.
///
/// It holds SQLite's lock on the file from its first row to its last. Its process id as stored says nothing by itself: the
/// recorder may have lived in another process namespace, or the number may be another process's by now.
enum RecorderState {
  /// Looks into /proc/locks for a lock on `path` by the process `recorder`, or by any a11y-capture; false where it cannot be seen.
  static func isRunning(on path: String, recorder: Int32) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, let locks = ProcessTable.readFile("/proc/locks") else { return false }
    return locks.split(separator: "\n").contains { line in
      guard let (holder, inode) = lock(in: line), inode == UInt64(status.st_ino) else { return false }
      return holder == recorder || ProcessTable.name(of: holder) == "a11y-capture"
    }
  }

  /// The holder and the file's inode, as "1: POSIX ADVISORY READ 5358 fe:00:16253333 1073741826 1073742335" has them.
  private static func lock(in line: Substring) -> (holder: Int32, inode: UInt64)? {
    let words = line.split(separator: " ")
    guard words.count >= 6, let holder = Int32(words[4]),
      let inode = words[5].split(separator: ":").last.flatMap({ UInt64($0) })
    else { return nil }
    return (holder, inode)
  }
}
