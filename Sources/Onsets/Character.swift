/// Tells a tone from speech by how steady its zero crossings are from one 10 ms frame to the next.
///
/// A tone, a chord, a buzz keep theirs, but for a few steps between notes; speech never does for long.
struct Character {
  private var lastSample: Float = 0
  private var crossings = 0
  private var previous = -1
  private var pairs = 0
  private var steady = 0

  /// Audible frames compared so far.
  var comparedFrames: Int { pairs }

  mutating func add(_ sample: Float) {
    if (sample >= 0) != (lastSample >= 0) { crossings += 1 }
    lastSample = sample
  }

  /// Closes a frame; frames that are not wholly audible compare with nothing.
  mutating func endFrame(isAudible: Bool) {
    if isAudible, previous >= 0 {
      pairs += 1
      // One crossing more or less is the frame's edge, not a change.
      if abs(crossings - previous) <= max(1, crossings / 12) { steady += 1 }
    }
    previous = isAudible ? crossings : -1
    crossings = 0
  }

  mutating func reset() { self = Character() }

  /// Whether what was heard is steady; nil where too little was.
  var isTone: Bool? {
    guard pairs >= 2 else { return nil }
    return steady * 4 >= pairs * 3
  }
}
