internal import Glibc

/// A second-order Butterworth high-pass for one channel (bilinear transform, direct form 1).
///
/// A synthesiser's slow drift exceeds −50 dBFS for tens of milliseconds before anything can be heard.
struct HighPass {
  private let b0, b1, b2, a1, a2: Float
  private var x1: Float = 0
  private var x2: Float = 0
  private var y1: Float = 0
  private var y2: Float = 0
  private var isPrimed = false

  init(cutoffHz: Float, rateHz: Float) {
    let k = tanf(.pi * cutoffHz / rateHz)
    let norm = 1 / (1 + k * Float(2).squareRoot() + k * k)
    b0 = norm
    b1 = -2 * norm
    b2 = norm
    a1 = 2 * (k * k - 1) * norm
    a2 = (1 - k * Float(2).squareRoot() + k * k) * norm
  }

  mutating func filter(_ x: Float) -> Float {
    if !isPrimed {
      // As if the first sample had always been there: a constant offset is no sound.
      isPrimed = true
      x1 = x
      x2 = x
    }
    let y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    // Below this it is no longer sound, and denormals are slow.
    y1 = abs(y) < 1e-12 ? 0 : y
    return y
  }
}
