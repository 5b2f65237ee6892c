internal import Glibc

/// A second-order Butterworth high-pass at 60 Hz, one channel.
///
/// Below it a voice's slow drift and a sound card's offset stand far above what can be heard.
struct HighPass {
  private static let cutoffHz = 60.0

  private let b0: Double
  private let a1: Double
  private let a2: Double
  private var z1 = 0.0
  private var z2 = 0.0
  private var isPrimed = false

  init(rateHz: Int) {
    let k = tan(.pi * Self.cutoffHz / Double(rateHz))
    let norm = 1 / (1 + k * 2.0.squareRoot() + k * k)
    b0 = norm
    a1 = 2 * (k * k - 1) * norm
    a2 = (1 - k * 2.0.squareRoot() + k * k) * norm
  }

  /// The next sample; the first one counts as having stood for ever, so that a constant offset is no sound.
  @inline(__always)
  mutating func next(_ x: Double) -> Double {
    if !isPrimed { prime(x) }
    let y = b0 * x + z1
    z1 = -2 * b0 * x - a1 * y + z2
    z2 = b0 * x - a2 * y
    return y
  }

  /// Sets the state to what a constant `x` would have left.
  mutating func prime(_ x: Double) {
    z1 = -b0 * x
    z2 = b0 * x
    isPrimed = true
  }

  /// Drops what is far below any sound: numbers that small make a processor slow.
  mutating func settle() {
    if abs(z1) < 1e-20 { z1 = 0 }
    if abs(z2) < 1e-20 { z2 = 0 }
  }
}
