public import Timeline

/// Makes keys of the bytes that a terminal sends, cut anywhere; xterm's, VTE's and the Linux console's sequences are known.
///
/// Whatever comes, it goes on: an unknown sequence is no key, and its end is found as ECMA-48 says.
public struct KeyBytes: Sendable {
  /// After so long an ESC alone is the Escape key; terminals send the rest of a sequence at once.
  public static let escapeNanoseconds: Int64 = .milliseconds(50)
  /// Bytes of a sequence that are kept; longer ones are none.
  private static let limit = 4096

  private enum State {
    case ground
    /// After ESC.
    case escape
    /// After ESC [.
    case control
    /// After ESC O.
    case shift3
    /// In a string that ST or BEL ends.
    case string(sawEscape: Bool)
    /// So many bytes of an X10 mouse report are to come.
    case mouse(Int)
    /// Between the marks of a paste.
    case paste
  }

  private var state = State.ground
  private var bytes: [UInt8] = []
  private var character: [UInt8] = []
  private var hasAlt = false
  private var lastTime: MonotonicTime?

  /// Nothing came yet.
  public init() {}

  /// When to ask again whether an ESC was a key; nil where nothing waits.
  public var due: MonotonicTime? {
    guard case .escape = state else { return nil }
    return lastTime.map { $0 + Self.escapeNanoseconds }
  }

  /// Takes bytes that came at `time`.
  public mutating func take(_ input: some Sequence<UInt8>, at time: MonotonicTime) -> [TerminalInput] {
    var found = settle(at: time)
    for byte in input { take(byte, &found) }
    lastTime = time
    if case .paste = state { flushPaste(&found) }
    return found
  }

  /// An ESC after which nothing came in time is the Escape key.
  public mutating func settle(at time: MonotonicTime) -> [TerminalInput] {
    guard let due, time >= due else { return [] }
    state = .ground
    return [.key(TerminalKey(name: "Escape", modifiers: takeAlt()))]
  }

  private mutating func take(_ byte: UInt8, _ found: inout [TerminalInput]) {
    switch state {
    case .ground: takeGround(byte, &found)
    case .escape: takeEscape(byte, &found)
    case .control: takeControl(byte, &found)
    case .shift3:
      state = .ground
      if byte >= 0x40, byte <= 0x7e {
        let parts = KeySequence.parameters(bytes)
        let modifiers = KeySequence.modifiers(parts.last ?? 0) | takeAlt()
        if let name = KeySequence.shift3(byte) { found.append(.key(TerminalKey(name: name, modifiers: modifiers))) }
      } else if byte >= 0x30, byte <= 0x3f, bytes.count < 16 {
        bytes.append(byte)
        state = .shift3
      } else {
        takeGround(byte, &found)
      }
    case .string(let sawEscape):
      if byte == 0x07 || sawEscape && byte == UInt8(ascii: "\\") {
        state = .ground
        found.append(.answer)
      } else {
        state = .string(sawEscape: byte == 0x1b)
      }
    case .mouse(let left):
      bytes.append(byte)
      state = left > 1 ? .mouse(left - 1) : .ground
      if left == 1, let report = KeySequence.pointer(x10: bytes) { found.append(report) }
    case .paste: takePaste(byte, &found)
    }
  }

  private mutating func takeGround(_ byte: UInt8, _ found: inout [TerminalInput]) {
    if byte < 0x80 { flushCharacter(&found) }
    switch byte {
    case 0x1b:
      state = .escape
      return
    case 0x00...0x1f, 0x7f:
      var key = KeySequence.control(byte)
      key.modifiers |= takeAlt()
      found.append(.key(key))
    case 0x20: found.append(.key(TerminalKey(name: "space", character: " ", modifiers: takeAlt())))
    case 0x21...0x7e:
      found.append(
        .key(TerminalKey(name: nil, character: Character(Unicode.Scalar(byte)), modifiers: takeAlt())))
    default:
      // The first byte of a character; what continues none begins one that is not valid.
      if byte & 0xc0 != 0x80 { flushCharacter(&found) }
      character.append(byte)
      if character.count == Self.length(character[0]) { flushCharacter(&found) }
    }
  }

  private mutating func takeEscape(_ byte: UInt8, _ found: inout [TerminalInput]) {
    bytes = []
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "O"): state = .shift3
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"): state = .string(sawEscape: false)
    // ESC before a sequence is Alt with that key, and so is ESC before a key.
    case 0x1b: hasAlt = true
    default:
      state = .ground
      hasAlt = true
      takeGround(byte, &found)
    }
  }

  private mutating func takeControl(_ byte: UInt8, _ found: inout [TerminalInput]) {
    switch byte {
    // The Linux console's F1 to F5 are ESC [ [ and a letter.
    case UInt8(ascii: "[") where bytes.isEmpty: bytes.append(byte)
    case 0x40...0x7e:
      state = .ground
      if bytes.isEmpty, byte == UInt8(ascii: "M") {
        state = .mouse(3)
        return
      }
      let alt = takeAlt()
      switch KeySequence.control(bytes, final: byte) {
      case .pasteBegins: state = .paste
      case .input(.key(var key)):
        key.modifiers |= alt
        found.append(.key(key))
      case .input(let input): found.append(input)
      case .nothing: break
      }
      bytes = []
    case 0x20...0x3f where bytes.count < Self.limit: bytes.append(byte)
    // A control character cuts a sequence short.
    default:
      state = .ground
      hasAlt = false
      takeGround(byte, &found)
    }
  }

  private static let pasteEnd = Array("\u{1b}[201~".utf8)

  private mutating func takePaste(_ byte: UInt8, _ found: inout [TerminalInput]) {
    bytes.append(byte)
    guard byte == UInt8(ascii: "~"), bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) else {
      if bytes.count >= Self.limit { flushPaste(&found) }
      return
    }
    bytes.removeLast(Self.pasteEnd.count)
    if !bytes.isEmpty { found.append(.paste(String(decoding: bytes, as: UTF8.self))) }
    bytes = []
    state = .ground
  }

  /// Gives out what was pasted so far, but for what may be the beginning of its end or of a character.
  private mutating func flushPaste(_ found: inout [TerminalInput]) {
    var keep = min(Self.pasteEnd.count - 1, bytes.count)
    while keep > 0, !Self.pasteEnd.starts(with: bytes.suffix(keep)) { keep -= 1 }
    var end = bytes.count - keep
    var start = end
    while start > 0, end - start < 3, bytes[start - 1] & 0xc0 == 0x80 { start -= 1 }
    if start > 0, bytes[start - 1] >= 0xc0, Self.length(bytes[start - 1]) > end - start + 1 { end = start - 1 }
    guard end > 0 else { return }
    found.append(.paste(String(decoding: bytes[..<end], as: UTF8.self)))
    bytes.removeFirst(end)
  }

  private mutating func flushCharacter(_ found: inout [TerminalInput]) {
    guard !character.isEmpty else { return }
    let text = String(decoding: character, as: UTF8.self)
    character = []
    let alt = takeAlt()
    for one in text { found.append(.key(TerminalKey(name: nil, character: one, modifiers: alt))) }
  }

  private mutating func takeAlt() -> UInt32 {
    defer { hasAlt = false }
    return hasAlt ? TerminalKey.alt : 0
  }

  /// How many bytes a UTF-8 character has that begins so; one that cannot begin is alone.
  private static func length(_ first: UInt8) -> Int {
    switch first {
    case 0xc2...0xdf: 2
    case 0xe0...0xef: 3
    case 0xf0...0xf4: 4
    default: 1
    }
  }
}
