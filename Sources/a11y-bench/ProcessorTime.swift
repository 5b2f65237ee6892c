internal import Glibc

/// Seconds of processor time, of user and system together.
enum ProcessorTime {
  /// Of this process.
  static var own: Double { seconds(RUSAGE_SELF) }
  /// Of all processes that this one has waited for, and those that they have waited for.
  static var ofChildren: Double { seconds(RUSAGE_CHILDREN) }

  private static func seconds(_ who: __rusage_who) -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(who.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
