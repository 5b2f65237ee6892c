internal import CLinux
internal import Glibc

/// Waits for a path to appear (inotify(7)).
public enum FileWatch {
  /// Returns true once `path` exists, false when the deadline passes or one of `ended` becomes readable first; its folder must exist.
  public static func waitForPath(_ path: String, until deadline: Deadline, orEndOf ended: Descriptor...)
    throws(SystemError) -> Bool
  {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard number >= 0 else { throw SystemError("inotify_init") }
    let watch = Descriptor(owning: number)
    guard inotify_add_watch(number, folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB)) >= 0 else {
      throw SystemError("watch \(folder)")
    }
    // Looked for after the watch stands, so that nothing falls between.
    while access(path, F_OK) != 0 {
      let wanted = [(number, PollInterest.read)] + ended.map { ($0.number, PollInterest.read) }
      let found = try pollDescriptors(wanted, until: deadline)
      if found[0].contains(.read) {
        _ = try watch.readSome()
      } else {
        return access(path, F_OK) == 0
      }
    }
    return true
  }
}
