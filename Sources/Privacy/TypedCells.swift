/// Which characters of a terminal's rows show what was typed.
///
/// A row that changes right after a key that typed what is new in it shows that; the mark stays until the characters are drawn over,
/// and goes along where the row scrolls.
struct TypedCells: Sendable {
  private static let rememberedRows = 1000

  private struct Row {
    var text: [Character]
    var isTyped: [Bool]
  }

  private var rows: [Int: Row] = [:]
  /// Rows that held something typed, by their text, to know them at another place.
  private var remembered: [[Character]: [Bool]] = [:]

  /// Takes the new text of a row; gives the ranges of its characters that were typed.
  ///
  /// `isFragment` tells of a word whether it is a part of what was typed last: a field that scrolls shows other parts of it.
  mutating func take(_ text: [Character], row: Int, isTyping: Bool, isFragment: ([Character]) -> Bool)
    -> [Range<Int>]
  {
    let before = rows[row] ?? Row(text: [], isTyped: [])
    let shorter = min(before.text.count, text.count)
    let head = zip(before.text, text).prefix { $0 == $1 }.count
    let tail = zip(before.text.reversed(), text.reversed()).prefix(shorter - head).prefix { $0 == $1 }.count
    let middle = head..<text.count - tail
    var isTyped = before.isTyped.prefix(head) + Array(repeating: isTyping, count: middle.count)
    isTyped += before.isTyped.suffix(tail)
    if !isTyping {
      if let known = remembered[text] { isTyped = ArraySlice(zip(isTyped, known).map { $0 || $1 }) }
      if before.isTyped.contains(true) {
        for word in Words.ranges(in: text[middle]).flatMap(\.parts)
        where word.count >= Words.shortest && isFragment(Array(text[word])) {
          for index in word { isTyped[index] = true }
        }
      }
    }
    rows[row] = Row(text: text, isTyped: Array(isTyped))
    if isTyped.contains(true) {
      if remembered.count >= Self.rememberedRows { remembered = [:] }
      remembered[text] = Array(isTyped)
    }
    return ranges(row, 0..<text.count)
  }

  /// Whether a row shows anything that was typed, or is not known.
  func isClean(_ row: Int) -> Bool { rows[row].map { !$0.isTyped.contains(true) } ?? true }

  /// The ranges of a text's characters that were typed, which stands somewhere in some cells of a row; all of it where nobody can
  /// tell, since the row has characters of two cells or does not show the text.
  func run(_ text: [Character], row: Int, cells: Range<Int>) -> [Range<Int>] {
    guard let known = rows[row], known.isTyped.contains(true) else { return [] }
    let cells = cells.clamped(to: known.text.indices)
    guard known.text.allSatisfy(Self.isNarrow), let place = Array(known.text[cells]).ranges(of: text).first else {
      return [0..<text.count]
    }
    let start = cells.lowerBound + place.lowerBound
    return ranges(row, start..<start + text.count).map { $0.lowerBound - start..<$0.upperBound - start }
  }

  private func ranges(_ row: Int, _ within: Range<Int>) -> [Range<Int>] {
    guard let known = rows[row] else { return [] }
    var found: [Range<Int>] = []
    for index in within.clamped(to: known.isTyped.indices) where known.isTyped[index] {
      if let last = found.last, last.upperBound == index {
        found[found.count - 1] = last.lowerBound..<index + 1
      } else {
        found.append(index..<index + 1)
      }
    }
    return found
  }

  /// Whether a character certainly has one cell.
  private static func isNarrow(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { $0.value < 0x1100 || (0x2010...0x2bff).contains($0.value) }
  }
}
