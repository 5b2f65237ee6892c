/// Holds back an escape sequence of which the end has not come, so that libvterm sees each as one piece.
///
/// libvterm 0.1.4 loses a title that comes in two pieces; and its terminal is put anew where a window takes another size, which must
/// not fall into a sequence.
struct SequenceBuffer {
  /// Bytes of a sequence that are waited for; a longer one goes on in pieces.
  private static let limit = 1 << 16

  private enum State {
    case ground, escape, control, string, stringEscape
  }

  private var held: [UInt8] = []
  private var state = State.ground

  /// The bytes that are whole, of those held and the new ones.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var start = bytes.count
    var isHolding = state != .ground
    for (index, byte) in bytes.enumerated() {
      let wasGround = state == .ground
      state = Self.next(state, byte)
      if wasGround, state != .ground { start = index }
      if state == .ground { (start, isHolding) = (bytes.count, false) }
    }
    if isHolding {
      held += bytes
    } else {
      defer { held = Array(bytes[start...]) }
      return held + bytes[..<start]
    }
    guard held.count > Self.limit else { return [] }
    defer { held = [] }
    return held
  }

  /// The same bytes with numbers of control sequences cut to four digits: libvterm counts a Tab of 2,147,483,647 out one by one, for
  /// minutes, and no screen is as large.
  static func withoutHugeNumbers(_ bytes: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var (state, digits) = (State.ground, 0)
    for byte in bytes {
      let isDigit = state == .control && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      digits = isDigit ? digits + 1 : 0
      state = next(state, byte)
      if digits <= 4 { kept.append(byte) }
    }
    return kept
  }

  private static func next(_ state: State, _ byte: UInt8) -> State {
    // CAN and SUB end whatever it is (ECMA-48).
    if byte == 0x18 || byte == 0x1a { return .ground }
    switch state {
    case .ground: return byte == 0x1b ? .escape : .ground
    case .escape:
      switch byte {
      case UInt8(ascii: "["): return .control
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"): return .string
      case 0x1b, 0x20...0x2f: return .escape
      default: return .ground
      }
    case .control:
      if byte == 0x1b { return .escape }
      return (0x40...0x7e).contains(byte) ? .ground : .control
    case .string: return byte == 0x07 ? .ground : byte == 0x1b ? .stringEscape : .string
    case .stringEscape: return byte == UInt8(ascii: "\\") ? .ground : byte == 0x1b ? .stringEscape : .string
    }
  }
}
