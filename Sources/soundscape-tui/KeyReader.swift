/// A key, or what the terminal says of itself, as the bytes of a terminal tell it.
enum Key: Equatable {
  case next, previous, activate, leave, focusGained, focusLost, other
}

/// Cuts the terminal's bytes into keys; an escape sequence may come in pieces.
struct KeyReader {
  private var partial: [UInt8] = []

  mutating func add(_ bytes: [UInt8]) -> [Key] {
    partial += bytes
    var keys: [Key] = []
    while let (key, length) = KeyReader.first(in: partial) {
      keys.append(key)
      partial.removeFirst(length)
    }
    return keys
  }

  private static func first(in bytes: [UInt8]) -> (Key, Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x09: return (.next, 1)
    case 0x0d, 0x0a, 0x20: return (.activate, 1)
    case UInt8(ascii: "q"), 0x03, 0x04: return (.leave, 1)
    case 0x1b: return sequence(bytes)
    default: return (.other, 1)
    }
  }

  private static func sequence(_ bytes: [UInt8]) -> (Key, Int)? {
    guard bytes.count > 1 else { return nil }
    let isControlSequence = bytes[1] == UInt8(ascii: "[")
    guard isControlSequence || bytes[1] == UInt8(ascii: "O") else { return (.other, 1) }
    guard let end = bytes[2...].firstIndex(where: { !(0x20...0x3f).contains($0) }) else { return nil }
    // What belongs in no sequence ends it, and is a key itself.
    guard (0x40...0x7e).contains(bytes[end]) else { return (.other, end) }
    let key: Key =
      switch bytes[end] {
      case UInt8(ascii: "A"), UInt8(ascii: "D"): .previous
      case UInt8(ascii: "B"), UInt8(ascii: "C"): .next
      case UInt8(ascii: "Z") where isControlSequence: .previous
      case UInt8(ascii: "I") where isControlSequence && end == 2: .focusGained
      case UInt8(ascii: "O") where isControlSequence && end == 2: .focusLost
      default: .other
      }
    return (key, end + 1)
  }
}
