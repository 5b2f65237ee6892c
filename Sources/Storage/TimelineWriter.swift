internal import Dispatch
internal import Synchronization
public import Timeline

/// Takes records from all collectors and writes them on a queue of its own, so that none of them waits for the disk.
///
/// What was offered is committed at most 100 ms later. What does not fit into the queue, or comes after a failure, is refused
/// and counted for its source.
public final class TimelineWriter: RecordSink {
  /// Records that wait at most; beyond it they are dropped and counted.
  public static let queueLimit = 200_000
  private static let commitMilliseconds = 25

  private struct Counts {
    var received: Int64 = 0
    var stored: Int64 = 0
    var dropped: Int64 = 0
  }
  private struct Waiting {
    var records: [(record: Record, source: SourceName)] = []
    var counts: [SourceName: Counts] = [:]
    // Of the whole session; `counts` holds what is not in the file yet.
    var droppedInAll: [SourceName: Int64] = [:]
    var isClosed = false
    var hasEnded = false
    var failure: StorageError?
  }

  private let waiting = Mutex(Waiting())
  private let store: Mutex<TimelineStore>
  private let queue = DispatchQueue(label: "timeline writer")
  private let onCommit: (@Sendable ([Record]) -> Void)?
  private let onFailure: @Sendable (StorageError) -> Void

  /// Takes over `store`; on the writer's queue, `onCommit` is told of each batch that was committed, and `onFailure` once
  /// where nothing more can be written.
  public init(
    store: sending TimelineStore, onCommit: (@Sendable ([Record]) -> Void)? = nil,
    onFailure: @escaping @Sendable (StorageError) -> Void = { _ in }
  ) {
    self.store = Mutex(store)
    self.onCommit = onCommit
    self.onFailure = onFailure
  }

  /// Takes a record for storing, or counts it as dropped for its source.
  public func offer(_ record: Record, from source: SourceName) {
    let isFirst = waiting.withLock { waiting in
      // What comes after the end is of no session.
      guard !waiting.isClosed else { return false }
      waiting.counts[source, default: Counts()].received += 1
      guard waiting.records.count < Self.queueLimit, waiting.failure == nil else {
        waiting.counts[source, default: Counts()].dropped += 1
        waiting.droppedInAll[source, default: 0] += 1
        return false
      }
      waiting.records.append((record, source))
      return waiting.records.count == 1
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.commitMilliseconds)) { self.flush() }
  }

  /// Why writing stopped; nil while it goes on.
  public var failure: StorageError? { waiting.withLock { $0.failure } }

  /// Adds or replaces one thing known of what the session ran on.
  public func setEnvironment(_ name: String, _ value: String) {
    queue.async {
      self.attempt { store throws(StorageError) in
        try store.setEnvironment(name, value)
        try store.commit()
      }
    }
  }

  /// Takes nothing more and writes what waits; gives how many records of each source were dropped in the session.
  public func settle() -> [SourceName: Int64] {
    waiting.withLock { $0.isClosed = true }
    queue.sync { flush() }
    return waiting.withLock { $0.droppedInAll }
  }

  /// Writes what waits, then the end; the file is one file afterwards.
  public func close(isComplete: Bool, commandStatus: Int32?) throws(StorageError) {
    _ = settle()
    if let failure { throw failure }
    queue.sync {
      attempt { store throws(StorageError) in try store.close(isComplete: isComplete, commandStatus: commandStatus) }
      // Writing that was put off until now would leave a journal behind where the process ends in its middle.
      waiting.withLock { $0.hasEnded = true }
    }
    if let failure { throw failure }
  }

  private func flush() {
    let batch = waiting.withLock { waiting in
      defer { waiting.records = [] }
      return waiting.records
    }
    attempt { store throws(StorageError) in
      var outcome: [SourceName: Counts] = [:]
      // Records of one source mostly come together; they are counted together.
      var (together, stored): (SourceName?, Int64) = (nil, 0)
      for (record, source) in batch {
        if source != together {
          if let together { outcome[together, default: Counts()].stored += stored }
          (together, stored) = (source, 0)
        }
        do throws(StorageError) {
          try store.write(record)
          stored += 1
        } catch  where error.kind == .query {
          // One record that breaks a constraint is a fault of its collector; it is counted, and the session goes on.
          outcome[source, default: Counts()].dropped += 1
          self.waiting.withLock { $0.droppedInAll[source, default: 0] += 1 }
        }
      }
      if let together { outcome[together, default: Counts()].stored += stored }
      try self.count(outcome, in: store)
      try store.commit()
    }
    if let onCommit, !batch.isEmpty, failure == nil { onCommit(batch.map(\.record)) }
  }

  private func count(_ outcome: [SourceName: Counts], in store: TimelineStore) throws(StorageError) {
    // Received, and dropped at the door, are counted where records are offered.
    var counts = waiting.withLock { waiting in
      defer { waiting.counts = [:] }
      return waiting.counts
    }
    for (source, more) in outcome {
      counts[source, default: Counts()].stored += more.stored
      counts[source, default: Counts()].dropped += more.dropped
    }
    for (source, count) in counts {
      try store.count(source, received: count.received, stored: count.stored, dropped: count.dropped)
    }
  }

  private func attempt(_ work: (TimelineStore) throws(StorageError) -> Void) {
    guard waiting.withLock({ $0.failure == nil && !$0.hasEnded }) else { return }
    let failure = store.withLock { store -> StorageError? in
      do throws(StorageError) {
        try work(store)
        return nil
      } catch {
        return error
      }
    }
    guard let failure else { return }
    waiting.withLock { $0.failure = failure }
    onFailure(failure)
  }
}
