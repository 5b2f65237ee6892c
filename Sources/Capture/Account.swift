internal import Timeline

/// What a recording amounts to: for the person who made it, and for its exit status.
public struct Account: Sendable {
  let name: String
  let path: String
  let start: MonotonicTime
  let end: MonotonicTime
  let sources: [SourceStatus]
  let counts: [SourceName: Int]
  let gaps: [Gap]
  let dropped: [SourceName: Int64]
  var leftOut: Set<SourceName> = []
  let commandStatus: Int32?
  let failure: String?

  /// Whether every source that was asked for was armed, and none has missed or dropped a record.
  public var isComplete: Bool {
    failure == nil && gaps.allSatisfy { $0.kind == .clockStep } && dropped.isEmpty
      && sources.allSatisfy { $0.armedAt != nil || leftOut.contains($0.name) }
  }

  /// Whether anything of the application itself was seen or heard.
  var sawApplication: Bool { [.events, .applicationAudio, .terminal].contains { counts[$0] ?? 0 > 0 } }

  /// 0 for a complete recording of something, else 2.
  public var exitStatus: Int32 { isComplete && sawApplication ? 0 : 2 }

  /// A sentence a line, to be read or listened to: the verdict, each source, what was lost, and the command to type next.
  public var text: String {
    var lines = ["a11y-capture: \(verdict)", ""]
    lines.append("Recorded \(Printable.text(name)) for \(tenths(until: end)) s into \(Printable.text(path)).")
    if let commandStatus, commandStatus != 0 { lines.append("The application ended with status \(commandStatus).") }
    lines += sources.compactMap(line)
    lines += pauses
    lines += gaps.compactMap(Account.line)
    for (source, count) in dropped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append("Lost: \(source.rawValue): \(count) records could not be stored.")
    }
    if let failure { lines.append("Broken off: \(failure).") }
    return (lines + ["", "Next: a11y-report overlap \(Printable.text(path))"]).joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    if !isComplete { return "INCOMPLETE: reports over this recording will say what they cannot prove." }
    return sawApplication
      ? leftOut.isEmpty
        ? "COMPLETE: every source was there, and nothing was lost."
        : "COMPLETE but for what was left out on request: reports will not prove what rests on it."
      : "EMPTY: nothing of the application was seen or heard. Is it accessible, and did it have a window?"
  }

  /// What a gap comes to; nil for a pause, which is told of once for all sources.
  private static func line(_ gap: Gap) -> String? {
    switch gap.kind {
    case .loss, .silence: "Lost: \(gap.source.rawValue): \(Printable.text(gap.reason))."
    case .suspend, .clockStep: "Clock: \(Printable.text(gap.reason))."
    case .pause, .trim: nil
    }
  }

  /// A line for each pause, which is one for all sources.
  private var pauses: [String] {
    let starts = Dictionary(grouping: gaps.filter { $0.kind == .pause }, by: \.start).sorted { $0.key < $1.key }
    return starts.map { start, gaps in
      let end = gaps.compactMap(\.end).max() ?? end
      return "Paused: from \(tenths(until: start)) s to \(tenths(until: end)) s: nothing that began then is here."
    }
  }

  /// What a source brought; nil where it is one that nobody waits for, and it brought nothing.
  private func line(_ source: SourceStatus) -> String? {
    let name = source.name.rawValue
    if [.markers, .clock].contains(source.name), counts[source.name] ?? 0 == 0 { return nil }
    if leftOut.contains(source.name) { return "\(name): left out on request." }
    guard source.armedAt != nil else {
      return "\(name): MISSING, \(Printable.text(source.note ?? "no reason was given"))"
    }
    let count = counts[source.name] ?? 0
    let what = Account.things[source.name] ?? ("record", "records")
    return "\(name): \(count == 0 ? "no" : "\(count)") \(count == 1 ? what.one : what.many)"
      + (source.provenAt == nil ? "; it listened, and nothing showed that it hears." : ".")
  }

  /// What a source brings.
  private static let things: [SourceName: (one: String, many: String)] = [
    .events: ("event", "events"), .keys: ("key press", "key presses"), .calls: ("action call", "action calls"),
    .speech: ("utterance", "utterances"), .applicationAudio: ("sound", "sounds"),
    .readerAudio: ("stretch of speech", "stretches of speech"), .markers: ("mark", "marks"),
    .terminal: ("change of the screen or key", "changes of the screen and keys"),
  ]

  /// Seconds of the session until a moment, "12.3".
  private func tenths(until time: MonotonicTime) -> String {
    let tenths = Int((Double(time - start) / 1e8).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
