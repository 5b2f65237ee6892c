internal import Synchronization
internal import Timeline

/// Keeps records from being stored while the person has the recording paused; the sources go on.
final class PauseSwitch: RecordSink {
  private let rule = Mutex(PauseRule())
  private let next: any RecordSink

  /// A switch that lets records through to `next`.
  init(next: any RecordSink) { self.next = next }

  func offer(_ record: Record, from source: SourceName) {
    switch rule.withLock({ $0.take(record, from: source) }) {
    case .pass: next.offer(record, from: source)
    case .replace(let records): for record in records { next.offer(record, from: source) }
    }
  }

  /// Begins a pause; gives since when it lasts, and whether it is a new one.
  ///
  /// It begins now, and not when it was asked for: what was seen until now may be stored already.
  func pause(reason: String) -> (since: MonotonicTime, isNew: Bool) {
    rule.withLock { rule in
      if let since = rule.pausedSince { return (since, false) }
      let now = MonotonicTime.now
      hand(on: rule.pause(at: now, reason: reason))
      return (now, true)
    }
  }

  /// Ends the pause; gives when, or nil where there was none.
  func resume() -> MonotonicTime? {
    rule.withLock { rule in
      guard rule.pausedSince != nil else { return nil }
      let now = MonotonicTime.now
      hand(on: rule.resume(at: now))
      return now
    }
  }

  /// To be called when the recording has ended: a pause ends with it.
  func end() { rule.withLock { hand(on: $0.end(at: .now)) } }

  /// Within the lock, so that nothing that refers to them comes before them.
  private func hand(on records: [PauseRule.Due]) {
    for due in records { next.offer(due.record, from: due.source) }
  }
}
