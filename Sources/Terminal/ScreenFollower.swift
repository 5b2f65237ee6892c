internal import Timeline

/// Follows a terminal's screen and keys by what passes through a relay.
struct ScreenFollower {
  /// What stood so long before a key is what the key was pressed at.
  private static let quietBeforeKeyNanoseconds: Int64 = 3_000_000

  /// Something that was seen.
  enum News {
    case record(Record)
    case key(TerminalCollector.Key)
  }

  private var screen = TerminalScreen(rows: 24, columns: 80)
  private var columns = 80
  private var diary = ScreenDiary()
  private var settling = ScreenSettling()
  private var keys = KeyBytes()
  private var isDrawn = false
  /// Whether the terminal hid what was typed when the last bytes came.
  private var isHidden = false

  /// When to call `settle(at:)`, if nothing more comes; nil where nothing is to come.
  var due: MonotonicTime? { [settling.due, keys.due].compactMap { $0 }.min() }

  /// Takes what has passed through the relay; gives what is seen by it.
  mutating func take(_ frame: RelayFrame) -> [News] {
    var news = settle(at: frame.time)
    switch frame.content {
    case .output(let bytes):
      bytes.withUnsafeBytes { screen.take($0) }
      drew(at: frame.time)
      for _ in 0..<screen.takeBells() { news.append(.record(diary.bell(at: frame.time))) }
    case .input(let bytes, let isHidden):
      if let last = settling.last, frame.time - last >= Self.quietBeforeKeyNanoseconds { news += look() }
      self.isHidden = isHidden
      news += keys.take(bytes, at: frame.time).compactMap { take($0, at: frame.time) }
    case .size(let rows, let columns):
      self.columns = min(max(columns, 1), TerminalScreen.sizeLimit)
      screen.resize(rows: rows, columns: columns)
      drew(at: frame.time)
    case .dropped(let count, let since):
      news.append(
        .record(
          .gap(
            Gap(
              source: .terminal, start: since, end: frame.time,
              reason:
                "\(count) bytes passed that the recorder had not taken; the screen is unsure until it is drawn anew"))))
    }
    return news
  }

  /// What has settled by `time`: the screen, and an Escape that begins nothing.
  mutating func settle(at time: MonotonicTime) -> [News] {
    let screen = settling.hasSettled(at: time) ? look() : []
    return screen + keys.settle(at: time).compactMap { take($0, at: time) }
  }

  /// The program has ended; gives what it had drawn last, and the end of all that stood.
  mutating func end(at time: MonotonicTime) -> [Record] {
    look().compactMap { if case .record(let record) = $0 { record } else { nil } } + diary.end(at: time)
  }

  private mutating func drew(at time: MonotonicTime) {
    settling.drew(at: time)
    isDrawn = true
  }

  private mutating func look() -> [News] {
    guard isDrawn, let time = settling.last else { return [] }
    isDrawn = false
    // What stands was looked at: it is not to be due once more.
    _ = settling.hasSettled(at: MonotonicTime(nanoseconds: .max))
    return diary.take(screen.read(), columns: columns, at: time).map { .record($0) }
  }

  private mutating func take(_ input: TerminalInput, at time: MonotonicTime) -> News? {
    switch input {
    case .key(let key):
      if !isHidden { diary.take(key: time, character: key.modifiers & 0b1100 == 0 ? key.character : nil) }
      return .key(
        TerminalCollector.Key(
          time: time, name: key.name, text: key.character.map(String.init) ?? "", modifiers: key.modifiers,
          isHidden: isHidden))
    case .paste(let text):
      if !isHidden { diary.take(paste: text, at: time) }
      return .key(TerminalCollector.Key(time: time, name: nil, text: text, modifiers: 0, isHidden: isHidden))
    // Of the pointer AT-SPI tells, and focus and answers are the terminal's own.
    case .pointer, .focus, .answer: return nil
    }
  }
}
