import Glibc
import System
import TestSupport

/// A terminal of a test's own with a program in it: it types, resizes, hangs up, and knows what each line of the screen holds.
final class PseudoTerminal {
  private let master: Descriptor
  /// The program's side, kept open so that its settings can be read after the program's end.
  private let slave: Descriptor
  let child: Child
  /// Everything that the program has written.
  private(set) var output = ""
  private var lines: [Int: String] = [:]
  private var unread = ""
  /// The settings before the program came.
  let settingsBefore: [UInt32]

  /// Starts a program of this package, or of the system where `name` holds a slash, in a terminal of the given size, as the terminal's owner.
  init(_ name: String, _ arguments: [String], environment: [String: String] = [:], rows: Int = 24, columns: Int = 80)
    throws
  {
    var (ours, its): (Int32, Int32) = (-1, -1)
    guard openpty(&ours, &its, nil, nil, nil) == 0 else { throw SystemError("open a pseudo-terminal") }
    master = Descriptor(owning: ours)
    slave = Descriptor(owning: its)
    try PseudoTerminal.resize(slave, rows: rows, columns: columns)
    settingsBefore = PseudoTerminal.settings(slave)
    var options = Child.Options()
    options.descriptors = [slave.number, slave.number, slave.number]
    options.deathSignal = SIGKILL
    options.environment.merge(environment) { $1 }
    child = try Child(
      "/usr/bin/setsid", ["--ctty", name.contains("/") ? name : Tool.path(name)] + arguments, options)
    master.setNonBlocking(true)
  }

  deinit { child.terminate() }

  /// The settings as they are.
  var settings: [UInt32] { PseudoTerminal.settings(slave) }

  func type(_ text: String) throws { try master.writeAll(Array(text.utf8)) }

  func resize(rows: Int, columns: Int) throws {
    lines = [:]
    try PseudoTerminal.resize(slave, rows: rows, columns: columns)
  }

  /// A line of the screen, from 0, without colours.
  func line(_ row: Int) -> String { lines[row, default: ""] }

  /// All lines.
  var screen: String { lines.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n") }

  /// Reads until the screen is as wanted; false where `seconds` pass first or the program ends.
  func wait(within seconds: Double = 10, until isSo: (PseudoTerminal) -> Bool) throws -> Bool {
    let deadline = Deadline.after(seconds: seconds)
    while true {
      try readSome()
      if isSo(self) { return true }
      let found = try pollDescriptors([(master.number, .read), (child.ended.number, .read)], until: deadline)
      if found[0].isEmpty { return isSo(self) }
    }
  }

  /// Waits for the program's end and reads what it still wrote.
  func end(within seconds: Double = 10) throws -> System.ExitStatus? {
    let status = try child.wait(until: .after(seconds: seconds))
    try readSome()
    return status
  }

  private func readSome() throws {
    while let bytes = try master.readSome(), !bytes.isEmpty {
      let text = String(decoding: bytes, as: UTF8.self)
      output += text
      unread += text
    }
    takeLines()
  }

  /// Each line comes as "ESC [ row ; 1 H", its text, "ESC [ K".
  private func takeLines() {
    let pieces = unread.split(separator: "\u{1b}[K", omittingEmptySubsequences: false)
    unread = String(pieces.last ?? "")
    for piece in pieces.dropLast() {
      guard let place = piece.firstMatch(of: /\x{1b}\[(\d+);1H/), let row = Int(place.1) else { continue }
      lines[row - 1] = String(piece[place.range.upperBound...].replacing(/\x{1b}\[\d*m/, with: ""))
    }
  }

  private static func settings(_ descriptor: Descriptor) -> [UInt32] {
    var found = termios()
    tcgetattr(descriptor.number, &found)
    return [found.c_iflag, found.c_oflag, found.c_cflag, found.c_lflag]
  }

  private static func resize(_ descriptor: Descriptor, rows: Int, columns: Int) throws {
    var options = Child.Options()
    options.descriptors = [descriptor.number, -1, 2]
    let stty = try Child("stty", ["rows", "\(rows)", "cols", "\(columns)"], options)
    guard try stty.wait(until: .after(seconds: 5)) == .exited(0) else { throw SystemError("set a terminal's size") }
  }
}
