internal import Timeline

/// Makes the times of day in a debug log times since its first line, and finds out when that was.
///
/// The log tells neither its date nor its time zone. Its keys carry seconds since 1970, so the first key tells both.
struct OrcaLogClock: Sendable {
  private static let day: Int64 = 86_400_000_000_000
  /// Time zones differ from UTC by quarters of an hour.
  private static let zoneStep: Int64 = 900_000_000_000

  /// CLOCK_REALTIME of the first line, nanoseconds since 1970; nil until a key told.
  private(set) var startedWallNanoseconds: Int64?
  /// The last line's time.
  private(set) var last = MonotonicTime(nanoseconds: 0)
  private var first: Int64?
  private var lastOfDay: Int64 = 0
  private var days: Int64 = 0

  /// Takes the time of a line, nanoseconds since midnight, and gives it since the first line's; never earlier than the last one's.
  mutating func take(ofDay nanoseconds: Int64) -> MonotonicTime {
    let start = first ?? nanoseconds
    first = start
    // The clock was set back where it is less than half a day: midnight has not passed then.
    if nanoseconds < lastOfDay - Self.day / 2 { days += 1 }
    lastOfDay = nanoseconds
    last = MonotonicTime(nanoseconds: max(last.nanoseconds, days * Self.day + nanoseconds - start))
    return last
  }

  /// The time of something that tells its seconds since 1970, and was written next to the last line.
  mutating func take(sinceEpoch nanoseconds: Int64) -> MonotonicTime {
    var ahead = (lastOfDay - nanoseconds) % Self.day
    if ahead > Self.day / 2 { ahead -= Self.day }
    if ahead < -Self.day / 2 { ahead += Self.day }
    let quarters = (Double(ahead) / Double(Self.zoneStep)).rounded()
    let behindLine = ahead - Int64(quarters) * Self.zoneStep
    let time = last.nanoseconds - behindLine
    if startedWallNanoseconds == nil { startedWallNanoseconds = nanoseconds - time }
    return MonotonicTime(nanoseconds: max(0, time))
  }
}
