internal import Glibc

/// Finds where a stream of sound becomes audible and where it ceases to be.
///
/// An onset is the first frame at which the 2 ms that end there reach −50 dBFS on the loudest channel, after a 60 Hz
/// high-pass; an offset is the same rule, reversed in time. What a stream gives does not depend on how it is cut into
/// blocks, and no block allocates anything.
public struct OnsetDetector: Sendable {
  private let rateHz: Int
  private let channels: Int
  private let longestPause: Int
  private var power: RunningPower
  private var floor = NoiseFloor()
  private var timbre: Timbre
  private var history: History
  private var grid: LevelGrid
  private var position: Int64 = 0
  private var onset: Int64?
  private var lastAudible: Int64 = 0
  private var silentSince: Int64 = -1
  private var peak = 0.0

  /// A detector for interleaved samples of `channels` channels, −1 to 1.
  ///
  /// A pause of `longestPauseMilliseconds` ends a sound of whatever kind; where nil, its kind says how long it may pause. The
  /// stretches of its levels begin at `firstLevelFrame` and at every multiple of 10 ms before and after it.
  public init(rateHz: Int, channels: Int, longestPauseMilliseconds: Int? = nil, firstLevelFrame: Int64 = 0) {
    self.rateHz = rateHz
    self.channels = channels
    longestPause = longestPauseMilliseconds ?? .max
    power = RunningPower(rateHz: rateHz, channels: channels)
    timbre = Timbre(rateHz: rateHz)
    history = History(frames: Self.frames(Pause.longest + 150, rateHz) + timbre.length, channels: channels)
    grid = LevelGrid(rateHz: rateHz, first: firstLevelFrame)
  }

  /// Takes the next samples and tells what they brought; `samples` holds whole frames.
  public mutating func process(_ samples: UnsafeBufferPointer<Float>, _ tell: (SoundEvent) -> Void) {
    guard let base = samples.baseAddress else { return }
    for frame in 0..<samples.count / channels { take(base + frame * channels, tell) }
  }

  /// Ends a sound that is under way, where the stream ends.
  public mutating func finish(_ tell: (SoundEvent) -> Void) {
    if onset != nil { end(tell) }
  }

  private mutating func take(_ frame: UnsafePointer<Float>, _ tell: (SoundEvent) -> Void) {
    if grid.isBoundary(position) { closeFrame(tell) }
    history.append(frame)
    let square = power.next(frame)
    let isAudible = square >= floor.threshold
    grid.take(square, isAudible: isAudible)
    if isAudible { hear(tell) }
    if onset != nil {
      peak = max(peak, power.magnitude)
      let pause = min(longestPause, Pause.milliseconds(after: kind, isSure: timbre.isSurelyTone))
      if position - lastAudible >= Int64(Self.frames(pause, rateHz)) { end(tell) }
    }
    position += 1
  }

  private mutating func hear(_ tell: (SoundEvent) -> Void) {
    lastAudible = position
    guard onset == nil else { return }
    onset = position
    peak = 0
    timbre.clear()
    floor.forgetRecent()
    tell(.onset(frame: position))
  }

  private mutating func end(_ tell: (SoundEvent) -> Void) {
    let start = onset ?? position
    let offset = max(start + 1, offset(notBefore: start))
    tell(.offset(frame: offset, peakDB: Float(Self.decibels(peak * peak)), kind: kind))
    onset = nil
    silentSince = position
  }

  /// What the sound under way has been so far; by its audible length, since a pause says nothing of it.
  private var kind: SoundKind {
    timbre.kind(milliseconds: Int(lastAudible - (onset ?? lastAudible)) * 1000 / rateHz)
  }

  private mutating func closeFrame(_ tell: (SoundEvent) -> Void) {
    defer {
      grid.begin(at: position)
      power.clearEnergies()
    }
    guard grid.length > 0 else { return }
    let level = power.energies.reduce(0, max) / Double(grid.length)
    guard let onset else {
      // A sound's tail is no floor.
      if grid.start > silentSince { floor.learn(mean: level, peak: grid.peak) }
      return
    }
    // Fewer are but the window's trailing echo of the frame before.
    if level >= floor.threshold, grid.audible > Self.frames(3, rateHz) {
      tell(.level(frame: grid.start, levelDB: Float(Self.decibels(level))))
    }
    // Only windows that the sound fills for the most part, and that still hold it, tell what it is.
    let length = timbre.length
    guard position - onset >= length * 3 / 4, position - lastAudible <= length / 8 else { return }
    let channel = power.loudestChannel
    timbre.take { history[$0 - length, channel] }
  }

  /// The frame after the last audible one, found backwards in time so that the high-pass does not ring past it.
  private func offset(notBefore onset: Int64) -> Int64 {
    var backwards = RunningPower(rateHz: rateHz, channels: channels)
    let oldest = max(onset, position + 1 - Int64(history.count))
    var place = position
    history.withFrame(ago: 0) { backwards.prime($0) }
    while place > oldest {
      let square = history.withFrame(ago: Int(position - place)) { backwards.next($0) }
      // Where the high-pass still rings forwards, the backward one is silent; where noise stands, neither is the sound.
      if square >= floor.threshold { return min(place, lastAudible) + 1 }
      place -= 1
    }
    return lastAudible + 1 - Int64(RunningPower.window(rateHz: rateHz))
  }

  static func frames(_ milliseconds: Int, _ rateHz: Int) -> Int { milliseconds * rateHz / 1000 }
  static func decibels(_ power: Double) -> Double { 10 * log10(power + 1e-20) }
}
