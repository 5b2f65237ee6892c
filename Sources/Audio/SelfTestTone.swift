internal import Glibc
internal import Pulse

/// The tone by which the recorder shows that it hears: 1 kHz, 60 ms, −40 dBFS at its peak, faded in and out over 5 ms.
///
/// Loud enough for the detector, whose threshold lies at −50 dBFS, and hardly heard by a person.
enum SelfTestTone {
  /// What its stream is called, by which it is told apart from sounds of applications.
  static let streamName = "a11y-capture self-test"
  static let milliseconds = 60
  static let peak: Float = 0.01
  static let frequencyHz: Float = 1000
  /// What the server has taken is heard by then.
  static let settlingSeconds = 0.1

  static let samples: [Float] = {
    let count = RecordStream.rateHz * milliseconds / 1000
    let fade = Float(RecordStream.rateHz * 5 / 1000)
    return (0..<count).map { index in
      let edge = min(1, Float(min(index, count - 1 - index)) / fade)
      return peak * edge * sinf(2 * Float.pi * frequencyHz * Float(index) / Float(RecordStream.rateHz))
    }
  }()
}
