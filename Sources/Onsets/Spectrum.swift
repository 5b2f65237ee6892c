internal import Glibc

/// Power spectrum of one window of samples; everything it needs is allocated once.
struct Spectrum {
  /// Samples in a window, a power of two of some 16 to 32 ms.
  let length: Int
  /// Power of each bin, 0 up to half the rate.
  private(set) var power: [Float]

  private let window: [Float]
  private let cosines: [Float]
  private let sines: [Float]
  private var real: [Float]
  private var imaginary: [Float]

  init(rateHz: Int) {
    var length = 64
    while length * 1000 < rateHz * 16 { length *= 2 }
    self.length = length
    let turn = 2 * Double.pi / Double(length)
    window = (0..<length).map { Float(0.5 - 0.5 * cos(turn * Double($0))) }
    cosines = (0..<length / 2).map { Float(cos(turn * Double($0))) }
    sines = (0..<length / 2).map { Float(-sin(turn * Double($0))) }
    real = Array(repeating: 0, count: length)
    imaginary = real
    power = Array(repeating: 0, count: length / 2)
  }

  /// Takes the window of `length` samples that `sample` gives by place.
  mutating func take(_ sample: (Int) -> Float) {
    var reversed = 0
    for place in 0..<length {
      real[reversed] = sample(place) * window[place]
      imaginary[reversed] = 0
      // Counts in bit-reversed order.
      var bit = length >> 1
      while bit > 0, reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
    }
    transform()
    for bin in power.indices { power[bin] = real[bin] * real[bin] + imaginary[bin] * imaginary[bin] }
  }

  /// Cooley and Tukey's transform, radix 2, in place, its input in bit-reversed order.
  private mutating func transform() {
    var half = 1
    while half < length {
      let step = length / (2 * half)
      for start in stride(from: 0, to: length, by: 2 * half) {
        for offset in 0..<half {
          let (c, s) = (cosines[offset * step], sines[offset * step])
          let (low, high) = (start + offset, start + offset + half)
          let r = real[high] * c - imaginary[high] * s
          let i = real[high] * s + imaginary[high] * c
          real[high] = real[low] - r
          imaginary[high] = imaginary[low] - i
          real[low] += r
          imaginary[low] += i
        }
      }
      half *= 2
    }
  }
}
