internal import Timeline

/// Tells from readings of the clocks when the wall clock was set, and when the machine slept.
///
/// A clock that is being slewed runs a little faster or slower, and all three alike: that changes nothing between them. A sleep
/// takes CLOCK_BOOTTIME and the wall clock away from CLOCK_MONOTONIC, a set wall clock, a leap second too, the wall clock away from
/// CLOCK_BOOTTIME; so both are told apart even where they come together. What is compared is the relation that was recorded last:
/// many steps too small to count add up to one that does.
struct ClockRule {
  /// A smaller change is not told from the time that reading the clocks takes.
  static let leastNanoseconds: Int64 = .milliseconds(5)

  /// The reading that was recorded last.
  private var recorded: ClockReading
  /// The reading before this one.
  private var last: ClockReading

  /// Begins with a reading that is recorded.
  init(_ first: ClockReading) { (recorded, last) = (first, first) }

  /// Takes a reading; gives the gaps between it and the one before, which are empty where nothing has happened.
  mutating func take(_ reading: ClockReading) -> [Gap] {
    let slept = (reading.boot - reading.monotonic) - (recorded.boot - recorded.monotonic)
    let set = (reading.wall - reading.boot) - (recorded.wall - recorded.boot)
    let least = Self.leastNanoseconds + reading.uncertainty + recorded.uncertainty
    var gaps: [Gap] = []
    if slept > least { gaps.append(gap(.suspend, until: reading, "the machine slept for \(Self.length(slept))")) }
    if abs(set) > least {
      let way = set > 0 ? "forward" : "back"
      gaps.append(gap(.clockStep, until: reading, "the wall clock was set \(way) by \(Self.length(abs(set)))"))
    }
    last = reading
    if !gaps.isEmpty { recorded = reading }
    return gaps
  }

  private func gap(_ kind: Gap.Kind, until reading: ClockReading, _ reason: String) -> Gap {
    Gap(
      source: .clock, kind: kind, start: MonotonicTime(nanoseconds: last.monotonic),
      end: MonotonicTime(nanoseconds: max(last.monotonic, reading.monotonic)), reason: reason)
  }

  /// "12 ms", "1.5 s", "7200.0 s".
  private static func length(_ nanoseconds: Int64) -> String {
    guard nanoseconds >= .milliseconds(1000) else { return "\(nanoseconds / 1_000_000) ms" }
    let tenths = nanoseconds / 100_000_000
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
