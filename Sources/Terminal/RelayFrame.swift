public import Timeline

/// One thing that a relay tells of what passed through it, in the form in which it goes from the guard to the recorder.
public struct RelayFrame: Hashable, Sendable {
  /// What it tells.
  public enum Content: Hashable, Sendable {
    /// Bytes on their way from the program to its terminal.
    case output([UInt8])
    /// Bytes on their way to the program; they were typed while the terminal hides what is typed where `isHidden` says so.
    case input([UInt8], isHidden: Bool)
    /// The terminal's size from now on.
    case size(rows: Int, columns: Int)
    /// So many bytes, from a moment on, passed and were not copied, since nobody took the copies.
    case dropped(bytes: Int, since: MonotonicTime)
  }

  /// When it was read, in the guard.
  public var time: MonotonicTime
  /// What it tells.
  public var content: Content

  /// A frame.
  public init(time: MonotonicTime, _ content: Content) {
    self.time = time
    self.content = content
  }

  /// Kind, two bytes and a length of five, then the time: what stands before each frame's bytes.
  static let headerLength = 16
  /// More is never read from a terminal at once.
  static let longest = 1 << 20

  /// Its bytes.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// Adds its bytes to others.
  func append(to whole: inout [UInt8]) {
    switch content {
    case .output(let bytes): append(1, bytes, to: &whole)
    case .input(let bytes, let isHidden): append(isHidden ? 3 : 2, bytes, to: &whole)
    case .size(let rows, let columns):
      append(4, Self.bytes(Int64(rows)) + Self.bytes(Int64(columns)), to: &whole)
    case .dropped(let count, let since):
      append(5, Self.bytes(Int64(count)) + Self.bytes(since.nanoseconds), to: &whole)
    }
  }

  private func append(_ kind: Int64, _ body: [UInt8], to whole: inout [UInt8]) {
    let header = ((Int64(body.count) << 8 | kind).littleEndian, time.nanoseconds.littleEndian)
    withUnsafeBytes(of: header) { whole.append(contentsOf: $0) }
    whole.append(contentsOf: body)
  }

  private static func bytes(_ number: Int64) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }

  static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}

/// Puts frames together again out of bytes as they come.
public struct RelayFrames {
  private var partial: [UInt8] = []

  /// Frames of a stream that begins.
  public init() {}

  /// Takes bytes; gives the frames that are whole by now, or nil where the bytes are none of a relay's.
  public mutating func take(_ bytes: [UInt8]) -> [RelayFrame]? {
    partial += bytes
    var frames: [RelayFrame] = []
    var start = 0
    while partial.count - start >= RelayFrame.headerLength {
      let head = RelayFrame.number(partial[start...])
      let (kind, length) = (head & 0xff, Int(head >> 8))
      guard (0...RelayFrame.longest).contains(length) else { return nil }
      let end = start + RelayFrame.headerLength + length
      guard partial.count >= end else { break }
      let time = MonotonicTime(nanoseconds: RelayFrame.number(partial[(start + 8)...]))
      let body = partial[(start + RelayFrame.headerLength)..<end]
      guard let content = RelayFrames.content(kind, body) else { return nil }
      frames.append(RelayFrame(time: time, content))
      start = end
    }
    partial.removeFirst(start)
    return frames
  }

  private static func content(_ kind: Int64, _ body: ArraySlice<UInt8>) -> RelayFrame.Content? {
    switch kind {
    case 1: return .output(Array(body))
    case 2, 3: return .input(Array(body), isHidden: kind == 3)
    case 4, 5:
      guard body.count == 16 else { return nil }
      let (first, second) = (RelayFrame.number(body), RelayFrame.number(body.dropFirst(8)))
      if kind == 5 { return .dropped(bytes: Int(first), since: MonotonicTime(nanoseconds: second)) }
      return .size(rows: Int(first), columns: Int(second))
    default: return nil
    }
  }
}
