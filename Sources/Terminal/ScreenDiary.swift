internal import Timeline

/// What changed from one settled screen to the next, as records.
struct ScreenDiary {
  /// How long after a key a change may still be its doing.
  static let keyNanoseconds: Int64 = 1_000_000_000
  /// How long after a character was typed it may still show.
  private static let echoNanoseconds: Int64 = 5_000_000_000
  private static let typedLimit = 64
  /// So many characters that were typed in a row make a piece that is known again.
  private static let pieceLength = 3

  private let route: TerminalRoute
  private var state: ScreenState?
  private var size: (rows: Int, columns: Int)?
  private var standing: [ScreenRun: TerminalHighlight] = [:]
  private var lastID: Int64 = 0
  /// The last key, and whether it, or one since the last settled screen, typed text.
  private var lastKey: MonotonicTime?
  private var lastKeyTyped = false
  /// Characters typed since the screen settled last.
  private var newlyTyped = 0
  private var hasKey = false
  private var typed: [(character: Character, time: MonotonicTime)] = []

  /// A diary of one screen; ids of its highlights count from `firstID`.
  init(route: TerminalRoute = .relay, firstID: Int64 = 1) {
    self.route = route
    lastID = firstID - 1
  }

  /// Takes a key; `character` is what it types, nil where it types nothing.
  mutating func take(key time: MonotonicTime, character: Character?) {
    lastKey = time
    hasKey = true
    lastKeyTyped = character != nil
    if let character { type(character, at: time) }
  }

  /// Takes text that was pasted.
  mutating func take(paste text: String, at time: MonotonicTime) {
    (lastKey, hasKey, lastKeyTyped) = (time, true, true)
    for character in text.suffix(Self.typedLimit) { type(character, at: time) }
  }

  private mutating func type(_ character: Character, at time: MonotonicTime) {
    newlyTyped += 1
    typed.append((character, time))
    if typed.count > Self.typedLimit { typed.removeFirst() }
  }

  /// Takes a settled screen and its columns; gives what is new in it.
  mutating func take(_ now: ScreenState, columns: Int, at time: MonotonicTime) -> [Record] {
    let cause = cause(at: time)
    let changes = changes(to: now, columns, at: time, cause)
    let runs = highlights(of: now, at: time)
    (state, size) = (now, (now.lines.count, columns))
    (hasKey, newlyTyped) = (false, 0)
    return changes.map { .terminalChange($0) } + runs.map { .terminalHighlight($0) }
  }

  /// A bell, which rings at once.
  func bell(at time: MonotonicTime) -> Record {
    .terminalChange(TerminalChange(time: time, kind: .bell, cause: cause(at: time), route: route))
  }

  /// The screen is not followed any more; gives the highlights with their end.
  mutating func end(at time: MonotonicTime) -> [Record] {
    defer { (standing, state) = ([:], nil) }
    return standing.values.sorted { $0.id < $1.id }.map { .terminalHighlight(Self.ended($0, at: time)) }
  }

  private func cause(at time: MonotonicTime) -> TerminalChange.Cause {
    guard let lastKey else { return .program }
    return hasKey || time - lastKey <= Self.keyNanoseconds ? .key : .program
  }

  private func changes(
    to now: ScreenState, _ columns: Int, at time: MonotonicTime, _ cause: TerminalChange.Cause
  ) -> [TerminalChange] {
    func change(
      _ kind: TerminalChange.Kind, _ text: String, row: Int? = nil, column: Int? = nil, _ cause: TerminalChange.Cause
    ) -> TerminalChange {
      TerminalChange(time: time, kind: kind, cause: cause, row: row, column: column, text: text, route: route)
    }
    let blank = ScreenState(lines: [], highlights: [], cursor: ScreenCursor(row: 0, column: -1, isVisible: true))
    let difference = ScreenChange(from: state ?? blank, to: now)
    var found: [TerminalChange] = []
    if difference.isOtherScreen || size ?? (0, 0) != (now.lines.count, columns) {
      let buffer = now.isAlternate ? ", alternate" : ""
      found.append(change(.screen, "\(now.lines.count) rows, \(columns) columns\(buffer)", cause))
    }
    if difference.hasOtherTitle { found.append(change(.title, now.title ?? "", cause)) }
    for line in difference.lines where line.before ?? "" != line.now ?? "" {
      let text = line.now ?? ""
      let isEcho = isAtCursor(line.row, now) && showsTyped(text, before: line.before ?? "", at: time)
      found.append(change(.text, text, row: line.row, isEcho ? .typing : cause))
    }
    if let cursor = difference.cursor {
      found.append(
        change(.cursor, cursor.isVisible ? "shown" : "hidden", row: cursor.row, column: cursor.column, cause))
    }
    return found
  }

  /// Whether a row is one of those that the cursor has gone over.
  private func isAtCursor(_ row: Int, _ now: ScreenState) -> Bool {
    let before = state?.cursor.row ?? now.cursor.row
    return (min(before, now.cursor.row)...max(before, now.cursor.row)).contains(row)
  }

  /// Whether what is new in a row holds what was typed since the screen settled last, or a piece of what was typed just before.
  private func showsTyped(_ text: String, before: String, at time: MonotonicTime) -> Bool {
    guard newlyTyped > 0 || lastKeyTyped else { return false }
    let recent = typed.filter { time - $0.time <= Self.echoNanoseconds }.map(\.character)
    let length = min(Self.pieceLength, newlyTyped > 0 ? newlyTyped : recent.count)
    guard length > 0, recent.count >= length else { return false }
    let head = zip(before, text).prefix { $0 == $1 }.count
    let tail = zip(before.reversed(), text.reversed()).prefix(min(before.count, text.count) - head)
      .prefix { $0 == $1 }.count
    // What is cut off at the head may be equal by chance, as where a letter is typed before the same letter.
    let shown = Array(text.dropFirst(max(0, head - length)).dropLast(tail))
    guard shown.count >= length else { return false }
    // A blank alone says nothing: space empties a check box.
    let pieces = Set((0...recent.count - length).map { Array(recent[$0..<$0 + length]) })
      .filter { !$0.allSatisfy(\.isWhitespace) }
    return (0...shown.count - length).contains { pieces.contains(Array(shown[$0..<$0 + length])) }
  }

  private mutating func highlights(of now: ScreenState, at time: MonotonicTime) -> [TerminalHighlight] {
    let runs = Set(now.highlights)
    var found: [TerminalHighlight] = []
    for (run, highlight) in standing.sorted(by: { $0.value.id < $1.value.id }) where !runs.contains(run) {
      found.append(Self.ended(highlight, at: time))
      standing[run] = nil
    }
    for run in now.highlights where standing[run] == nil {
      lastID += 1
      var highlight = TerminalHighlight(
        id: lastID, time: time, row: run.row, column: run.column, width: run.width, text: run.text, style: run.style)
      highlight.label = run.label == run.text ? nil : run.label
      highlight.route = route
      standing[run] = highlight
      found.append(highlight)
    }
    return found
  }

  private static func ended(_ highlight: TerminalHighlight, at time: MonotonicTime) -> TerminalHighlight {
    var highlight = highlight
    highlight.until = time
    return highlight
  }
}
