internal import Dispatch
internal import Privacy
internal import Synchronization
internal import Timeline

/// The one way from the collectors to the file: what is not to be kept does not pass, and nothing of it is ever written.
///
/// What cannot be decided yet waits: a key until its field has said what it is, for a second at most, and all that may tell of the key
/// behind it. What holds text waits a moment besides, and longer while somebody is typing, since what a key or a paste has caused
/// can be told of before the cause is. Sound passes at once.
final class PrivacyFilter: RecordSink {
  private static let undecidedNanoseconds: Int64 = 1_000_000_000
  private static let typingNanoseconds: Int64 = 100_000_000
  private static let textNanoseconds: Int64 = 30_000_000
  /// Records that wait at most; beyond it the first are decided as they are.
  private static let limit = 50_000

  private struct WaitingRecord {
    var record: Record
    var source: SourceName
    var notBefore: MonotonicTime
    var latest: MonotonicTime
  }
  private struct State {
    var rules: PrivacyRules
    var keys: [(key: TypedKey, latest: MonotonicTime)] = []
    var records: [WaitingRecord] = []
    /// How many of `records` have passed; taken away together, since the first of a long array is dear to remove.
    var passed = 0
    var hasTimer = false
  }

  private let sink: any RecordSink
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "privacy filter")

  /// A filter before `sink`.
  init(sink: any RecordSink, rules: PrivacyRules) {
    self.sink = sink
    state = Mutex(State(rules: rules))
  }

  func offer(_ record: Record, from source: SourceName) {
    switch record {
    case .source, .gap, .audioSegment, .audioLevel, .wallClock, .marker: return sink.offer(record, from: source)
    // Its sounds refer to it.
    case .audioStream:
      return state.withLock { state in _ = state.rules.take(record).map { sink.offer($0, from: source) } }
    default: break
    }
    let now = MonotonicTime.now
    state.withLock { state in
      state.rules.foresee(record)
      let wait =
        state.rules.isTyping(at: now) ? Self.typingNanoseconds : record.mayRepeatText ? Self.textNanoseconds : 0
      state.records.append(
        WaitingRecord(
          record: record, source: source, notBefore: now + wait, latest: now + Self.undecidedNanoseconds))
      pass(&state, at: now)
    }
  }

  /// Takes a key with what it types; only what is kept of it goes on.
  func offer(_ key: TypedKey) {
    let now = MonotonicTime.now
    state.withLock { state in
      state.keys.append((key, now + Self.undecidedNanoseconds))
      pass(&state, at: now)
    }
  }

  /// Decides all that waits, as it is known now.
  func flush() { state.withLock { pass(&$0, at: MonotonicTime(nanoseconds: .max)) } }

  /// Hands on what can be decided; under the lock, so that the order stays.
  private func pass(_ state: inout State, at now: MonotonicTime) {
    while let (key, latest) = state.keys.first, latest <= now || !state.rules.waits(for: key) {
      state.keys.removeFirst()
      if let input = state.rules.take(key) { sink.offer(.input(input), from: .keys) }
    }
    while state.passed < state.records.count {
      let next = state.records[state.passed]
      let isLate = next.latest <= now || state.records.count - state.passed > Self.limit
      guard isLate || state.keys.isEmpty && next.notBefore <= now && !state.rules.waits(for: next.record) else { break }
      state.passed += 1
      if let kept = state.rules.take(next.record) { sink.offer(kept, from: next.source) }
    }
    if state.passed == state.records.count || state.passed > 4096 {
      state.records.removeFirst(state.passed)
      state.passed = 0
    }
    wake(&state, at: now)
  }

  /// Comes back when the first of what waits has waited long enough.
  private func wake(_ state: inout State, at now: MonotonicTime) {
    let next = state.records.dropFirst(state.passed).first
    let times = [next.map { $0.notBefore > now ? $0.notBefore : $0.latest }, state.keys.first?.latest]
    guard let time = times.compactMap({ $0 }).min(), !state.hasTimer else { return }
    state.hasTimer = true
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(max(1_000_000, time - now)))) { [weak self] in
      self?.state.withLock { state in
        state.hasTimer = false
        self?.pass(&state, at: .now)
      }
    }
  }
}

extension Record {
  /// Whether it tells of a text that may be the echo of what was put into a field.
  fileprivate var mayRepeatText: Bool {
    switch self {
    case .event(let event): event.anyData != nil
    case .element, .snapshotElement, .terminalHighlight, .terminalChange: true
    default: false
    }
  }
}
