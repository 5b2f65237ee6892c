internal import Glibc
internal import Timeline

/// What the machine's three clocks said at one moment, in nanoseconds.
struct ClockReading: Equatable {
  /// CLOCK_MONOTONIC, which the session goes by: it stands still while the machine sleeps.
  var monotonic: Int64
  /// CLOCK_REALTIME, the wall clock: it can be set.
  var wall: Int64
  /// CLOCK_BOOTTIME: as CLOCK_MONOTONIC, and goes on while the machine sleeps.
  var boot: Int64
  /// How far apart the three may have been read.
  var uncertainty: Int64 = 0

  /// The clocks now; of a few tries the one that was least interrupted.
  static var now: ClockReading {
    let tries = (0..<5).map { _ in once() }
    return tries.min { $0.uncertainty < $1.uncertainty } ?? once()
  }

  private static func once() -> ClockReading {
    let first = read(CLOCK_MONOTONIC)
    let (wall, boot) = (read(CLOCK_REALTIME), read(CLOCK_BOOTTIME))
    let last = read(CLOCK_MONOTONIC)
    return ClockReading(monotonic: first + (last - first) / 2, wall: wall, boot: boot, uncertainty: last - first)
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
