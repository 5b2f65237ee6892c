/// The text of one element as far as its changes tell: by it the word is known in whose middle something was typed.
struct TypedContent: Sendable {
  /// What an element tells of its text.
  enum Change {
    case insert(at: Int, [Character])
    case delete(at: Int, length: Int)
  }

  private static let limit = 8192
  /// Stands for a text that was there before anything was told of it; white space, so that no word reaches over it.
  private static let unknown: Character = "\u{2028}"

  private var text: [Character] = []
  private var start = 0
  /// The text around the last change, between white space.
  private(set) var current: [Character] = []
  /// Its words, in small letters.
  private(set) var words: [String] = []

  /// Takes a change; gives the text around the change before where that is not what just grew.
  mutating func take(_ change: Change) -> [Character]? {
    let before = current
    let touched: Range<Int>
    var isGrowth = false
    switch change {
    case .insert(let offset, let inserted):
      if text.count + inserted.count > Self.limit { text = [] }
      let place = max(0, min(offset, Self.limit))
      if place > text.count { text += Array(repeating: Self.unknown, count: place - text.count) }
      text.insert(contentsOf: inserted, at: place)
      touched = place..<place + inserted.count
      isGrowth = true
    case .delete(let offset, let length):
      let place = max(0, min(offset, text.count))
      text.removeSubrange(place..<max(place, min(text.count, place + max(0, min(length, Self.limit)))))
      touched = place..<place
    }
    let from = text[..<touched.lowerBound].lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? 0
    let to = text[touched.upperBound...].firstIndex(where: \.isWhitespace) ?? text.count
    current = Array(text[from..<to])
    words = Words.all(in: current)
    defer { start = from }
    return isGrowth && from == start && !before.contains(where: \.isWhitespace) ? nil : before
  }
}
