/// Judges from the spectra of a sound so far whether it is a tone or a voice.
///
/// A tone keeps its spectrum from one frame to the next, or has nearly all of it in a few lines; a voice does neither for long.
struct Timbre {
  /// What one window looked like.
  struct Features: Hashable {
    /// Share of the power that lies in the three strongest lines.
    var lines: Float
    /// Whether the strongest line lies about where it lay in the window before, or there was none.
    var isContinuous: Bool
    /// Likeness to the spectrum two frames of 10 ms before, 0 to 1; nil for the first two.
    var likeness: Float?

    // Of 11,000 windows of six voices 6 in 100 were so, of 9,000 of generated earcons 93.
    var isTonal: Bool { (lines > 0.97 && isContinuous) || (likeness ?? 0) > 0.99 }
  }

  private var spectrum: Spectrum
  private var before: [[Float]]
  private var strongest = 0
  private var seen = 0
  private var judged = 0
  private var tonal = 0

  init(rateHz: Int) {
    spectrum = Spectrum(rateHz: rateHz)
    before = Array(repeating: spectrum.power, count: 2)
  }

  /// Samples in a window.
  var length: Int { spectrum.length }

  /// A new sound begins.
  mutating func clear() {
    seen = 0
    judged = 0
    tonal = 0
  }

  /// Takes the window that ends now; to be called every 10 ms.
  mutating func take(_ sample: (Int) -> Float) {
    spectrum.take(sample)
    let slot = seen % 2
    let lineBefore = strongest
    let lines = lines()
    // A sweep of an octave in 50 ms moves by 15 in 100 from window to window.
    let isContinuous = seen == 0 || abs(strongest - lineBefore) <= max(3, lineBefore / 5)
    let features = Features(lines: lines, isContinuous: isContinuous, likeness: seen < 2 ? nil : likeness(to: slot))
    for bin in spectrum.power.indices { before[slot][bin] = spectrum.power[bin].squareRoot() }
    seen += 1
    if features.isTonal { tonal += 1 }
    // The first two windows cannot show that a rich sound is steady, so only their being tonal counts.
    if features.isTonal || features.likeness != nil { judged += 1 }
  }

  /// The kind of a sound that has lasted for so long.
  func kind(milliseconds: Int) -> SoundKind {
    if milliseconds < 25 { return .click }
    guard judged > 0 else { return .other }
    return tonal * 2 > judged ? .tone : .speech
  }

  /// Whether so much of it is tonal that hardly a voice ever is.
  var isSurelyTone: Bool { tonal * 4 > judged * 3 }

  /// The share of the three strongest lines; notes the strongest.
  private mutating func lines() -> Float {
    let power = spectrum.power
    var total: Float = 1e-20
    for bin in power.indices { total += power[bin] }
    var found = (-9, -9)
    var sum: Float = 0
    for line in 0..<3 {
      var best = 0
      var most: Float = 0
      for bin in power.indices where power[bin] > most && abs(bin - found.0) > 4 && abs(bin - found.1) > 4 {
        (best, most) = (bin, power[bin])
      }
      for bin in max(0, best - 2)...min(power.count - 1, best + 2) { sum += power[bin] }
      if line == 0 { strongest = best }
      found = (found.1, best)
    }
    return min(1, sum / total)
  }

  private func likeness(to slot: Int) -> Float {
    var product: Float = 0
    var mine: Float = 1e-20
    var theirs: Float = 1e-20
    for bin in spectrum.power.indices {
      product += spectrum.power[bin].squareRoot() * before[slot][bin]
      mine += spectrum.power[bin]
      theirs += before[slot][bin] * before[slot][bin]
    }
    return product / (mine * theirs).squareRoot()
  }
}
