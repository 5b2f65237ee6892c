internal import CLinux

/// The size of a terminal.
public enum TerminalSize {
  /// Rows and columns of the terminal behind a descriptor; nil where it is none or does not know.
  public static func of(_ descriptor: Int32) -> (rows: Int, columns: Int)? {
    var size = winsize()
    guard terminal_size(descriptor, &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Gives a terminal the size of another, in pixels too; its programs are sent SIGWINCH where that changes it.
  public static func copy(from descriptor: Int32, to other: Int32) {
    var size = winsize()
    if terminal_size(descriptor, &size) == 0 { _ = set_terminal_size(other, &size) }
  }
}
