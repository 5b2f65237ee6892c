internal import Glibc
internal import Timeline

/// Events that are due at a steady rate: the times are the rate itself, and nothing else is waited for.
struct Pace {
  private let start = MonotonicTime.now
  /// Events a second; 0 for as many as can be.
  let rate: Int

  /// Waits until event `number` is due.
  func wait(for number: Int) {
    guard rate > 0 else { return }
    let due = start.nanoseconds + Int64(Double(number) / Double(rate) * 1e9)
    guard MonotonicTime.now.nanoseconds < due else { return }
    var time = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
