internal import CLinux
internal import Glibc

/// How a terminal treats what is typed and what is written (termios(3)).
public struct TerminalSettings: Equatable, Sendable {
  private var value = termios()

  /// The settings of the terminal behind a descriptor, or of the other side of a pseudo-terminal; throws where it is none.
  public init(of descriptor: Int32) throws(SystemError) {
    guard tcgetattr(descriptor, &value) == 0 else { throw SystemError("read the terminal's settings") }
  }

  /// The same, with every byte passed on as it is.
  public var raw: TerminalSettings {
    var raw = self
    cfmakeraw(&raw.value)
    return raw
  }

  /// Gives them to a terminal at once; nothing where it is gone.
  public func apply(to descriptor: Int32) {
    var value = value
    while tcsetattr(descriptor, TCSANOW, &value) < 0, errno == EINTR {}
  }

  /// Whether two treat everything alike; control characters apart.
  public static func == (one: TerminalSettings, other: TerminalSettings) -> Bool {
    (one.value.c_iflag, one.value.c_oflag, one.value.c_cflag, one.value.c_lflag)
      == (other.value.c_iflag, other.value.c_oflag, other.value.c_cflag, other.value.c_lflag)
  }

  /// Whether lines are taken and their characters not shown, as programs set it that ask for a password.
  public var hidesLines: Bool {
    value.c_lflag & tcflag_t(ECHO) == 0 && value.c_lflag & tcflag_t(ICANON) != 0
  }
}

/// The two ends of a new pseudo-terminal (openpty(3)); both are closed at exec.
public struct TerminalPair: Sendable {
  /// The terminal's end: what is written there was typed, and what programs write is read there.
  public let master: Descriptor
  /// The programs' end.
  public let slave: Descriptor

  /// Makes one of so many rows and columns, with the settings that the system gives it.
  public init(rows: UInt16 = 24, columns: UInt16 = 80) throws(SystemError) {
    var (ours, its): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ours, &its, nil, nil, &size) == 0 else { throw SystemError("open a pseudo-terminal") }
    (master, slave) = (Descriptor(owning: ours), Descriptor(owning: its))
    for number in [ours, its] { close_at_exec(number) }
    master.setNonBlocking(true)
  }

  /// Makes one with the settings and the size of another terminal.
  public init(like terminal: Int32) throws(SystemError) {
    try self.init()
    try TerminalSettings(of: terminal).apply(to: slave.number)
    TerminalSize.copy(from: terminal, to: slave.number)
  }
}
