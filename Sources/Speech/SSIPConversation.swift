public import Timeline

/// Follows one client's talk with speech-dispatcher, line by line, and tells of its messages.
///
/// SSIP's replies come in the order of the commands; notifications come whenever they like, even before the reply that tells
/// the id of their message. Nothing that either side says makes it stop.
public struct SSIPConversation: Sendable {
  /// What a line brought.
  public enum Outcome: Hashable, Sendable {
    /// A message that is new or has changed.
    case utterance(Utterance)
    /// A mark that was reached.
    case mark(UtteranceMark)
  }

  private enum Pending {
    case command
    case speak
    case message(Utterance)
  }

  private let connection: Int64
  private var client: String?
  private var priority: String?
  private var usesSSML = false
  private var pending: [Pending] = []
  private var body: [String]?
  private var reply: [String] = []
  private var notification: [String] = []
  private var queued: [String: Utterance] = [:]
  private var early: [String: [(time: MonotonicTime, block: [String])]] = [:]

  /// A conversation that begins now, or with `isInBody` in the middle of a message whose start was not seen.
  public init(connection: Int64, isInBody: Bool = false) {
    self.connection = connection
    if isInBody { body = [] }
  }

  /// Takes a line that the client said; `nextID` numbers the messages.
  public mutating func client(says line: String, at time: MonotonicTime, nextID: inout Int64) -> [Outcome] {
    if body != nil { return takeBodyLine(line, at: time, nextID: &nextID) }
    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
    switch words.first?.uppercased() {
    case "SPEAK":
      pending.append(.speak)
      // The daemon takes what follows as the message; should it refuse, its reply says so before anything does follow.
      body = []
    case "CHAR": return queue(.character, words, line, at: time, &nextID)
    case "KEY": return queue(.key, words, line, at: time, &nextID)
    case "SOUND_ICON": return queue(.soundIcon, words, line, at: time, &nextID)
    case "SET":
      pending.append(.command)
      set(words)
    default: pending.append(.command)
    }
    return []
  }

  /// Takes a setting that was made before this conversation was followed.
  public mutating func earlier(_ line: String) { set(line.split(separator: " ", maxSplits: 3).map(String.init)) }

  /// Takes a line that the daemon said.
  public mutating func daemon(says line: String, at time: MonotonicTime) -> [Outcome] {
    let isLast = line.dropFirst(3).first != "-"
    if line.hasPrefix("7") {
      notification.append(line)
      guard isLast else { return [] }
      defer { notification = [] }
      return notify(notification, at: time)
    }
    reply.append(line)
    guard isLast else { return [] }
    defer { reply = [] }
    return answer(reply, at: time)
  }

  private mutating func set(_ words: [String]) {
    guard words.count == 4, words[1].lowercased() == "self" else { return }
    switch words[2].uppercased() {
    case "CLIENT_NAME": client = words[3]
    case "PRIORITY": priority = words[3].lowercased()
    case "SSML_MODE": usesSSML = words[3].lowercased() == "on"
    default: break
    }
  }

  private mutating func takeBodyLine(_ line: String, at time: MonotonicTime, nextID: inout Int64) -> [Outcome] {
    guard line == "." else {
      body?.append(line.hasPrefix("..") ? String(line.dropFirst()) : line)
      return []
    }
    let text = (body ?? []).joined(separator: "\n")
    body = nil
    let plain = usesSSML || text.hasPrefix("<speak") ? PlainText.words(ofSSML: text) : text
    return queue(.message, text: text, plain: plain, at: time, &nextID)
  }

  private mutating func queue(
    _ kind: Utterance.Kind, _ words: [String], _ line: String, at time: MonotonicTime, _ nextID: inout Int64
  ) -> [Outcome] {
    let text = String(line.dropFirst(words[0].count).drop { $0 == " " })
    return queue(kind, text: text, plain: text, at: time, &nextID)
  }

  private mutating func queue(
    _ kind: Utterance.Kind, text: String, plain: String, at time: MonotonicTime, _ nextID: inout Int64
  ) -> [Outcome] {
    nextID += 1
    let utterance = Utterance(
      id: nextID, connection: connection, client: client, priority: priority, kind: kind, text: text,
      plainText: plain, queuedAt: time)
    pending.append(.message(utterance))
    return [.utterance(utterance)]
  }

  private mutating func answer(_ lines: [String], at time: MonotonicTime) -> [Outcome] {
    guard !pending.isEmpty else { return [] }
    switch pending.removeFirst() {
    case .command: return []
    case .speak:
      if lines.last?.hasPrefix("230") != true { body = nil }
      return []
    case .message(var utterance):
      guard lines.count > 1, let first = lines.first, first.hasPrefix("225-") else { return [] }
      let id = String(first.dropFirst(4))
      utterance.messageID = id
      queued[id] = utterance
      // Notifications that came before their message was known.
      let held = early.removeValue(forKey: id) ?? []
      return [.utterance(utterance)] + held.flatMap { notify($0.block, at: $0.time) }
    }
  }

  private mutating func notify(_ lines: [String], at time: MonotonicTime) -> [Outcome] {
    guard lines.count >= 3, let first = lines.first, let last = lines.last else { return [] }
    let id = String(first.dropFirst(4))
    guard var utterance = queued[id] else {
      // Only a message whose reply is still to come can become known.
      if !pending.isEmpty, early.count < 1000 { early[id, default: []].append((time, lines)) }
      return []
    }
    switch last.prefix(3) {
    case "700":
      guard lines.count >= 4 else { return [] }
      return [.mark(UtteranceMark(utteranceID: utterance.id, time: time, name: String(lines[2].dropFirst(4))))]
    case "701": utterance.begunAt = utterance.begunAt ?? time
    case "702": utterance.endedAt = time
    case "703": utterance.cancelledAt = time
    default: return []
    }
    queued[id] = utterance.endedAt == nil && utterance.cancelledAt == nil ? utterance : nil
    return [.utterance(utterance)]
  }
}
