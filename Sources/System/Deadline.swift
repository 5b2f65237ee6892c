/// A moment by which something must have come, on the monotonic clock.
public struct Deadline: Sendable {
  private let end: SuspendingClock.Instant

  /// The moment `seconds` from now; `never` where that is 95 years away or more.
  public static func after(seconds: Double) -> Deadline {
    guard seconds < 3_000_000_000 else { return .never }
    return Deadline(end: SuspendingClock.now.advanced(by: .seconds(seconds)))
  }

  /// A deadline that never comes.
  public static let never = Deadline(end: SuspendingClock.now.advanced(by: .seconds(3_000_000_000)))

  /// Whether it has passed.
  public var hasPassed: Bool { SuspendingClock.now >= end }

  /// Milliseconds left, for poll(2); 0 once passed, at least 1 before.
  public var remainingMilliseconds: Int32 {
    let left = SuspendingClock.now.duration(to: end).components
    guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
    guard left.seconds < 1_000_000 else { return 1_000_000_000 }
    return Int32(left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
