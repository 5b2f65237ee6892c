/// Words as they are typed and spoken.
enum Words {
  /// Characters of a word below which it is not looked for in later texts: it would be found everywhere.
  static let shortest = 3

  /// Whether a character belongs to a word.
  static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }

  /// Where the words of a text stand: each run without white space, less the punctuation around it, and the words within it.
  static func ranges(in text: ArraySlice<Character>) -> [(whole: Range<Int>, parts: [Range<Int>])] {
    runs(in: text) { !$0.isWhitespace }.compactMap { run in
      let parts = runs(in: text[run], where: isPart)
      guard let first = parts.first, let last = parts.last else { return nil }
      return (first.lowerBound..<last.upperBound, parts)
    }
  }

  /// The words of a text, in small letters: what is looked for in later texts.
  static func all(in text: [Character]) -> [String] {
    ranges(in: text[...]).flatMap { found in
      (found.parts.count > 1 ? [found.whole] : []) + found.parts
    }.filter { $0.count >= shortest }.map { String(text[$0]).lowercased() }
  }

  private static func runs(in text: ArraySlice<Character>, where isIn: (Character) -> Bool) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    for index in text.indices {
      if isIn(text[index]) {
        if start == nil { start = index }
      } else if let from = start {
        found.append(from..<index)
        start = nil
      }
    }
    if let from = start { found.append(from..<text.endIndex) }
    return found
  }
}

extension Array where Element: Equatable {
  /// Where another array stands in this one, from left to right, without overlaps.
  func ranges(of part: [Element]) -> [Range<Int>] {
    guard let first = part.first, part.count <= count else { return [] }
    var found: [Range<Int>] = []
    var index = 0
    while index + part.count <= count {
      if self[index] == first, self[index..<index + part.count].elementsEqual(part) {
        found.append(index..<index + part.count)
        index += part.count
      } else {
        index += 1
      }
    }
    return found
  }
}
