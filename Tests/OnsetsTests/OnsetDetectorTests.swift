import Glibc
import Onsets
import Testing

/// Sounds made for these tests, mono at 48 kHz.
enum Make {
  static let rate = 48_000
  static func silence(ms: Int) -> [Float] { Array(repeating: 0, count: ms * rate / 1000) }
  static func tone(ms: Int, hz: Float, peak: Float = 0.3) -> [Float] {
    (0..<ms * rate / 1000).map { peak * sinf(2 * .pi * hz * Float($0) / Float(rate)) }
  }
  static func click(peak: Float = 0.5) -> [Float] { (0..<rate / 200).map { $0 % 8 < 4 ? peak : -peak } }
  /// Syllables of changing pitch and noise, with pauses in between.
  static func speech(syllables: Int, pauseMS: Int, seed: UInt64) -> [Float] {
    var random = SplitMix(state: seed)
    var result: [Float] = []
    for index in 0..<syllables {
      if index > 0 { result += silence(ms: pauseMS) }
      for _ in 0..<8 {
        let hz = Float(150 + random.next() % 1800)
        result += tone(ms: 20, hz: hz, peak: 0.2)
      }
    }
    return result
  }
}

struct SplitMix {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

@Suite struct OnsetDetectorTests {
  struct Sound: Equatable {
    var onset: Int64
    var offset: Int64
    var kind: SoundKind
  }

  func detect(_ samples: [Float], block: Int = 240, channels: Int = 1) -> (sounds: [Sound], levels: [SoundEvent]) {
    var detector = OnsetDetector(rateHz: Make.rate, channels: channels)
    var sounds: [Sound] = []
    var levels: [SoundEvent] = []
    let tell: (SoundEvent) -> Void = { event in
      switch event {
      case .onset(let frame): sounds.append(Sound(onset: frame, offset: -1, kind: .other))
      case .offset(let frame, _, let kind):
        sounds[sounds.count - 1].offset = frame
        sounds[sounds.count - 1].kind = kind
      case .level: levels.append(event)
      }
    }
    samples.withUnsafeBufferPointer { all in
      var from = 0
      while from < all.count {
        let to = min(all.count, from + block * channels)
        detector.process(UnsafeBufferPointer(rebasing: all[from..<to]), tell)
        from = to
      }
    }
    detector.finish(tell)
    return (sounds, levels)
  }

  func frames(_ ms: Int) -> Int64 { Int64(ms * Make.rate / 1000) }

  @Test(arguments: [1, 7, 64, 240, 480, 4096, 1_000_000])
  func everyBlockSizeGivesTheSame(_ block: Int) {
    let samples =
      Make.silence(ms: 13) + Make.tone(ms: 180, hz: 700) + Make.silence(ms: 100)
      + Make.speech(syllables: 5, pauseMS: 150, seed: 3) + Make.silence(ms: 700) + Make.click() + Make.silence(ms: 300)
    #expect(detect(samples, block: block).sounds == detect(samples).sounds)
    #expect(detect(samples, block: block).levels == detect(samples).levels)
    #expect(detect(samples).sounds.count == 3)
  }

  @Test func aToneIsDatedToTheMillisecond() throws {
    let found = detect(Make.silence(ms: 100) + Make.tone(ms: 150, hz: 1000) + Make.silence(ms: 500)).sounds
    let sound = try #require(found.first)
    #expect(found.count == 1)
    #expect(abs(sound.onset - frames(100)) < 48, "\(sound)")
    #expect(abs(sound.offset - frames(250)) < 48, "\(sound)")
    #expect(sound.kind == .tone)
  }

  @Test func anEarconAndTheCalloutAfterItAreTwoSounds() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let samples =
        Make.silence(ms: 50) + Make.tone(ms: 90, hz: 660) + Make.tone(ms: 90, hz: 880) + Make.silence(ms: 60)
        + Make.speech(syllables: 6, pauseMS: 200, seed: seed) + Make.silence(ms: 600)
      let found = detect(samples).sounds
      #expect(found.map(\.kind) == [.tone, .speech], "seed \(seed)")
    }
  }

  @Test func pausesInsideSpeechDoNotSplitIt() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let found = detect(Make.speech(syllables: 6, pauseMS: 400, seed: seed) + Make.silence(ms: 600)).sounds
      #expect(found.count == 1, "seed \(seed): \(found)")
    }
  }

  @Test func aPauseLongerThanTheHangoverSplits() {
    let found = detect(Make.speech(syllables: 2, pauseMS: 600, seed: 5) + Make.silence(ms: 600)).sounds
    #expect(found.count == 2)
  }

  @Test func clicksFortyMillisecondsLongApartAreClicks() {
    let found = detect(Make.click() + Make.silence(ms: 100) + Make.click() + Make.silence(ms: 100)).sounds
    #expect(found.map(\.kind) == [.click, .click])
  }

  @Test func neitherSilenceNorOffsetNorHumIsASound() {
    #expect(detect(Make.silence(ms: 1000)).sounds.isEmpty)
    #expect(detect(Array(repeating: 0.03, count: 48_000)).sounds.isEmpty, "a constant offset")
    #expect(detect(Make.tone(ms: 1000, hz: 10, peak: 0.03)).sounds.isEmpty, "a slow drift")
    #expect(detect(Make.tone(ms: 1000, hz: 1000, peak: 0.003)).sounds.isEmpty, "−53 dBFS")
    #expect(detect(Make.tone(ms: 1000, hz: 1000, peak: 0.006)).sounds.count == 1, "−47 dBFS")
  }

  @Test func theLoudestChannelCountsAndAntiphaseDoesNotCancel() {
    let mono = Make.silence(ms: 20) + Make.tone(ms: 100, hz: 500) + Make.silence(ms: 600)
    let antiphase = mono.flatMap { [$0, -$0] }
    let right = mono.flatMap { [Float(0), $0] }
    #expect(detect(antiphase, channels: 2).sounds == detect(mono).sounds)
    #expect(detect(right, channels: 2).sounds == detect(mono).sounds)
  }

  @Test func levelsAreThoseOfTheAudibleFrames() {
    let levels = detect(Make.silence(ms: 100) + Make.tone(ms: 100, hz: 1000, peak: 0.1) + Make.silence(ms: 500)).levels
    #expect(levels.count == 10)
    for case .level(_, let db) in levels { #expect(abs(db - (-23.0)) < 0.5) }
  }
}
