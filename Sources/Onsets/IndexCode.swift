/// A buzz of which every sample tells its own index, so that a recording proves by the sound itself what of it was lost or moved.
///
/// Sample i is a square wave of 1 kHz whose magnitude grows with i, in steps that survive 16-bit samples.
public enum IndexCode {
  /// Samples a second that it is made for; a resampled recording cannot be decoded.
  public static let rateHz = 48_000
  /// Samples of a code: 180 ms.
  public static let count = 8_640
  private static let lowest: Float = 0.15
  private static let step: Float = 4.0 / 65_536

  /// The code.
  public static var samples: [Float] {
    (0..<count).map { index in
      let magnitude = lowest + Float(index) * step
      return index % 48 < 24 ? magnitude : -magnitude
    }
  }

  /// Which sample of the code a value is; nil where it is none.
  public static func index(of sample: Float) -> Int? {
    let index = ((abs(sample) - lowest) / step).rounded()
    guard index >= 0, index < Float(count) else { return nil }
    let isHigh = Int(index) % 48 < 24
    return (sample > 0) == isHigh ? Int(index) : nil
  }

  /// The place of the code's sample 0 in a recording, by the agreement of many samples; nil where there is no code in it.
  ///
  /// The place may lie before the recording's start, where the head of the code was lost.
  public static func start(in recording: some RandomAccessCollection<Float>, agreeing needed: Int = 240) -> Int? {
    var expected: Int?
    var agreed = 0
    for (place, sample) in recording.enumerated() {
      guard let index = index(of: sample) else {
        agreed = 0
        continue
      }
      if expected == place - index { agreed += 1 } else { agreed = 1 }
      expected = place - index
      if agreed == needed { return expected }
    }
    return nil
  }
}
