internal import Glibc

/// Finds where a stream becomes audible and ceases to be, block by block.
///
/// An onset is the first frame at which the 2 ms window that ends there reaches the threshold on its loudest channel, after a
/// 60 Hz high-pass; an offset is the same rule, reversed in time. A pause shorter than the hangover, which depends on what was
/// heard before it, does not end a sound.
public struct OnsetDetector {
  /// The numbers that it works with.
  public struct Parameters: Sendable {
    /// Audible from here on, dBFS.
    public var thresholdDB: Float = -50
    /// Cut-off of the high-pass.
    public var highPassHz: Float = 60
    /// Length of the window whose power is compared.
    public var windowMilliseconds = 2
    /// Pause that ends a click.
    public var clickHangoverMilliseconds = 45
    /// Pause that ends a tone.
    public var toneHangoverMilliseconds = 40
    /// Pause that ends speech and everything else.
    public var speechHangoverMilliseconds = 450
    /// A sound up to this length is a click.
    public var clickMilliseconds = 30

    /// The documented defaults.
    public init() {}
  }

  private let parameters: Parameters
  private let channels: Int
  private let framesPerMillisecond: Int64
  private let threshold: Float
  private let windowFrames: Int64
  private let levelFrames: Int64
  private var filters: [HighPass]
  private var powers: [RunningPower]
  private var rawPowers: [RunningPower]
  private var levelSums: [Float]
  private var character = Character()
  private var floor: Float = 0
  private var frame: Int64 = 0
  private var onset: Int64?
  private var lastAudible: Int64 = 0
  private var audibleInLevel: Int64 = 0
  private var peak: Float = 0

  /// A detector for interleaved samples of `channels` channels.
  public init(rateHz: Int, channels: Int, parameters: Parameters = Parameters()) {
    self.parameters = parameters
    self.channels = channels
    framesPerMillisecond = Int64(rateHz / 1000)
    threshold = powf(10, parameters.thresholdDB / 10)
    windowFrames = Int64(parameters.windowMilliseconds * rateHz / 1000)
    levelFrames = Int64(rateHz / 100)
    filters = Array(repeating: HighPass(cutoffHz: parameters.highPassHz, rateHz: Float(rateHz)), count: channels)
    powers = Array(repeating: RunningPower(length: Int(windowFrames)), count: channels)
    rawPowers = powers
    levelSums = Array(repeating: 0, count: channels)
  }

  /// Takes the next samples and tells what they brought; `samples` holds whole frames.
  public mutating func process(_ samples: UnsafeBufferPointer<Float>, _ tell: (SoundEvent) -> Void) {
    var index = 0
    while index + channels <= samples.count {
      var power: Float = 0
      var loudest: Float = 0
      for channel in 0..<channels {
        let given = samples[index + channel]
        let sample = given.isFinite ? given : 0
        let filtered = filters[channel].filter(sample)
        // The filter rings for some ms after a sudden end, where the samples themselves are silent already: both must be loud.
        power = max(power, min(powers[channel].add(filtered), rawPowers[channel].add(sample)))
        levelSums[channel] += filtered * filtered
        if abs(filtered) > abs(loudest) { loudest = filtered }
      }
      index += channels
      step(power: power, loudest: loudest, tell)
      frame += 1
      if frame % levelFrames == 0 { endLevelFrame(tell) }
    }
  }

  /// Ends a sound that is under way, where the stream ends.
  public mutating func finish(_ tell: (SoundEvent) -> Void) {
    if onset != nil { end(tell) }
  }

  private mutating func step(power: Float, loudest: Float, _ tell: (SoundEvent) -> Void) {
    let isAudible = power >= threshold + floor
    if isAudible {
      if onset == nil {
        onset = frame
        peak = 0
        character.reset()
        tell(.onset(frame: frame))
      }
      lastAudible = frame
      audibleInLevel += 1
    } else if onset == nil {
      // Learnt slowly, and only where nothing is heard; digital silence keeps it at zero.
      floor += (power * 2 - floor) * 2e-5
    } else if frame - lastAudible > hangoverFrames {
      end(tell)
    }
    if onset != nil {
      peak = max(peak, abs(loudest))
      character.add(loudest)
    }
  }

  private mutating func endLevelFrame(_ tell: (SoundEvent) -> Void) {
    var power: Float = 0
    for channel in 0..<channels {
      power = max(power, levelSums[channel] / Float(levelFrames))
      levelSums[channel] = 0
    }
    if onset != nil {
      character.endFrame(isAudible: audibleInLevel == levelFrames)
      // The window trails by its own length, so fewer frames than that are only an echo of the one before.
      if audibleInLevel > windowFrames * 3 / 2, power >= threshold + floor {
        tell(.level(frame: frame - levelFrames, levelDB: 10 * log10f(power)))
      }
    }
    audibleInLevel = 0
  }

  private var hangoverFrames: Int64 {
    let milliseconds =
      switch kind {
      case .click: parameters.clickHangoverMilliseconds
      case .tone: parameters.toneHangoverMilliseconds
      case .speech, .other: parameters.speechHangoverMilliseconds
      }
    return Int64(milliseconds) * framesPerMillisecond
  }

  private var kind: SoundKind {
    let length = lastAudible - (onset ?? lastAudible)
    if length <= Int64(parameters.clickMilliseconds) * framesPerMillisecond { return .click }
    switch character.isTone {
    case true?: return .tone
    case false?: return .speech
    case nil: return .other
    }
  }

  private mutating func end(_ tell: (SoundEvent) -> Void) {
    let start = onset ?? frame
    // The window that starts at the last audible frame minus its length is the last that is loud enough.
    let offset = max(start + 1, lastAudible - windowFrames + 2)
    tell(.offset(frame: offset, peakDB: 20 * log10f(max(peak, 1e-7)), kind: kind))
    onset = nil
  }
}
