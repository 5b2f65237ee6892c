internal import Timeline

/// Presses that may be told of twice: by the key watcher, and by their bytes on their way to a terminal program.
struct SeenPresses: Sendable {
  /// How far apart one press may be told of.
  private static let apartNanoseconds: Int64 = 300_000_000

  private var waiting: [Input.Route: [(character: Character?, name: String?, time: MonotonicTime)]] = [:]

  /// Whether a press was not told of yet by another route.
  mutating func isNew(_ key: TypedKey) -> Bool {
    let (time, name) = (key.input.time, key.input.keyName)
    for (route, presses) in waiting where route != key.input.route {
      let found = presses.firstIndex {
        $0.character == key.character && (key.character != nil || $0.name == name)
          && abs(time - $0.time) <= Self.apartNanoseconds
      }
      if let found {
        waiting[route]?.remove(at: found)
        return false
      }
    }
    waiting[key.input.route, default: []].removeAll { time - $0.time > Self.apartNanoseconds }
    waiting[key.input.route, default: []].append((key.character, name, time))
    return true
  }
}

/// What stands on a terminal's screen: what was typed into it is masked where it shows, and what the program shows is kept.
extension PrivacyRules {
  /// What is kept of a change of the screen.
  mutating func take(_ change: TerminalChange) -> TerminalChange {
    var change = change
    guard let text = change.text, [.text, .title].contains(change.kind) else { return change }
    var typed: [Range<Int>] = []
    let characters = Array(text)
    if change.kind == .text, let row = change.row {
      typed = cells.take(characters, row: row, isTyping: change.cause == .typing) { self.typed.isFragment($0) }
    }
    let kept = maskedScreen(characters, typed, at: change.time)
    if typed.isEmpty, change.cause != .typing { addOwn(kept) }
    change.text = kept
    return change
  }

  /// What is kept of a run of cells; told of again with its end, it stays what it was.
  mutating func take(_ highlight: TerminalHighlight) -> TerminalHighlight {
    var highlight = highlight
    if let known = runs[highlight.id] {
      (highlight.text, highlight.label) = known
    } else {
      func kept(_ text: String, _ place: Range<Int>) -> String {
        let characters = Array(text)
        return maskedScreen(characters, cells.run(characters, row: highlight.row, cells: place), at: highlight.time)
      }
      highlight.text = kept(highlight.text, highlight.column..<highlight.column + highlight.width)
      // Its words stand beside the cells.
      highlight.label = highlight.label.map { kept($0, 0..<Int.max) }
      runs[highlight.id] = (highlight.text, highlight.label)
    }
    if highlight.until != nil { runs[highlight.id] = nil }
    return highlight
  }

  private func maskedScreen(_ text: [Character], _ typed: [Range<Int>], at time: MonotonicTime) -> String {
    let edits = keepsText ? [] : typed.map { MaskedText.Edit(range: $0, replacement: mask.mask(String(text[$0]))) }
    return masked(MaskedText(text, edits).text, at: time).text
  }
}
