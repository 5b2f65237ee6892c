/// What Orca wrote at once: a line with a time of day, or without one, and the indented lines that belong to it.
struct OrcaLogEntry: Sendable {
  /// Nanoseconds since midnight; nil where it has no time.
  var ofDay: Int64?
  /// Its lines: the first without the time, the others without the indent that puts them under it.
  var lines: [Substring]

  /// All of it.
  var text: String { lines.joined(separator: "\n") }

  /// Orca puts lines that belong to one with a time under its text: behind "HH:MM:SS.mmmmmm - ".
  private static let indent = 18

  /// Begins an entry with a line of the log.
  init(beginning line: Substring) {
    let stamp = Self.timeOfDay(line)
    ofDay = stamp
    lines = [stamp == nil ? line : line.dropFirst(Self.indent)]
  }

  /// Adds a line of the log; false where it belongs to another entry.
  mutating func add(_ line: Substring) -> Bool {
    guard lines.count < 4096 else { return false }
    if ofDay != nil {
      guard line.prefix(Self.indent).utf8.elementsEqual(repeatElement(UInt8(ascii: " "), count: Self.indent)) else {
        return false
      }
      lines.append(line.dropFirst(Self.indent))
    } else {
      guard line.first == " " else { return false }
      lines.append(line)
    }
    return true
  }

  private static func timeOfDay(_ line: Substring) -> Int64? {
    let bytes = Array(line.utf8.prefix(indent))
    let shape = Array("00:00:00.000000 - ".utf8)
    guard bytes.count == shape.count else { return nil }
    var number: Int64 = 0
    for (byte, wanted) in zip(bytes, shape) {
      guard wanted == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == wanted else {
        return nil
      }
      if wanted == UInt8(ascii: "0") { number = number * 10 + Int64(byte - UInt8(ascii: "0")) }
    }
    let (clock, micros) = number.quotientAndRemainder(dividingBy: 1_000_000)
    let (hours, minutes, seconds) = (clock / 10_000, clock / 100 % 100, clock % 100)
    guard hours < 24, minutes < 60, seconds < 61 else { return nil }
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000_000_000 + micros * 1000
  }
}
