import Glibc

/// Makes the sounds that detectors are tried on; the same seed gives the same samples.
struct Sounds {
  let rateHz: Int
  private var state: UInt64

  init(rateHz: Int = 48_000, seed: UInt64 = 1) {
    self.rateHz = rateHz
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  func silence(milliseconds: Double) -> [Float] { Array(repeating: 0, count: frames(milliseconds)) }

  func frames(_ milliseconds: Double) -> Int { Int((milliseconds * Double(rateHz) / 1000).rounded()) }

  func tone(hz: Double, milliseconds: Double, amplitude: Float = 0.5, fadeInMilliseconds: Double = 0) -> [Float] {
    let fade = Double(max(1, frames(fadeInMilliseconds)))
    return (0..<frames(milliseconds)).map { frame in
      let rise = Float(min(1, Double(frame + 1) / fade))
      return amplitude * rise * Float(sin(2 * .pi * hz * Double(frame) / Double(rateHz) + 0.5))
    }
  }

  mutating func noise(milliseconds: Double, rms: Float) -> [Float] {
    // A uniform value of −1 to 1 has an rms of 1/√3.
    (0..<frames(milliseconds)).map { _ in random() * rms * Float(3).squareRoot() }
  }

  mutating func click(milliseconds: Double = 8, amplitude: Float = 0.6) -> [Float] {
    let count = frames(milliseconds)
    return (0..<count).map { amplitude * random() * Float(exp(-2 * Double($0) / Double(count))) }
  }

  /// Words of voiced and hissing parts, with the pauses between them.
  mutating func speech(words: Int, pausesMilliseconds: [Double], amplitude: Float = 0.5) -> [Float] {
    var samples: [Float] = []
    for word in 0..<words {
      for _ in 0..<3 { samples += vowel(milliseconds: 90, amplitude: amplitude) }
      samples += noise(milliseconds: 60, rms: amplitude / 8)
      samples += vowel(milliseconds: 120, amplitude: amplitude)
      if word < words - 1 { samples += silence(milliseconds: pausesMilliseconds[word % pausesMilliseconds.count]) }
    }
    return samples
  }

  /// Harmonics of a gliding pitch under two formants that move.
  private mutating func vowel(milliseconds: Double, amplitude: Float) -> [Float] {
    let count = frames(milliseconds)
    let pitch = (110 + 25 * Double(random()), 110 + 25 * Double(random()))
    let low = (500 + 250 * Double(random()), 500 + 250 * Double(random()))
    let high = (1500 + 700 * Double(random()), 1500 + 700 * Double(random()))
    var phase = 0.0
    return (0..<count).map { frame in
      let part = Double(frame) / Double(count)
      func between(_ ends: (Double, Double)) -> Double { ends.0 + (ends.1 - ends.0) * part }
      phase += 2 * .pi * between(pitch) / Double(rateHz)
      var sum = 0.0
      for harmonic in 1...25 {
        let hz = between(pitch) * Double(harmonic)
        let weight = 1 / (1 + pow((hz - between(low)) / 120, 2)) + 0.5 / (1 + pow((hz - between(high)) / 150, 2))
        sum += weight * sin(phase * Double(harmonic))
      }
      return amplitude * Float(sum) * 0.3
    }
  }

  private mutating func random() -> Float {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Float(Int64(bitPattern: state) >> 32) / Float(1 << 31)
  }
}
