internal import CLinux
internal import Glibc

/// Whether a terminal shows what is typed into it.
public enum TerminalEcho {
  /// Whether one of the processes has a terminal that takes lines and shows none of their characters, as programs set it that
  /// ask for a password.
  ///
  /// A program that takes each key at once, as editors and shells do between commands, shows them itself or not, and nobody can
  /// tell.
  public static func isOff(for processIDs: [Int32]) -> Bool {
    var asked: Set<String> = []
    for id in processIDs {
      for number in 0...2 {
        let path = "/proc/\(id)/fd/\(number)"
        guard let terminal = target(of: path), isTerminal(terminal), asked.insert(terminal).inserted else { continue }
        if isOff(path) { return true }
      }
    }
    return false
  }

  private static func isTerminal(_ path: String) -> Bool {
    path.hasPrefix("/dev/pts/") || path.hasPrefix("/dev/tty") || path == "/dev/console"
  }

  private static func target(of path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  private static func isOff(_ path: String) -> Bool {
    guard let terminal = try? Descriptor.open(path, flags: O_RDONLY | O_NOCTTY | O_NONBLOCK) else { return false }
    return (try? TerminalSettings(of: terminal.number))?.hidesLines ?? false
  }
}
