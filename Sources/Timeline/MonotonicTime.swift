internal import Glibc

/// A moment on CLOCK_MONOTONIC, the one clock that every source is stamped with.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Nanoseconds, as clock_gettime(CLOCK_MONOTONIC) counts them.
  public var nanoseconds: Int64

  /// Takes nanoseconds of CLOCK_MONOTONIC.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// This moment; to be read at the source's edge, before any work.
  public static var now: MonotonicTime { MonotonicTime(nanoseconds: read(CLOCK_MONOTONIC)) }

  /// Nanoseconds of CLOCK_REALTIME now; kept beside a session's start, never used to order anything.
  public static var wallClockNanoseconds: Int64 { read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Earlier before later.
  public static func < (a: MonotonicTime, b: MonotonicTime) -> Bool { a.nanoseconds < b.nanoseconds }
  /// Nanoseconds from `b` to `a`.
  public static func - (a: MonotonicTime, b: MonotonicTime) -> Int64 { a.nanoseconds - b.nanoseconds }
  /// The moment `nanoseconds` later.
  public static func + (a: MonotonicTime, nanoseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: a.nanoseconds + nanoseconds)
  }
}

extension Int64 {
  /// This many milliseconds, in nanoseconds.
  public static func milliseconds(_ count: some BinaryInteger) -> Int64 { Int64(count) * 1_000_000 }
}
