internal import CVTerm

/// Puts a screen anew, in another size, as the bytes that draw it.
///
/// vterm_set_size() of libvterm 0.1.4 writes beyond its memory where scrolling margins are set or the cursor is low; so a
/// terminal that takes another size is made anew and painted. Programs draw themselves anew then.
struct ScreenPainting {
  private let screen: OpaquePointer
  private let terminal: OpaquePointer

  init(of screen: OpaquePointer, _ terminal: OpaquePointer) {
    self.screen = screen
    self.terminal = terminal
  }

  /// What draws it on `rows` and `columns`; where the cursor's row would be below, the upper ones are let go.
  func bytes(rows: Int, columns: Int, isAlternate: Bool, cursorIsVisible: Bool) -> [UInt8] {
    var (height, width) = (Int32(0), Int32(0))
    vterm_get_size(terminal, &height, &width)
    var cursor = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &cursor)
    let first = max(0, Int(cursor.row) - rows + 1)
    var text = isAlternate ? "\u{1b}[?1049h" : ""
    for row in first..<max(first, min(Int(height), first + rows)) {
      text += "\u{1b}[\(row - first + 1);1H" + line(Int32(row), Int32(min(Int(width), columns)))
    }
    text += sequence(pen) + "\u{1b}[\(Int(cursor.row) - first + 1);\(min(Int(cursor.col), columns - 1) + 1)H"
    if !cursorIsVisible { text += "\u{1b}[?25l" }
    return Array(text.utf8)
  }

  private func line(_ row: Int32, _ columns: Int32) -> String {
    var (line, column, last) = ("", Int32(0), "")
    while column < columns {
      var cell = VTermScreenCell()
      _ = vterm_screen_get_cell(screen, VTermPos(row: row, col: column), &cell)
      let width = max(1, Int32(cell.width))
      // Half a wide character is none.
      guard column + width <= columns else { break }
      let look = sequence(cell)
      if look != last { line += look }
      last = look
      line += Self.text(cell)
      column += width
    }
    return line
  }

  /// The look that what comes next will have.
  private var pen: VTermScreenCell {
    var cell = VTermScreenCell()
    let state = vterm_obtain_state(terminal)
    func value(_ attribute: VTermAttr) -> VTermValue {
      var value = VTermValue()
      _ = vterm_state_get_penattr(state, attribute, &value)
      return value
    }
    cell.attrs.bold = UInt32(value(VTERM_ATTR_BOLD).boolean)
    cell.attrs.underline = UInt32(value(VTERM_ATTR_UNDERLINE).number)
    cell.attrs.reverse = UInt32(value(VTERM_ATTR_REVERSE).boolean)
    cell.fg = value(VTERM_ATTR_FOREGROUND).color
    cell.bg = value(VTERM_ATTR_BACKGROUND).color
    return cell
  }

  private func sequence(_ cell: VTermScreenCell) -> String {
    var codes = "0"
    if cell.attrs.bold != 0 { codes += ";1" }
    if cell.attrs.underline != 0 { codes += ";4" }
    if cell.attrs.reverse != 0 { codes += ";7" }
    for (colour, base) in [(CellStyle.colour(cell.fg), 38), (CellStyle.colour(cell.bg), 48)] {
      switch colour {
      case .letters, .ground: break
      case .indexed(let index): codes += ";\(base);5;\(index)"
      case .rgb(let red, let green, let blue): codes += ";\(base);2;\(red);\(green);\(blue)"
      }
    }
    return "\u{1b}[\(codes)m"
  }

  private static func text(_ cell: VTermScreenCell) -> String {
    let text = CellText.text(of: cell)
    return text.isEmpty ? " " : text
  }
}

/// What stands in a cell.
enum CellText {
  /// Its characters, a letter with its marks; empty for a blank, and for the second half of a wide character.
  static func text(of cell: VTermScreenCell) -> String {
    var text = String.UnicodeScalarView()
    withUnsafeBytes(of: cell.chars) { bytes in
      for scalar in bytes.bindMemory(to: UInt32.self) {
        guard scalar != 0, scalar != .max else { break }
        text.append(Unicode.Scalar(scalar) ?? "\u{fffd}")
      }
    }
    return String(text)
  }
}
