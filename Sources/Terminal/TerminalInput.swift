/// What a terminal has sent to the program in it.
public enum TerminalInput: Hashable, Sendable {
  /// A key. A terminal tells of presses alone.
  case key(TerminalKey)
  /// Text that was pasted, as one piece or several.
  case paste(String)
  /// A button of the pointer over a cell; rows and columns from 0.
  case pointer(button: Int, isPress: Bool, row: Int, column: Int)
  /// The terminal's window got the focus, or lost it.
  case focus(Bool)
  /// An answer to a question that the program had asked the terminal.
  case answer
}

/// A key as the bytes tell it.
public struct TerminalKey: Hashable, Sendable {
  /// X keysym's name, as the key watcher names it: "Tab", "Return", "Up", "F5"; nil for a key that types text.
  public var name: String?
  /// What it types; nil for one that types nothing, or a control character.
  public var character: Character?
  /// Modifier bits as AT-SPI has them: 1 Shift, 4 Control, 8 Alt, 16 Meta.
  public var modifiers: UInt32

  /// A key.
  public init(name: String?, character: Character? = nil, modifiers: UInt32 = 0) {
    self.name = name
    self.character = character
    self.modifiers = modifiers
  }

  static let shift: UInt32 = 1
  static let control: UInt32 = 4
  static let alt: UInt32 = 8
  static let meta: UInt32 = 16
}
