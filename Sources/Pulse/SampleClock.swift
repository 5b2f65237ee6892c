internal import CPulse
internal import Glibc

/// Maps samples of a stream to CLOCK_MONOTONIC, from the server's raw timing reports.
///
/// Each report dates the stream's first sample anew; the median of the last eight stands, since single ones jitter.
struct SampleClock {
  private var zeros: [Int64] = []

  /// When the stream's sample 0 was or would have been heard, nanoseconds of CLOCK_MONOTONIC; nil before the first report.
  var zeroNanoseconds: Int64? {
    guard !zeros.isEmpty else { return nil }
    return zeros.sorted()[zeros.count / 2]
  }

  /// Takes a report: `positionNanoseconds` of the stream were heard at the report's time stamp, which is of the wall clock.
  mutating func take(_ info: pa_timing_info, positionNanoseconds: Int64) {
    var wall = timespec()
    var monotonic = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    clock_gettime(CLOCK_MONOTONIC, &monotonic)
    let age =
      SampleClock.nanoseconds(wall)
      - (Int64(info.timestamp.tv_sec) * 1_000_000_000 + Int64(info.timestamp.tv_usec) * 1000)
    // A step of the wall clock between stamp and now would move every sound by as much.
    guard (0...2_000_000_000).contains(age) else { return }
    zeros.append(SampleClock.nanoseconds(monotonic) - age - positionNanoseconds)
    if zeros.count > 8 { zeros.removeFirst() }
  }

  static func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) }

  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return nanoseconds(time)
  }
}
