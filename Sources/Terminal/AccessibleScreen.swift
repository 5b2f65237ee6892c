internal import Synchronization
public import Timeline

/// Records a terminal's screen as the terminal tells it to assistive technology.
///
/// What it looks like is read now and then, so that what was drawn and gone in between is not seen; nor are reverse video, weight
/// and bells, of which terminals tell nothing.
public final class AccessibleScreen: Sendable {
  /// What the source's note says of that.
  public static let limits =
    "read as the terminal tells it to assistive technology: of highlights in reverse video or bold, of bells, and of what was gone "
    + "before it was read nothing is told; start the program with a11y-capture -- to see them"

  /// Bytes of a text in UTF-8 that look alike.
  public typealias Run = (bytes: Range<Int>, attributes: [String: String])

  private let sink: any RecordSink
  private let diary = Mutex(ScreenDiary(route: .accessibleText))

  /// A screen whose changes go to `sink`.
  public init(sink: any RecordSink) { self.sink = sink }

  /// Tells that it is looked at from now on.
  public func start() {
    sink.offer(.source(SourceStatus(.terminal, armedAt: .now, note: Self.limits)), from: .terminal)
  }

  /// Takes a key that was pressed in the terminal; `character` is what it types, nil where it types nothing.
  public func take(key time: MonotonicTime, character: Character?) {
    diary.withLock { $0.take(key: time, character: character) }
  }

  /// Takes what the screen says at `time`: its text, a line feed behind each row, runs of one look, and the character with the cursor.
  public func take(_ text: String, runs: [Run], caret: Int?, at time: MonotonicTime) {
    let screen = Self.state(text, runs, caret)
    let columns = screen.lines.map(\.count).max() ?? 0
    diary.withLock { diary in
      for record in diary.take(screen, columns: columns, at: time) { sink.offer(record, from: .terminal) }
    }
  }

  /// It is looked at no more.
  public func stop() {
    diary.withLock { diary in
      for record in diary.end(at: .now) { sink.offer(record, from: .terminal) }
    }
    sink.offer(.source(SourceStatus(.terminal, endedAt: .now)), from: .terminal)
  }

  static func state(_ text: String, _ runs: [Run], _ caret: Int?) -> ScreenState {
    var rows: [[(text: String, style: CellStyle)]] = [[]]
    var cursor = ScreenCursor(row: 0, column: 0, isVisible: caret != nil)
    var run = runs.makeIterator()
    var current = run.next()
    var byte = 0
    for (index, scalar) in text.unicodeScalars.enumerated() {
      while let known = current, known.bytes.upperBound <= byte { current = run.next() }
      byte += String(Character(scalar)).utf8.count
      if index == caret { (cursor.row, cursor.column) = (rows.count - 1, rows[rows.count - 1].count) }
      if scalar == "\n" {
        rows.append([])
      } else {
        rows[rows.count - 1].append((String(Character(scalar)), Self.style(current?.attributes ?? [:])))
      }
    }
    if caret == text.unicodeScalars.count { (cursor.row, cursor.column) = (rows.count - 1, rows[rows.count - 1].count) }
    if rows.count > 1, rows.last?.isEmpty == true { rows.removeLast() }
    let cells = ScreenCells(rows)
    return ScreenState(lines: cells.lines, highlights: cells.highlights(cursor), cursor: cursor)
  }

  private static func style(_ attributes: [String: String]) -> CellStyle {
    CellStyle(
      ground: colour(attributes["bg-color"]) ?? .ground, letters: colour(attributes["fg-color"]) ?? .letters,
      isUnderlined: attributes["underline"].map { !["false", "none"].contains($0) } ?? false)
  }

  /// "65535,0,0", as AT-SPI has colours.
  private static func colour(_ text: String?) -> CellStyle.Colour? {
    let parts = (text ?? "").split(separator: ",").compactMap { UInt16($0) }
    guard parts.count == 3 else { return nil }
    return .rgb(UInt8(parts[0] >> 8), UInt8(parts[1] >> 8), UInt8(parts[2] >> 8))
  }
}
