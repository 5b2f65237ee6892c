/// Mean square of the last 2 ms of each channel, after the high-pass.
struct RunningPower {
  private let length: Int
  private let channels: Int
  private var filters: [HighPass]
  private var squares: [Double]
  private var sums: [Double]
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
    squares = Array(repeating: 0, count: length * channels)
    sums = Array(repeating: 0, count: channels)
    energies = sums
  }

  /// Takes one frame; gives the mean square of the 2 ms that end there, of the loudest channel.
  @inline(__always)
  mutating func next(_ frame: UnsafePointer<Float>) -> Double {
    var loudest = 0.0
    magnitude = 0
    for channel in 0..<channels {
      let value = filters[channel].next(frame[channel].isFinite ? Double(frame[channel]) : 0)
      let square = value * value
      let cell = place * channels + channel
      sums[channel] = max(0, sums[channel] + square - squares[cell])
      squares[cell] = square
      energies[channel] += square
      magnitude = max(magnitude, abs(value))
      loudest = max(loudest, sums[channel])
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
