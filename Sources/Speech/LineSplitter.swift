/// Cuts a stream of bytes into lines, whatever pieces it comes in.
struct LineSplitter {
  /// A longer line is told in its first part only, so that a client without line ends cannot fill the memory.
  static let longestLine = 1 << 20
  private var partial: [UInt8] = []

  /// Takes the next bytes and gives the lines that they complete, without line ends; bytes that are not UTF-8 are replaced.
  mutating func add(_ bytes: some Collection<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
        // A carriage return inside a line would end it for a reader of lines.
        lines.append(String(decoding: partial.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }, as: UTF8.self))
        partial.removeAll(keepingCapacity: true)
      } else if partial.count < Self.longestLine {
        partial.append(byte)
      }
    }
    return lines
  }
}
