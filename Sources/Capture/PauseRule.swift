internal import Timeline

/// What is stored of a recording that is paused now and then.
///
/// What has begun is recorded to its end, even if that falls into a pause; what begins in a pause is not recorded at all, not even
/// its end. So each interval in the file is a true one: none is cut at a pause's edge, and none stays open since its end was not
/// seen. An utterance begins when it is queued, a sound at its onset, a call when it is made; a key when it is pressed, and the
/// keyboard's repeat and the release belong to it.
///
/// The gap of a source reaches from pause to resumption, and further where something that began in between goes on: it is heard
/// then, and is not in the file.
///
/// What an application, an element, a stream or a terminal's screen is, begins nothing. What is learnt of it in a pause is held, and stored as of the
/// resumption: of an element only if something later refers to it. Gaps, markers and the state of sources are always stored.
struct PauseRule {
  /// What becomes of a record.
  enum Verdict: Equatable {
    case pass
    /// These instead; mostly none.
    case replace([Record])
  }
  /// A record that is stored after all, with its source.
  struct Due: Equatable {
    var record: Record
    var source: SourceName
  }
  private struct Pause {
    var start: MonotonicTime
    var end: MonotonicTime?
    var reason: String
  }
  private struct Key {
    var isHidden: Bool
    var lastPress: MonotonicTime
  }

  /// A press so soon after one of the same key that was not let go is the keyboard's repeat, as in Queries/parameter.sql.
  private static let keyRepeatNanoseconds: Int64 = .milliseconds(1000)

  private var pauses: [Pause] = []
  /// How far the last pause's gap of a source reaches, where that is beyond its end.
  private var reach: [SourceName: MonotonicTime] = [:]
  private var armed: Set<SourceName> = []

  private var keys: [String: Key] = [:]
  /// Streams with a sound under way, and whether that is hidden.
  private var sounding: [Int64: Bool] = [:]
  private var hiddenUtterances: Set<Int64> = []
  private var hiddenSnapshots: Set<Int64> = []

  var knownApplications: Set<String> = []
  var knownStreams: Set<Int64> = []
  var heldApplications: [String: Application] = [:]
  var heldElements: [ElementKey: ElementVersion] = [:]
  var heldStreams: [Int64: (stream: AudioStream, source: SourceName)] = [:]
  var heldHighlights: [Int64: TerminalHighlight] = [:]
  var heldChanges: [ScreenPart: TerminalChange] = [:]
  /// Highlights that came in a pause and stood at its end.
  var shownHighlights: Set<Int64> = []

  /// Since when it is paused; nil where it is not.
  var pausedSince: MonotonicTime? { pauses.last.flatMap { $0.end == nil ? $0.start : nil } }

  /// Begins a pause, unless there is one; gives the gaps that begin with it.
  mutating func pause(at time: MonotonicTime, reason: String) -> [Due] {
    guard pausedSince == nil else { return [] }
    pauses.append(Pause(start: time, end: nil, reason: reason))
    reach = [:]
    return gaps(until: nil)
  }

  /// Ends the pause, if there is one; gives its gaps, and what there is now that was not when it began.
  mutating func resume(at time: MonotonicTime) -> [Due] {
    guard pausedSince != nil else { return [] }
    // What has come and gone meanwhile is as if it had never been.
    let applications = heldApplications.values.filter { $0.lastSeen == nil }.sorted { $0.firstSeen < $1.firstSeen }
    let streams = heldStreams.values.filter { $0.stream.closedAt == nil }.sorted { $0.stream.id < $1.stream.id }
    (heldApplications, heldStreams) = ([:], [:])
    let screen = screenAsOfNow(time)
    return end(at: time) + applications.map { Due(record: asOfNow($0), source: .events) }
      + streams.map { Due(record: asOfNow($0.stream), source: $0.source) } + screen
  }

  /// Ends the pause with the recording, if there is one; gives its gaps.
  mutating func end(at time: MonotonicTime) -> [Due] {
    guard let since = pausedSince else { return [] }
    pauses[pauses.count - 1].end = max(since, time)
    return gaps(until: pauses.last?.end)
  }

  /// Decides on a record.
  mutating func take(_ record: Record, from source: SourceName) -> Verdict {
    switch record {
    case .source(let status):
      if status.armedAt != nil { armed.insert(status.name) }
      return .pass
    case .gap, .marker, .wallClock: return .pass
    case .application(let application): return take(application)
    case .element(let version): return take(version)
    case .audioStream(let stream): return take(stream, from: source)
    case .event(let event): return take(record, source, from: event.time, to: event.time, about: event.source)
    case .input(let input): return take(input, from: source)
    case .actionCall(let call):
      return take(record, source, from: call.time, to: call.replyTime ?? call.time, about: call.target)
    case .utterance(let utterance):
      if isHidden(utterance.queuedAt) { hiddenUtterances.insert(utterance.id) }
      let times = [utterance.begunAt, utterance.endedAt, utterance.cancelledAt].compactMap { $0 }
      return take(record, source, from: utterance.queuedAt, to: times.max() ?? utterance.queuedAt)
    case .utteranceMark(let mark):
      return hiddenUtterances.contains(mark.utteranceID) ? hide(source, until: mark.time) : .pass
    case .audioSegment(let segment):
      sounding[segment.streamID] = segment.offset == nil ? isHidden(segment.onset) : nil
      return take(record, source, from: segment.onset, to: segment.offset ?? segment.onset)
    case .audioLevel(let level):
      // A level belongs to its sound. That a hidden sound goes on is told once, when it ends.
      return sounding[level.streamID] ?? isHidden(level.time) ? .replace([]) : .pass
    case .terminalHighlight(let highlight): return take(highlight, source)
    case .terminalChange(let change): return take(change, source)
    case .snapshot(let snapshot):
      if isHidden(snapshot.start) { hiddenSnapshots.insert(snapshot.id) }
      return take(record, source, from: snapshot.start, to: snapshot.end ?? snapshot.start)
    case .snapshotElement(let element): return hiddenSnapshots.contains(element.snapshotID) ? .replace([]) : .pass
    }
  }
}

extension PauseRule {
  /// Whether a moment lies in a pause.
  func isHidden(_ time: MonotonicTime) -> Bool {
    for pause in pauses.reversed() {
      if let end = pause.end, time >= end { return false }
      if time >= pause.start { return true }
    }
    return false
  }

  /// A moment in a pause as that of its end; any other as it is.
  func afterPause(_ time: MonotonicTime) -> MonotonicTime {
    pauses.last { time >= $0.start && time < $0.end ?? time }?.end ?? time
  }

  /// Decides by when a thing began; one that is stored brings along what was held of the element that it is about.
  private mutating func take(
    _ record: Record, _ source: SourceName, from start: MonotonicTime, to end: MonotonicTime,
    about element: ElementKey? = nil
  ) -> Verdict {
    isHidden(start) ? hide(source, until: end) : keep(record, about: element)
  }

  private mutating func keep(_ record: Record, about element: ElementKey?) -> Verdict {
    guard pausedSince == nil, let element, let held = heldElements.removeValue(forKey: element) else { return .pass }
    return .replace([asOfNow(held), record])
  }

  mutating func hide(_ source: SourceName, until time: MonotonicTime) -> Verdict {
    guard let last = pauses.last, let end = last.end, time > reach[source] ?? end else { return .replace([]) }
    reach[source] = time
    return .replace([.gap(gap(last, source, until: time))])
  }

  private func gaps(until end: MonotonicTime?) -> [Due] {
    guard let last = pauses.last else { return [] }
    return armed.sorted { $0.rawValue < $1.rawValue }.map { Due(record: .gap(gap(last, $0, until: end)), source: $0) }
  }

  private func gap(_ pause: Pause, _ source: SourceName, until end: MonotonicTime?) -> Gap {
    Gap(
      source: source, kind: .pause, start: pause.start, end: end,
      reason: pause.reason.isEmpty ? "paused" : "paused: \(pause.reason)")
  }

  private mutating func take(_ input: Input, from source: SourceName) -> Verdict {
    // A masked key could be any, and a byte tells of no release.
    guard let name = input.keyName, input.route != .terminal else {
      return take(.input(input), source, from: input.time, to: input.time, about: input.focus)
    }
    let held = keys[name]
    let isSamePress = held.map { !input.isPress || input.time - $0.lastPress <= Self.keyRepeatNanoseconds } ?? false
    let isHidden = isSamePress ? held?.isHidden ?? false : isHidden(input.time)
    keys[name] = input.isPress ? Key(isHidden: isHidden, lastPress: input.time) : nil
    return isHidden ? hide(source, until: input.time) : keep(.input(input), about: input.focus)
  }
}
