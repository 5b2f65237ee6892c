internal import CVTerm

/// The cells of a screen, read at one moment.
struct ScreenCells {
  private struct Cell {
    /// Empty for the second half of a wide character.
    var text: String
    var style: CellStyle
    var isBlank: Bool { text == " " }
    /// Line drawing and blocks.
    var isLine: Bool { text.unicodeScalars.first.map { (0x2500...0x259f).contains($0.value) } ?? false }
  }

  private let rows: [[Cell]]
  private let prevailing: CellStyle

  /// Rows of characters with their looks, each of one cell.
  init(_ rows: [[(text: String, style: CellStyle)]]) {
    self.rows = rows.map { $0.map { Cell(text: $0.text, style: $0.style) } }
    var counts: [CellStyle: Int] = [:]
    for cell in self.rows.joined() { counts[cell.style, default: 0] += 1 }
    prevailing = Self.prevailing(self.rows, counts)
  }

  init(_ screen: OpaquePointer, _ terminal: OpaquePointer) {
    var (height, width) = (Int32(0), Int32(0))
    vterm_get_size(terminal, &height, &width)
    var counts: [CellStyle: Int] = [:]
    rows = (0..<height).map { row in
      (0..<width).map { column in
        let cell = Self.cell(screen, row, column)
        counts[cell.style, default: 0] += 1
        return cell
      }
    }
    prevailing = Self.prevailing(rows, counts)
  }

  /// The rows' texts without blanks at their ends.
  var lines: [String] { rows.map { Self.text($0[...]) } }

  /// Runs of cells that are set apart, each of one row and one difference; of blank cells only those with the cursor, and a mark on
  /// another ground between two signs, as the box has it that is not checked.
  ///
  /// Also the field with the cursor that looks like most of the screen, in a dialog that does not.
  func highlights(_ cursor: ScreenCursor) -> [ScreenRun] {
    var found: [ScreenRun] = []
    for (number, row) in rows.enumerated() {
      var field = number == cursor.row && cursor.isVisible ? self.field(row, number, cursor.column) : nil
      var start = 0
      while start < row.count {
        let difference = row[start].style.difference(from: prevailing)
        // On the prevailing ground a blank shows nothing of bold or of a colour: it does not end a run.
        let isGround = row[start].style.ground != prevailing.ground
        var end = start + 1
        while end < row.count,
          row[end].text.isEmpty || row[end].style.difference(from: prevailing) == difference
            || !isGround && difference != nil && Self.joins(row, end, difference, prevailing)
        { end += 1 }
        if let reached = field, reached.column < end {
          found.append(reached)
          field = nil
        }
        if let difference {
          let text = Self.words(row[start..<end])
          let run = ScreenRun(
            row: number, column: start, width: end - start, text: text,
            label: text.contains { $0.isLetter || $0.isNumber } ? text : Self.label(row, start..<end), style: difference
          )
          let isMark = isGround && run.width <= 4 && Self.isBetweenSigns(row, start..<end)
          if !run.text.isEmpty || run.contains(cursor) || isMark { found.append(run) }
        }
        start = end
      }
    }
    return found
  }

  /// The cells of the prevailing ground around a column, where another ground is on both sides.
  private func field(_ row: [Cell], _ number: Int, _ column: Int) -> ScreenRun? {
    func isIn(_ index: Int) -> Bool { row.indices.contains(index) && row[index].style.ground == prevailing.ground }
    guard isIn(column) else { return nil }
    var (start, end) = (column, column + 1)
    while isIn(start - 1) { start -= 1 }
    while isIn(end) { end += 1 }
    guard start > 0, end < row.count else { return nil }
    // Fields of newt are filled with underscores.
    let content = row[start..<end].reversed().drop { $0.text == "_" || $0.isBlank || $0.text.isEmpty }.reversed()
    let text = Self.words(ArraySlice(content))
    return ScreenRun(
      row: number, column: start, width: end - start, text: text, style: "on " + prevailing.ground.name)
  }

  /// Whether a sign stands right before some cells and right behind them.
  private static func isBetweenSigns(_ row: [Cell], _ run: Range<Int>) -> Bool {
    [run.lowerBound - 1, run.upperBound].allSatisfy { row.indices.contains($0) && !row[$0].isBlank && !row[$0].isLine }
  }

  /// Whether the blank at `index` stands between two words that are set apart in one way.
  private static func joins(_ row: [Cell], _ index: Int, _ difference: String?, _ prevailing: CellStyle) -> Bool {
    guard row[index].isBlank, row[index].style.ground == prevailing.ground, index + 1 < row.count else { return false }
    return row[index + 1].style.difference(from: prevailing) == difference
  }

  private static func cell(_ screen: OpaquePointer, _ row: Int32, _ column: Int32) -> Cell {
    var cell = VTermScreenCell()
    _ = vterm_screen_get_cell(screen, VTermPos(row: row, col: column), &cell)
    let text = CellText.text(of: cell)
    // The second half of a wide character is marked by all ones.
    let isSecondHalf = cell.chars.0 == .max
    return Cell(text: isSecondHalf ? "" : text.isEmpty ? " " : text, style: CellStyle(cell))
  }

  /// What most of the screen looks like: the commonest ground, and the commonest letters on it.
  private static func prevailing(_ rows: [[Cell]], _ counts: [CellStyle: Int]) -> CellStyle {
    var grounds: [CellStyle.Colour: Int] = [:]
    for (style, count) in counts { grounds[style.ground, default: 0] += count }
    // Of two that are as common the one with the lesser name: a dictionary has no order.
    let ground = grounds.max { ($0.value, $1.key.name) < ($1.value, $0.key.name) }?.key ?? .ground
    var letters: [CellStyle: Int] = [:]
    for row in rows {
      for cell in row where cell.style.ground == ground && !cell.isBlank { letters[cell.style, default: 0] += 1 }
    }
    func words(_ style: CellStyle) -> String { "\(style.letters.name) \(style.isBold) \(style.isUnderlined)" }
    let commonest = letters.max { ($0.value, words($1.key)) < ($1.value, words($0.key)) }?.key
    return commonest ?? CellStyle(ground: ground, letters: .letters)
  }

  /// What stands in some cells, without blanks and lines at the ends.
  private static func words(_ cells: ArraySlice<Cell>) -> String {
    func isOutside(_ cell: Cell) -> Bool { cell.isBlank || cell.isLine || cell.text.isEmpty }
    guard let first = cells.firstIndex(where: { !isOutside($0) }), let last = cells.lastIndex(where: { !isOutside($0) })
    else { return "" }
    return cells[first...last].map(\.text).joined()
  }

  /// The words that a mark without any stands among: the entry of a list, else what adjoins it, up to three blanks or a line.
  private static func label(_ row: [Cell], _ run: Range<Int>) -> String {
    func ends(_ index: Int, _ step: Int) -> Bool {
      func isBlank(_ index: Int) -> Bool { !row.indices.contains(index) || row[index].isBlank }
      guard row.indices.contains(index), !row[index].isLine, row[index].text != "|" else { return true }
      return isBlank(index) && isBlank(index + step) && isBlank(index + 2 * step)
    }
    guard run.count <= 4 else { return words(row[run]) }
    if let entry = entry(row, run) { return words(row[entry]) }
    var (start, end) = (run.lowerBound, run.upperBound)
    while !ends(start - 1, -1) { start -= 1 }
    while !ends(end, 1) { end += 1 }
    return words(row[start..<end])
  }

  /// The cells of one ground around a mark, where no line is among them and another ground is on both sides.
  private static func entry(_ row: [Cell], _ mark: Range<Int>) -> Range<Int>? {
    guard row.indices.contains(mark.upperBound) else { return nil }
    let ground = row[mark.upperBound].style.ground
    var (start, end) = (mark.lowerBound, mark.upperBound)
    while start > 0, row[start - 1].style.ground == ground { start -= 1 }
    while end < row.count, row[end].style.ground == ground { end += 1 }
    let isWhole = start > 0 && start < mark.lowerBound && end < row.count
    return isWhole && !row[start..<end].contains { $0.isLine || $0.text == "|" } ? start..<end : nil
  }

  private static func text(_ cells: ArraySlice<Cell>) -> String {
    var text = cells.map(\.text).joined()
    while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
    return text
  }
}
