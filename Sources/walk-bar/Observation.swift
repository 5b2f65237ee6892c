internal import Walking

/// What the recording has told so far.
struct Observation: StatusObserver {
  struct Utterance {
    var text: String
    var queued: Int64
    var begun: Int64?
  }

  struct Segment {
    var role: String
    var onset: Int64
    var offset: Int64?
  }

  /// So much sound of an utterance is more than its first syllable.
  private static let audible: Int64 = 150_000_000

  private(set) var isRecording = false
  private(set) var isActive = false
  private(set) var hasEnded = false
  private(set) var utterances: [Int64: Utterance] = [:]
  private(set) var segments: [Int64: Segment] = [:]
  /// How often something new was told of the application's sound.
  private(set) var applicationChanges = 0
  private(set) var presses: [(key: String, time: Int64)] = []

  mutating func take(_ line: StatusLine) {
    switch line.status {
    case "recording": isRecording = true
    case "ended": hasEnded = true
    case "event": if line.type == "window:activate" { isActive = true }
    case "input":
      if line.isPress == 1, let time = line.timeNanoseconds { presses.append((line.keyName ?? "", time)) }
    case "utterance":
      guard let id = line.id, let text = line.plainText, let queued = line.queuedNanoseconds else { return }
      utterances[id] = Utterance(text: text, queued: queued, begun: line.begunNanoseconds)
    case "segment":
      guard let id = line.id, let role = line.role, let onset = line.onsetNanoseconds else { return }
      if role == "application" { applicationChanges += 1 }
      segments[id] = Segment(role: role, onset: onset, offset: line.offsetNanoseconds)
    default: break
    }
  }

  /// Whether the reader was given something to say that begins with one of the names.
  func hasQueued(_ names: [String]) -> Bool {
    utterances.values.contains { utterance in names.contains { utterance.text.hasPrefix($0) } }
  }

  /// Which of the names was last heard in speech queued from `since` on; nil where none was.
  func heardName(of names: [String], since: Int64) -> String? {
    let heard = utterances.values.filter { $0.queued >= since && isAudible($0) }.sorted { $0.queued > $1.queued }
    // What begins with a name; a terminal's whole screen holds them all.
    for utterance in heard { if let name = names.first(where: utterance.text.hasPrefix) { return name } }
    return nil
  }

  /// Whether the application began to sound after `since`.
  func applicationSounds(since: Int64) -> Bool {
    segments.values.contains { $0.role == "application" && $0.onset >= since }
  }

  /// Whether the application has sounded since `since` and sounds no more.
  func applicationFellSilent(since: Int64) -> Bool {
    let callout = segments.values.filter { $0.role == "application" && $0.offset ?? .max >= since }
    return !callout.isEmpty && callout.allSatisfy { $0.offset != nil }
  }

  private func isAudible(_ utterance: Utterance) -> Bool {
    guard let begun = utterance.begun else { return false }
    return segments.values.contains { segment in
      guard segment.role == "reader", let offset = segment.offset else { return false }
      return offset - max(segment.onset, begun) >= Self.audible
    }
  }
}
