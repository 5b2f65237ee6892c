/// The control sequences that stand for keys, for the pointer and for the rest (xterm's ctlseqs; VTE; console_codes(4)).
enum KeySequence {
  enum Meaning {
    case input(TerminalInput)
    case pasteBegins
    case nothing
  }

  /// A control character: Return, Tab, BackSpace, or Control with a letter.
  static func control(_ byte: UInt8) -> TerminalKey {
    switch byte {
    case 0x09: TerminalKey(name: "Tab")
    case 0x0a, 0x0d: TerminalKey(name: "Return")
    case 0x08: TerminalKey(name: "BackSpace", modifiers: TerminalKey.control)
    case 0x7f: TerminalKey(name: "BackSpace")
    case 0x00: TerminalKey(name: "space", modifiers: TerminalKey.control)
    case 0x1b: TerminalKey(name: "Escape")
    default: TerminalKey(name: nil, character: Character(Unicode.Scalar(byte | 0x60)), modifiers: TerminalKey.control)
    }
  }

  /// What "ESC [ … FINAL" means; `bytes` are those between.
  static func control(_ bytes: [UInt8], final: UInt8) -> Meaning {
    if bytes.first == UInt8(ascii: "[") {
      guard bytes.count == 1, (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final) else { return .nothing }
      return .input(.key(TerminalKey(name: "F\(final - UInt8(ascii: "A") + 1)")))
    }
    if let first = bytes.first, (0x3c...0x3f).contains(first) {
      if first == UInt8(ascii: "<"), final == UInt8(ascii: "M") || final == UInt8(ascii: "m") {
        return pointer(sgr: parameters(Array(bytes.dropFirst())), isPress: final == UInt8(ascii: "M")).map {
          .input($0)
        } ?? .nothing
      }
      return .input(.answer)
    }
    let numbers = parameters(bytes)
    if final == UInt8(ascii: "~") { return tilde(numbers) }
    if numbers.isEmpty, final == UInt8(ascii: "I") || final == UInt8(ascii: "O") {
      return .input(.focus(final == UInt8(ascii: "I")))
    }
    // A place of the cursor, also where the letter is F3's: a program asks for it, and F3 has one parameter more that is a 1.
    if final == UInt8(ascii: "R"), numbers.count == 2, numbers[0] != 1 { return .input(.answer) }
    if final == UInt8(ascii: "Z") {
      return .input(
        .key(
          TerminalKey(name: "ISO_Left_Tab", modifiers: TerminalKey.shift | modifiers(numbers.dropFirst().first ?? 0))))
    }
    if final == UInt8(ascii: "u"), let number = numbers.first { return coded(number, numbers.dropFirst().first ?? 0) }
    guard let name = shift3(final), final <= UInt8(ascii: "S") else {
      return "cntx".utf8.contains(final) ? .input(.answer) : .nothing
    }
    return .input(.key(TerminalKey(name: name, modifiers: modifiers(numbers.dropFirst().first ?? 0))))
  }

  /// The key of "ESC O LETTER", and of "ESC [ … LETTER" as far as it goes.
  static func shift3(_ final: UInt8) -> String? {
    switch Character(Unicode.Scalar(final)) {
    case "A": "Up"
    case "B": "Down"
    case "C": "Right"
    case "D": "Left"
    case "E": "KP_Begin"
    case "F": "End"
    case "H": "Home"
    case "P": "F1"
    case "Q": "F2"
    case "R": "F3"
    case "S": "F4"
    case "M": "KP_Enter"
    case "I": "KP_Tab"
    case " ": "KP_Space"
    case "j": "KP_Multiply"
    case "k": "KP_Add"
    case "l": "KP_Separator"
    case "m": "KP_Subtract"
    case "n": "KP_Decimal"
    case "o": "KP_Divide"
    case "p", "q", "r", "s", "t", "u", "v", "w", "x", "y": "KP_\(final - UInt8(ascii: "p"))"
    case "X": "KP_Equal"
    default: nil
    }
  }

  private static func tilde(_ numbers: [Int]) -> Meaning {
    guard let number = numbers.first else { return .nothing }
    // xterm's modifyOtherKeys.
    if number == 27, numbers.count == 3 { return coded(numbers[2], numbers[1]) }
    let name: String
    switch number {
    case 200: return .pasteBegins
    case 1, 7: name = "Home"
    case 2: name = "Insert"
    case 3: name = "Delete"
    case 4, 8: name = "End"
    case 5: name = "Page_Up"
    case 6: name = "Page_Down"
    case 11...15: name = "F\(number - 10)"
    case 17...21: name = "F\(number - 11)"
    case 23, 24: name = "F\(number - 12)"
    case 25, 26: name = "F\(number - 12)"
    case 28, 29: name = "F\(number - 13)"
    case 31...34: name = "F\(number - 14)"
    default: return .nothing
    }
    return .input(.key(TerminalKey(name: name, modifiers: modifiers(numbers.dropFirst().first ?? 0))))
  }

  /// A key told by the character that it stands for.
  private static func coded(_ number: Int, _ parameter: Int) -> Meaning {
    guard let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: number)) else { return .nothing }
    var key: TerminalKey
    if number < 0x20 || number == 0x7f {
      key = control(UInt8(number))
    } else {
      key = TerminalKey(name: number == 0x20 ? "space" : nil, character: Character(scalar))
    }
    key.modifiers |= modifiers(parameter)
    return .input(.key(key))
  }

  /// xterm's parameter is one more than its bits: 1 Shift, 2 Alt, 4 Control, 8 Meta.
  static func modifiers(_ parameter: Int) -> UInt32 {
    guard (2...16).contains(parameter) else { return 0 }
    let bits = parameter - 1
    return (bits & 1 != 0 ? TerminalKey.shift : 0) | (bits & 2 != 0 ? TerminalKey.alt : 0)
      | (bits & 4 != 0 ? TerminalKey.control : 0) | (bits & 8 != 0 ? TerminalKey.meta : 0)
  }

  /// Numbers between semicolons; a missing or an absurd one is 0.
  static func parameters(_ bytes: [UInt8]) -> [Int] {
    guard !bytes.isEmpty else { return [] }
    return bytes.split(separator: UInt8(ascii: ";"), maxSplits: 16, omittingEmptySubsequences: false).map { digits in
      digits.count < 8 ? Int(String(decoding: digits, as: UTF8.self)) ?? 0 : 0
    }
  }

  private static func pointer(sgr numbers: [Int], isPress: Bool) -> TerminalInput? {
    guard numbers.count == 3 else { return nil }
    return pointer(code: numbers[0], isPress: isPress, column: numbers[1] - 1, row: numbers[2] - 1)
  }

  /// A report of three bytes: it does not tell which button was let go.
  static func pointer(x10 bytes: [UInt8]) -> TerminalInput? {
    guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }) else { return nil }
    let code = Int(bytes[0]) - 32
    let isPress = code & 3 != 3 || code & 64 != 0
    return pointer(
      code: isPress ? code : code & ~3, isPress: isPress, column: Int(bytes[1]) - 33, row: Int(bytes[2]) - 33)
  }

  private static func pointer(code: Int, isPress: Bool, column: Int, row: Int) -> TerminalInput? {
    // Bit 5 is a movement, which presses nothing.
    guard code & 32 == 0, column >= 0, row >= 0 else { return nil }
    let button = code & 64 != 0 ? 4 + code & 3 : 1 + code & 3
    return .pointer(button: button, isPress: isPress, row: row, column: column)
  }
}
