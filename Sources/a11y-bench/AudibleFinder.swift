/// Finds where a stream is loud, by its samples' magnitude alone; pauses under 30 ms do not count.
struct AudibleFinder {
  // A sine of −50 dBFS.
  private static let magnitude: Float = 0.00447
  private static let pauseFrames: Int64 = 1_440
  private(set) var found: [Range<Int64>] = []
  private var start: Int64?
  private var last: Int64 = 0

  mutating func take(_ magnitude: Float, at frame: Int64) {
    if magnitude >= Self.magnitude {
      if start == nil { start = frame }
      last = frame
    } else if start != nil, frame - last > Self.pauseFrames {
      finish()
    }
  }

  /// Closes what is under way.
  mutating func finish() {
    if let start { found.append(start..<last + 1) }
    start = nil
  }
}
