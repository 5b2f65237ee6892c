import Onsets
import Testing

@Suite struct IndexCodeTests {
  @Test func everySampleTellsItsIndexEvenInSixteenBits() {
    for (index, sample) in IndexCode.samples.enumerated() {
      #expect(IndexCode.index(of: sample) == index)
      #expect(IndexCode.index(of: (sample * 32_768).rounded() / 32_768) == index)
    }
  }

  @Test(arguments: [0, 1, 100, 5000])
  func aLostHeadIsTold(_ lost: Int) {
    let recording = Array(repeating: Float(0), count: 1234) + IndexCode.samples.dropFirst(lost)
    #expect(IndexCode.start(in: recording) == 1234 - lost)
  }

  @Test func otherSoundsAreNoCode() {
    #expect(IndexCode.start(in: Make.tone(ms: 500, hz: 997, peak: 0.5)) == nil)
    #expect(IndexCode.start(in: Make.silence(ms: 100)) == nil)
  }

  @Test func theDetectorTakesItForATone() {
    var kinds: [SoundKind] = []
    var detector = OnsetDetector(rateHz: 48_000, channels: 1)
    let samples = Make.silence(ms: 20) + IndexCode.samples + Make.silence(ms: 100)
    samples.withUnsafeBufferPointer {
      detector.process($0) { if case .offset(_, _, let kind) = $0 { kinds.append(kind) } }
    }
    #expect(kinds == [.tone])
  }
}
