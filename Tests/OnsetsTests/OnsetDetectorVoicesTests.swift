import Onsets
import Testing

/// The detector on richer sounds than `OnsetDetectorTests`: voices with formants, noise, clicks, swelling, other rates.
@Suite struct OnsetDetectorVoicesTests {
  private struct Sound: Equatable {
    var onset: Int64
    var offset: Int64
    var peakDB: Float
    var kind: SoundKind
  }

  private func events(_ samples: [Float], rateHz: Int = 48_000, channels: Int = 1, block: Int = 480) -> [SoundEvent] {
    var detector = OnsetDetector(rateHz: rateHz, channels: channels)
    var found: [SoundEvent] = []
    samples.withUnsafeBufferPointer { all in
      var start = 0
      while start < all.count {
        let end = min(all.count, start + block * channels)
        detector.process(UnsafeBufferPointer(rebasing: all[start..<end])) { found.append($0) }
        start = end
      }
    }
    detector.finish { found.append($0) }
    return found
  }

  private func sounds(_ events: [SoundEvent]) -> [Sound] {
    var onset: Int64 = -1
    return events.compactMap { event in
      if case .onset(let frame) = event { onset = frame }
      guard case .offset(let frame, let peakDB, let kind) = event else { return nil }
      return Sound(onset: onset, offset: frame, peakDB: peakDB, kind: kind)
    }
  }

  @Test(arguments: [8_000, 44_100, 48_000, 192_000]) func datesAToneToTheMillisecond(rateHz: Int) throws {
    let make = Sounds(rateHz: rateHz)
    let head = make.silence(milliseconds: 300)
    let tone = make.tone(hz: 880, milliseconds: 180)
    let found = sounds(events(head + tone + make.silence(milliseconds: 300), rateHz: rateHz))
    let sound = try #require(found.first)
    #expect(found.count == 1)
    #expect(abs(Int(sound.onset) - head.count) <= rateHz / 1000)
    #expect(abs(Int(sound.offset) - head.count - tone.count) <= rateHz / 1000)
    #expect(sound.kind == .tone)
    #expect(abs(sound.peakDB + 6) < 0.7)
  }

  @Test func partsAnEarconFromTheCalloutThatFollowsIt() {
    var make = Sounds()
    let earcon = make.tone(hz: 740, milliseconds: 90) + make.tone(hz: 990, milliseconds: 90)
    let callout = make.speech(words: 3, pausesMilliseconds: [120])
    let pause = make.silence(milliseconds: 60)
    let tail = make.silence(milliseconds: 600)
    let found = sounds(events(make.silence(milliseconds: 50) + earcon + pause + callout + tail))
    #expect(found.map(\.kind) == [.tone, .speech])
    let begin = 2400 + earcon.count + pause.count
    #expect(abs(Int(found.last?.onset ?? 0) - begin) < 96)
    #expect(abs(Int(found.last?.offset ?? 0) - begin - callout.count) < 96)
  }

  @Test(arguments: 1...8) func holdsOneCalloutTogether(seed: Int) {
    var make = Sounds(seed: UInt64(seed))
    let callout = make.speech(words: 5, pausesMilliseconds: [60, 400, 250, 10])
    let found = sounds(events(make.silence(milliseconds: 50) + callout + make.silence(milliseconds: 600)))
    #expect(found.map(\.kind) == [.speech])
  }

  @Test func countsEachClickOfARow() {
    var make = Sounds()
    var samples = make.silence(milliseconds: 30)
    for _ in 0..<6 { samples += make.click() + make.silence(milliseconds: 70) }
    let found = sounds(events(samples))
    #expect(found.map(\.kind) == Array(repeating: .click, count: 6))
  }

  @Test func noiseBelowTheThresholdIsSilence() {
    var make = Sounds()
    let noise = make.noise(milliseconds: 2000, rms: 0.0015)
    let hiss = make.noise(milliseconds: 400, rms: 0.0015)
    let tone = make.tone(hz: 700, milliseconds: 400)
    let found = sounds(events(noise + zip(tone, hiss).map { $0 + $1 } + noise))
    #expect(found.count == 1)
    #expect(abs(Int(found.first?.onset ?? 0) - noise.count) < 48)
  }

  @Test func aSoundHasToStandOutOfTheHumAroundIt() {
    let make = Sounds()
    // −55 dBFS rms, then −49.4: above the threshold in silence, but not above that and the hum together.
    let hum = make.tone(hz: 1000, milliseconds: 1000, amplitude: 0.00251)
    let swell = make.tone(hz: 1000, milliseconds: 500, amplitude: 0.0048)
    #expect(sounds(events(hum + swell + hum)).isEmpty)
    #expect(sounds(events(make.silence(milliseconds: 1000) + swell)).count == 1)
  }

  @Test(arguments: [0, 17, 479, -100, 4817] as [Int64])
  func levelsLieOnTheGridThatIsAskedFor(first: Int64) {
    let make = Sounds()
    let tone = make.tone(hz: 1000, milliseconds: 200)
    var detector = OnsetDetector(rateHz: 48_000, channels: 1, firstLevelFrame: first)
    var starts: [Int64] = []
    tone.withUnsafeBufferPointer { detector.process($0) { if case .level(let frame, _) = $0 { starts.append(frame) } } }
    #expect(starts.count >= 19)
    #expect(starts.dropFirst().allSatisfy { ($0 - first) % 480 == 0 }, "\(starts)")
  }

  @Test func aSuddenEndDoesNotRingOn() {
    let make = Sounds()
    // Cut at its crest, which sets the high-pass ringing.
    let loud = make.tone(hz: 300, milliseconds: 100.8, amplitude: 0.9)
    let found = sounds(events(make.silence(milliseconds: 20) + loud + make.silence(milliseconds: 5) + loud))
    #expect(found.count == 2)
    #expect(abs(Int(found[0].offset) - 960 - loud.count) < 48)
  }

  @Test func aRowOfPulsesDoesNotRaiseTheFloor() {
    let make = Sounds()
    let pulse = make.tone(hz: 900, milliseconds: 60, amplitude: 0.1) + make.silence(milliseconds: 190)
    let found = sounds(events(make.silence(milliseconds: 100) + (0..<12).flatMap { _ in pulse }))
    #expect(found.count == 12)
  }

  @Test func datesAFadeToWhereItCanBeHeard() {
    let make = Sounds()
    let head = make.silence(milliseconds: 500)
    let fade = make.tone(hz: 1000, milliseconds: 400, amplitude: 0.5, fadeInMilliseconds: 200)
    let found = sounds(events(head + fade))
    // A sine of −50 dBFS rms has an amplitude of 0.00447, which the ramp reaches after 1.8 ms; the 2 ms window lags by one.
    let delay = Int(found.first?.onset ?? 0) - head.count
    #expect(delay > 80 && delay < 192)
  }

  @Test(arguments: [1, 7, 96, 240, 997, 100_000]) func blocksOfAnySizeGiveTheSame(block: Int) {
    var make = Sounds(seed: 5)
    let samples =
      make.noise(milliseconds: 200, rms: 0.0005) + make.click() + make.silence(milliseconds: 130)
      + make.tone(hz: 660, milliseconds: 120, fadeInMilliseconds: 15) + make.silence(milliseconds: 60)
      + make.speech(words: 2, pausesMilliseconds: [300]) + make.silence(milliseconds: 500)
    let stereo = samples.flatMap { [$0, $0 * 0.3] }
    let whole = events(stereo, channels: 2, block: 480)
    #expect(sounds(whole).map(\.kind) == [.click, .tone, .speech])
    #expect(events(stereo, channels: 2, block: block) == whole)
  }

  @Test func aStreamThatEndsInASoundEndsTheSound() {
    let make = Sounds()
    let samples = make.silence(milliseconds: 20) + make.tone(hz: 500, milliseconds: 100)
    let found = sounds(events(samples))
    #expect(abs(Int(found.first?.offset ?? 0) - samples.count) < 48)
  }
}
