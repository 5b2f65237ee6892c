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
  /// The last bytes of what is text.
  private var text: [UInt8] = []

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

  /// The same bytes without what libvterm 0.1.4 never comes back from: REP (ECMA-48, CSI … b) after nothing that takes a cell; and
  /// with numbers cut to four digits, since it counts some of them out and no screen is as large.
  mutating func harmless(_ bytes: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var (state, digits, start) = (State.ground, 0, 0)
    for byte in bytes {
      let before = state
      state = Self.next(state, byte)
      if before == .ground, state != .ground { start = kept.count }
      let isDigit = before == .control && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      digits = isDigit ? digits + 1 : 0
      if digits <= 4 { kept.append(byte) }
      if before == .ground, state == .ground {
        text.append(byte)
        if text.count > 64 { text.removeFirst(60) }
      } else if before == .control, state == .ground, byte == UInt8(ascii: "b"), !endsInCell {
        kept.removeSubrange(start...)
      }
    }
    return kept
  }

  /// Whether the last character of the text so far takes a cell.
  private var endsInCell: Bool {
    guard let scalar = String(decoding: text.suffix(4), as: UTF8.self).unicodeScalars.last, scalar.value >= 0x20,
      !(0x7f..<0xa0).contains(scalar.value), !(0x1160..<0x1200).contains(scalar.value), scalar != "\u{fffd}"
    else { return false }
    return ![.nonspacingMark, .enclosingMark, .format, .unassigned, .surrogate].contains(
      scalar.properties.generalCategory)
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
