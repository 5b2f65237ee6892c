internal import Synchronization

/// A count that several threads add to.
final class Counter: Sendable {
  private let value = Mutex(0)

  /// Adds, and gives the sum.
  @discardableResult func add(_ count: Int) -> Int {
    value.withLock {
      $0 += count
      return $0
    }
  }
}
