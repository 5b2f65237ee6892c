/// What a terminal's screen shows at a moment.
public struct ScreenState: Hashable, Sendable {
  /// Its rows, as a reader would read them: without blanks at their ends.
  public var lines: [String]
  /// Runs of cells that are set apart, from the top, from the left.
  public var highlights: [ScreenRun]
  /// Where the cursor is, seen or not: programs that hide it often leave it on what has the focus.
  public var cursor: ScreenCursor
  /// The window's title; nil where the program gave none.
  public var title: String?
  /// Whether it is the screen that full-screen programs switch to.
  public var isAlternate: Bool

  /// A screen.
  public init(
    lines: [String], highlights: [ScreenRun], cursor: ScreenCursor, title: String? = nil, isAlternate: Bool = false
  ) {
    self.lines = lines
    self.highlights = highlights
    self.cursor = cursor
    self.title = title
    self.isAlternate = isAlternate
  }
}

/// A run of cells of one row that are set apart from most of the screen in one way.
public struct ScreenRun: Hashable, Sendable {
  /// From 0.
  public var row: Int
  /// Of its first cell, from 0.
  public var column: Int
  /// Cells.
  public var width: Int
  /// What stands in them, without blanks and line drawing at the ends; empty only where the cursor is in it, as in an empty field.
  public var text: String
  /// What a person would call it: the text, or of a mark without letter and digit, as the "*" of a check box, the entry of a
  /// list that it is in, else the words that it stands among on its row, up to three blanks or a line.
  public var label: String
  /// What sets it apart: "reverse", "on cyan", "bold", "underline", "bright white", or some of them.
  public var style: String

  /// A run.
  public init(row: Int, column: Int, width: Int, text: String, label: String? = nil, style: String) {
    self.row = row
    self.column = column
    self.width = width
    self.text = text
    self.label = label ?? text
    self.style = style
  }

  /// Whether a place is in it.
  public func contains(_ cursor: ScreenCursor) -> Bool {
    row == cursor.row && (column..<column + width).contains(cursor.column)
  }
}

/// A terminal's cursor.
public struct ScreenCursor: Hashable, Sendable {
  /// From 0.
  public var row: Int
  /// From 0.
  public var column: Int
  /// Whether the program shows it.
  public var isVisible: Bool

  /// A cursor.
  public init(row: Int, column: Int, isVisible: Bool) {
    self.row = row
    self.column = column
    self.isVisible = isVisible
  }
}

/// What became different between two states of a screen.
public struct ScreenChange: Hashable, Sendable {
  /// A row whose text is another one.
  public struct Line: Hashable, Sendable {
    /// From 0.
    public var row: Int
    /// Its text before; nil where the screen had no such row.
    public var before: String?
    /// Its text now; nil where the screen has no such row any more.
    public var now: String?
  }

  /// Rows with another text, from the top.
  public var lines: [Line]
  /// Runs that are there now.
  public var appeared: [ScreenRun]
  /// Runs that are not there any more.
  public var vanished: [ScreenRun]
  /// Where the cursor is, where it has moved, or is shown or hidden; nil where it stayed.
  public var cursor: ScreenCursor?
  /// Whether the title is another one.
  public var hasOtherTitle: Bool
  /// Whether the screen is the other one.
  public var isOtherScreen: Bool

  /// Whether nothing is different.
  public var isEmpty: Bool {
    lines.isEmpty && appeared.isEmpty && vanished.isEmpty && cursor == nil && !hasOtherTitle && !isOtherScreen
  }

  /// What is different in `now` from what was `before`.
  public init(from before: ScreenState, to now: ScreenState) {
    lines = (0..<max(before.lines.count, now.lines.count)).compactMap { row in
      let (old, new) = (before.lines.at(row), now.lines.at(row))
      return old == new ? nil : Line(row: row, before: old, now: new)
    }
    let (old, new) = (Set(before.highlights), Set(now.highlights))
    appeared = now.highlights.filter { !old.contains($0) }
    vanished = before.highlights.filter { !new.contains($0) }
    cursor = before.cursor == now.cursor ? nil : now.cursor
    hasOtherTitle = before.title != now.title
    isOtherScreen = before.isAlternate != now.isAlternate
  }
}

extension Array {
  fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
