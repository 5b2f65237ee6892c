/// A text of which parts were replaced, and where each part of it has gone.
struct MaskedText: Hashable, Sendable {
  /// A part that was replaced, in characters of the text as it was.
  struct Edit: Hashable, Sendable {
    var range: Range<Int>
    var replacement: String
  }

  /// The text with its replacements.
  private(set) var text: String
  /// In order, none overlapping another.
  private(set) var edits: [Edit]

  /// A text as it is.
  init(_ text: String) {
    self.text = text
    edits = []
  }

  /// A text as a whole replaced by another.
  init(_ text: String, replacedBy replacement: String) {
    self.text = replacement
    edits = [Edit(range: 0..<text.count, replacement: replacement)]
  }

  /// The characters of a text with some of their ranges replaced; of two that overlap the one that begins first stays.
  init(_ characters: [Character], _ edits: [Edit]) {
    var result = ""
    var kept: [Edit] = []
    var end = 0
    for edit in edits.sorted(by: {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    })
    where edit.range.lowerBound >= end && !edit.range.isEmpty {
      result += String(characters[end..<edit.range.lowerBound]) + edit.replacement
      kept.append(edit)
      end = edit.range.upperBound
    }
    text = result + String(characters[end...])
    self.edits = kept
  }

  /// A stretch of the text as it was, in characters of the text as it is; one that begins or ends within a replaced part takes
  /// in all of it.
  func place(of stretch: Range<Int>) -> Range<Int> {
    let start = place(of: stretch.lowerBound) { edit, point in edit.contains(point) ? 0 : nil }
    let end = place(of: stretch.upperBound) { edit, point in
      edit.lowerBound < point && point <= edit.upperBound ? 1 : nil
    }
    return start..<max(start, end)
  }

  /// Where a point has gone; `side` says of a replaced part whether the point moves to its start, 0, to its end, 1, or is not in it.
  private func place(of point: Int, _ side: (Range<Int>, Int) -> Int?) -> Int {
    var growth = 0
    for edit in edits where edit.range.lowerBound <= point {
      if let side = side(edit.range, point) {
        return edit.range.lowerBound + growth + side * edit.replacement.count
      }
      if edit.range.upperBound <= point { growth += edit.replacement.count - edit.range.count }
    }
    return point + growth
  }
}
