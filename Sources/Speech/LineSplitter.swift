/// Cuts a stream of bytes into lines, whatever pieces it comes in.
struct LineSplitter {
  /// What ends a line.
  enum Ending {
    /// LF, as the tap publishes.
    case lf
    /// CR LF, as SSIP has it: a lone LF is part of a line, for the daemon too.
    case crlf
  }

  /// A longer line is told in its first part only, so that a client without line ends cannot fill the memory.
  static let longestLine = 1 << 18
  private let ending: Ending
  private var partial: [UInt8] = []
  private var last: UInt8 = 0

  init(_ ending: Ending) { self.ending = ending }

  /// Takes the next bytes and gives the lines that they complete, without line ends; bytes that are not UTF-8 are replaced.
  mutating func add(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let previous = end > 0 ? bytes[end - 1] : last
      if ending == .lf || previous == UInt8(ascii: "\r") {
        keep(bytes[start..<end])
        if ending == .crlf, partial.last == UInt8(ascii: "\r") { partial.removeLast() }
        lines.append(String(decoding: partial, as: UTF8.self))
        partial.removeAll(keepingCapacity: true)
      } else {
        keep(bytes[start...end])
      }
      start = end + 1
    }
    keep(bytes[start...])
    last = bytes.last ?? last
    return lines
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    partial += bytes.prefix(max(0, Self.longestLine - partial.count))
  }
}
