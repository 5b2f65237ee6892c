internal import Storage
internal import Synchronization
internal import Timeline

/// Stands between the collectors and the writer, and keeps for each source when it was armed and what first proved it.
final class Ledger: RecordSink {
  fileprivate struct State {
    var sources: [SourceName: SourceStatus] = [:]
    var seen: [SourceName: Int] = [:]
    var gaps: [Gap] = []
    var utterances: Set<Int64> = []
    var applications: [String: Application] = [:]
    var readerStreams: Set<Int64> = []
    var applicationStreams: Set<Int64> = []
  }

  private let state = Mutex(State())
  private let writer: TimelineWriter

  init(writer: TimelineWriter, expecting sources: [SourceName]) {
    self.writer = writer
    state.withLock { state in
      for source in sources { state.sources[source] = SourceStatus(source) }
    }
    // A source that never says anything is in the file all the same: missing is not the same as not thought of.
    for source in sources { writer.offer(.source(SourceStatus(source)), from: source) }
  }

  func offer(_ record: Record, from source: SourceName) {
    let proof = state.withLock { $0.take(record, from: source) }
    writer.offer(record, from: source)
    if let proof { writer.offer(.source(proof), from: proof.name) }
  }

  /// Every source as it stands, by name.
  var sources: [SourceStatus] { state.withLock { $0.sources.values.sorted { $0.name.rawValue < $1.name.rawValue } } }
  /// How many events, key presses, calls, utterances and sounds there were.
  var counts: [SourceName: Int] { state.withLock { $0.seen } }
  /// The applications that were seen, as they were last, in the order of their bus names.
  var applications: [Application] { state.withLock { $0.applications.sorted { $0.key < $1.key }.map(\.value) } }
  /// The gaps told of so far.
  var gaps: [Gap] { state.withLock { $0.gaps } }
}

extension Ledger.State {
  /// Notes a record; gives the source's status where this record is its first proof.
  fileprivate mutating func take(_ record: Record, from source: SourceName) -> SourceStatus? {
    switch record {
    case .source(let status): merge(status)
    case .application(let application): applications[application.busName] = application
    case .gap(let gap):
      // As in the file: a pause is told of when it begins, and again with its end.
      gaps.removeAll { known in
        (known.source, known.kind, known.start) == (gap.source, gap.kind, gap.start)
          && (gap.kind != .loss || gap.end != nil && known.end == nil && known.reason == gap.reason)
      }
      gaps.append(gap)
    case .audioStream(let stream):
      if stream.role == .reader { readerStreams.insert(stream.id) }
      if stream.role == .application { applicationStreams.insert(stream.id) }
    case .event(let event): return event.isOfReader ? nil : prove(.events, at: event.time)
    case .input(let input):
      return prove(input.route == .terminal ? .terminal : .keys, at: input.time, counts: input.isPress)
    case .actionCall(let call): return prove(.calls, at: call.time, counts: call.replyTime == nil)
    case .utterance(let utterance):
      return prove(.speech, at: utterance.queuedAt, counts: utterances.insert(utterance.id).inserted)
    case .audioSegment(let segment):
      let isNew = segment.offset == nil
      if readerStreams.contains(segment.streamID) { return prove(.readerAudio, at: segment.onset, counts: isNew) }
      if applicationStreams.contains(segment.streamID) {
        return prove(.applicationAudio, at: segment.onset, counts: isNew)
      }
    case .terminalHighlight(let highlight): return prove(.terminal, at: highlight.time, counts: false)
    case .terminalChange(let change): return prove(.terminal, at: change.time)
    case .marker(let marker): return prove(.markers, at: marker.time)
    case .element, .utteranceMark, .audioLevel, .snapshot, .snapshotElement, .wallClock:
      break
    }
    return nil
  }

  private mutating func prove(_ source: SourceName, at time: MonotonicTime, counts: Bool = true) -> SourceStatus? {
    if counts { seen[source, default: 0] += 1 }
    guard sources[source]?.provenAt == nil else { return nil }
    var status = sources[source] ?? SourceStatus(source)
    status.provenAt = time
    sources[source] = status
    return status
  }

  private mutating func merge(_ status: SourceStatus) {
    var known = sources[status.name] ?? SourceStatus(status.name)
    known.armedAt = status.armedAt ?? known.armedAt
    known.selfTestedAt = status.selfTestedAt ?? known.selfTestedAt
    known.provenAt = status.provenAt ?? known.provenAt
    known.endedAt = status.endedAt ?? known.endedAt
    known.note = status.note ?? known.note
    sources[status.name] = known
  }
}
