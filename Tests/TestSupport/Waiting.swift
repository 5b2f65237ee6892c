internal import Dispatch
internal import Synchronization

/// Values that arrive on other threads, to be waited for with a deadline.
public final class Arrivals<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  private let changed = DispatchSemaphore(value: 0)

  /// Nothing has arrived.
  public init() {}

  /// Takes one; from any thread.
  public func add(_ value: Value) {
    values.withLock { $0.append(value) }
    changed.signal()
  }

  /// Everything that has arrived.
  public var all: [Value] { values.withLock { $0 } }

  /// Waits until what has arrived is as wanted; false where `seconds` pass first.
  public func wait(within seconds: Double = 20, until isSo: ([Value]) -> Bool) -> Bool {
    let end = DispatchTime.now() + seconds
    while !isSo(all) { if changed.wait(timeout: end) == .timedOut { return isSo(all) } }
    return true
  }
}
