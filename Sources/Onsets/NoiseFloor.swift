internal import Glibc

/// What a stream holds while nothing is heard on it, and the power from which a sound stands out of it.
///
/// Learned from 10 ms frames without sound, 100 ms late, so that a sound that swells does not raise its own threshold.
struct NoiseFloor {
  /// The level from which a sound counts as audible, mean square: −50 dBFS.
  static let audiblePower = 1e-5

  private static let delay = 10
  private static let memory = 100
  // 2 dB above the floor's greatest 2 ms.
  private static let margin = pow(10, 0.2)

  private var recent = RingOfFrames(capacity: NoiseFloor.delay)
  private var learned = RingOfFrames(capacity: NoiseFloor.memory)
  /// Mean square of 2 ms from which a sound is heard.
  private(set) var threshold = NoiseFloor.audiblePower

  /// Takes a frame without sound: its mean square, and its greatest mean square of 2 ms.
  mutating func learn(mean: Double, peak: Double) {
    guard let old = recent.push((mean, peak)) else { return }
    _ = learned.push(old)
    threshold = max(Self.audiblePower + learned.mean, learned.peak * Self.margin)
  }

  /// Forgets what is not old enough to be trusted; a sound has begun.
  mutating func forgetRecent() { recent.clear() }
}

/// The last few frames' means and peaks.
private struct RingOfFrames {
  private var frames: [(mean: Double, peak: Double)]
  private var count = 0
  private var place = 0

  init(capacity: Int) { frames = Array(repeating: (0, 0), count: capacity) }

  /// Adds a frame; gives the one that falls out.
  mutating func push(_ frame: (mean: Double, peak: Double)) -> (mean: Double, peak: Double)? {
    let old = count == frames.count ? frames[place] : nil
    frames[place] = frame
    place = (place + 1) % frames.count
    count = min(count + 1, frames.count)
    return old
  }

  mutating func clear() {
    count = 0
    place = 0
  }

  var mean: Double { count == 0 ? 0 : frames[..<count].reduce(0) { $0 + $1.mean } / Double(count) }
  var peak: Double { frames[..<count].reduce(0) { max($0, $1.peak) } }
}
