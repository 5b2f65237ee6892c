import Glibc
import Synchronization
import System

/// The terminal in raw mode on its alternate screen, put back whichever way the program ends.
final class Terminal {
  /// Lines and columns.
  struct Size: Equatable {
    var rows: Int
    var columns: Int
  }

  private static let saved = Mutex<termios?>(nil)
  /// Back to the screen as it was: no focus reports, plain text, a cursor.
  private static let ending = "\u{1b}[?1004l\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l"

  /// Takes the terminal; throws where standard input is none.
  init() throws(SystemError) {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0, isatty(STDOUT_FILENO) == 1 else {
      throw SystemError("use the terminal", code: ENOTTY, advice: "Run it in a terminal, with nothing redirected")
    }
    let before = settings
    Terminal.saved.withLock { $0 = before }
    atexit { Terminal.restore() }
    CrashRescue.install(before, ending: Terminal.ending)
    cfmakeraw(&settings)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    // Alternate screen, hidden cursor, and reports of the terminal's own focus.
    Terminal.write("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?1004h")
  }

  deinit { Terminal.restore() }

  /// Puts everything back; may be called twice.
  static func restore() {
    let settings = saved.withLock { saved in
      defer { saved = nil }
      return saved
    }
    guard var settings else { return }
    write(ending)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  var size: Size {
    TerminalSize.of(STDOUT_FILENO).map { Size(rows: $0.rows, columns: $0.columns) } ?? Size(rows: 24, columns: 80)
  }

  func draw(_ picture: String) { Terminal.write(picture) }

  private static func write(_ text: String) {
    var left = Array(text.utf8)[...]
    while !left.isEmpty {
      let written = left.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if written > 0 {
        left = left.dropFirst(written)
      } else if errno != EINTR {
        return
      }
    }
  }
}
