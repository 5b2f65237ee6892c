internal import CLinux

/// The size of a terminal.
public enum TerminalSize {
  /// Rows and columns of the terminal behind a descriptor; nil where it is none or does not know.
  public static func of(_ descriptor: Int32) -> (rows: Int, columns: Int)? {
    var size = winsize()
    guard terminal_size(descriptor, &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_row), Int(size.ws_col))
  }
}
