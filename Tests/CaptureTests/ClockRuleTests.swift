import Synchronization
import TestSupport
import Testing
import Timeline

@testable import Capture

/// Clocks that are made up: nobody's wall clock is set for a test.
@Suite struct ClockRuleTests {
  static let second: Int64 = 1_000_000_000
  static let first = ClockReading(monotonic: 50 * second, wall: 1_000_000 * second, boot: 80 * second)

  /// The clocks so long after the first reading, having slept and been set in between, all in milliseconds.
  private func reading(
    after ms: Int64, slept: Int64 = 0, set: Int64 = 0, uncertainty: Int64 = 0
  ) -> ClockReading {
    ClockReading(
      monotonic: Self.first.monotonic + ms * 1_000_000, wall: Self.first.wall + (ms + slept + set) * 1_000_000,
      boot: Self.first.boot + (ms + slept) * 1_000_000, uncertainty: uncertainty * 1_000_000)
  }

  private func told(_ readings: ClockReading...) -> [String] {
    var rule = ClockRule(Self.first)
    return readings.flatMap { rule.take($0) }.map { "\($0.kind.rawValue): \($0.reason)" }
  }

  @Test func clocksThatGoOnTogetherTellNothing() {
    #expect(told(reading(after: 1000), reading(after: 2000), reading(after: 60_000)) == [])
    // Slewed by 500 ppm, all three alike.
    #expect(told(reading(after: 999_500), reading(after: 1_999_000)) == [])
  }

  @Test(arguments: [
    (60_000, "clock-step: the wall clock was set forward by 60.0 s"),
    (-7_200_000, "clock-step: the wall clock was set back by 7200.0 s"),
    // A leap second that is put in.
    (-1000, "clock-step: the wall clock was set back by 1.0 s"),
    (20, "clock-step: the wall clock was set forward by 20 ms"),
  ])
  func aWallClockThatWasSetIsToldOnce(_ milliseconds: Int64, _ words: String) {
    #expect(
      told(reading(after: 1000), reading(after: 2000, set: milliseconds), reading(after: 3000, set: milliseconds)) == [
        words
      ])
  }

  @Test func aSleepIsToldAndTheWallClockWithItIsNot() {
    #expect(told(reading(after: 1000), reading(after: 1100, slept: 9000)) == ["suspend: the machine slept for 9.0 s"])
  }

  @Test func bothAtOnceAreTwo() {
    #expect(
      told(reading(after: 1000, slept: 3_600_000, set: -1500)) == [
        "suspend: the machine slept for 3600.0 s", "clock-step: the wall clock was set back by 1.5 s",
      ])
  }

  @Test func whatReadingTakesIsNoStepAndManySmallOnesAreOne() {
    #expect(told(reading(after: 1000, set: 4)) == [])
    #expect(told(reading(after: 1000, set: 20, uncertainty: 30)) == [], "the thread was interrupted meanwhile")
    let steps = (1...4).map { reading(after: 1000 * $0, set: 2 * $0) }
    var rule = ClockRule(Self.first)
    #expect(steps.map { rule.take($0).count } == [0, 0, 1, 0])
  }

  @Test func aGapReachesFromTheReadingBefore() {
    var rule = ClockRule(Self.first)
    _ = rule.take(reading(after: 1000))
    let gap = rule.take(reading(after: 2000, set: 500)).first
    #expect(gap?.start.nanoseconds == 51 * Self.second && gap?.end?.nanoseconds == 52 * Self.second)
    #expect(gap?.source == .clock)
  }

  @Test func theWatchKeepsTheRelationAtTheStartAfterEachChangeAndAtTheEnd() throws {
    let readings = Mutex([
      Self.first, reading(after: 1000), reading(after: 2000, set: 60_000), reading(after: 3000, set: 60_000),
    ])
    let sink = Collected()
    let watch = try ClockWatch(sink: sink, intervalSeconds: 0.001) {
      readings.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }
    #expect(sink.records.wait { $0.contains { if case .gap = $0 { true } else { false } } })
    watch.stop()
    let walls = sink.records.all.compactMap { if case .wallClock(let clock) = $0 { clock } else { nil } }
    #expect(walls.map { ($0.wallNanoseconds - $0.time.nanoseconds) / Self.second } == [999_950, 1_000_010, 1_000_010])
    #expect(sink.records.all.count { if case .gap = $0 { true } else { false } } == 1)
    let count = sink.records.all.count
    watch.stop()
    #expect(sink.records.all.count == count, "nothing comes after the end")
  }

  @Test func theRealClocksGoOnTogether() {
    let first = ClockReading.now
    var rule = ClockRule(first)
    let next = ClockReading.now
    #expect(next.monotonic > first.monotonic && rule.take(next) == [])
  }

  private final class Collected: RecordSink {
    let records = Arrivals<Record>()
    func offer(_ record: Record, from source: SourceName) { records.add(record) }
  }
}
