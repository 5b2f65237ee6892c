/// Mean square of the last 2 ms of each channel, after the high-pass and before it, the lesser of both.
///
/// The filter rings for some 10 ms after a sudden end, where the samples themselves are silent already.
struct RunningPower {
  private let length: Int
  private let channels: Int
  private var filters: [HighPass]
  private var filtered: Sums
  private var raw: Sums
  private var place = 0
  /// Greatest magnitude among the channels of the last frame, after the high-pass.
  private(set) var magnitude = 0.0
  /// Sums of squares of each channel since they were last taken.
  private(set) var energies: [Double]

  /// Frames in 2 ms.
  static func window(rateHz: Int) -> Int { max(1, (rateHz + 250) / 500) }

  init(rateHz: Int, channels: Int) {
    length = Self.window(rateHz: rateHz)
    self.channels = channels
    filters = Array(repeating: HighPass(rateHz: rateHz), count: channels)
    filtered = Sums(length: length, channels: channels)
    raw = filtered
    energies = Array(repeating: 0, count: channels)
  }

  /// Takes one frame; gives the mean square of the 2 ms that end there, of the loudest channel.
  @inline(__always)
  mutating func next(_ frame: UnsafePointer<Float>) -> Double {
    var loudest = 0.0
    magnitude = 0
    for channel in 0..<channels {
      let sample = frame[channel].isFinite ? Double(frame[channel]) : 0
      let value = filters[channel].next(sample)
      let cell = place * channels + channel
      let sum = min(filtered.add(value * value, channel, cell), raw.add(sample * sample, channel, cell))
      energies[channel] += value * value
      magnitude = max(magnitude, abs(value))
      loudest = max(loudest, sum)
    }
    place = place + 1 == length ? 0 : place + 1
    return loudest / Double(length)
  }

  /// The channel with the greatest energy since the energies were last cleared.
  var loudestChannel: Int { energies.indices.max { energies[$0] < energies[$1] } ?? 0 }

  /// Begins a new frame of 10 ms.
  mutating func clearEnergies() {
    for channel in 0..<channels {
      energies[channel] = 0
      filters[channel].settle()
    }
  }

  /// As if the first sample to come, given here, had stood for ever.
  mutating func prime(_ frame: UnsafePointer<Float>) {
    for channel in 0..<channels { filters[channel].prime(Double(frame[channel])) }
  }
}

/// Sums over the window, a channel each.
private struct Sums {
  private var squares: [Double]
  private var sums: [Double]

  init(length: Int, channels: Int) {
    squares = Array(repeating: 0, count: length * channels)
    sums = Array(repeating: 0, count: channels)
  }

  @inline(__always)
  mutating func add(_ square: Double, _ channel: Int, _ cell: Int) -> Double {
    // Doubles hold the sum of squares to far below the threshold for years.
    sums[channel] = max(0, sums[channel] + square - squares[cell])
    squares[cell] = square
    return sums[channel]
  }
}
