/// How what a terminal shows became known.
public enum TerminalRoute: String, Sendable {
  /// By the bytes on their way from the program to its terminal.
  case relay
  /// As the terminal tells it to assistive technology, which leaves out reverse video.
  case accessibleText = "accessible-text"
}

/// A run of cells that are set apart on a terminal's screen.
public struct TerminalHighlight: Hashable, Sendable {
  /// Unique in the session; a later record with the same id replaces an earlier one.
  public var id: Int64
  /// When the screen had it.
  public var time: MonotonicTime
  /// When the screen had it no more; nil while it stands.
  public var until: MonotonicTime?
  /// Row of the screen, from 0.
  public var row: Int
  /// Column of its first cell, from 0.
  public var column: Int
  /// Cells.
  public var width: Int
  /// What stands in them, without blanks and lines at the ends.
  public var text: String
  /// What a person would call it, where that is more than the text, as of the mark of a check box; nil where it is the text.
  public var label: String?
  /// How they are set apart, as "reverse" or "underline".
  public var style: String
  /// How it became known.
  public var route: TerminalRoute = .relay

  /// A run that stands.
  public init(id: Int64, time: MonotonicTime, row: Int, column: Int, width: Int, text: String, style: String) {
    self.id = id
    self.time = time
    self.row = row
    self.column = column
    self.width = width
    self.text = text
    self.style = style
  }
}

/// Something that changed on a terminal's screen.
public struct TerminalChange: Hashable, Sendable {
  /// What changed.
  public enum Kind: String, Sendable {
    /// The text of a row.
    case text
    /// Place or shape of the cursor.
    case cursor
    /// The title.
    case title
    /// A bell rang.
    case bell
    /// Size of the screen, or which of its two buffers is shown.
    case screen
  }

  /// What it came by.
  public enum Cause: String, Sendable {
    /// It came right after a key.
    case key
    /// It shows what was just typed.
    case typing
    /// It came by itself.
    case program
  }

  /// When the screen had it.
  public var time: MonotonicTime
  /// What changed.
  public var kind: Kind
  /// What it came by.
  public var cause: Cause
  /// Row of the screen, from 0; nil where it is not of a row.
  public var row: Int?
  /// Column of the cursor, from 0; nil for another kind.
  public var column: Int?
  /// The whole row as it is now, the cursor's shape or "hidden", the title, or the screen's size and buffer; nil for a bell.
  public var text: String?
  /// How it became known.
  public var route: TerminalRoute

  /// A change.
  public init(
    time: MonotonicTime, kind: Kind, cause: Cause, row: Int? = nil, column: Int? = nil, text: String? = nil,
    route: TerminalRoute = .relay
  ) {
    self.time = time
    self.kind = kind
    self.cause = cause
    self.row = row
    self.column = column
    self.text = text
    self.route = route
  }
}
