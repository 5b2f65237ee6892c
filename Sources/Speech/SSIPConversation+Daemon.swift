public import Timeline

extension SSIPConversation {
  /// Messages in flight that are followed; of those beyond, the oldest are no longer.
  private static var queuedLimit: Int { 4096 }
  /// Lines of a reply that are kept; the first one has the message's id.
  private static var blockLimit: Int { 8 }

  /// Takes a line that the daemon said; `nextID` numbers the messages.
  public mutating func daemon(says line: String, at time: MonotonicTime, nextID: inout Int64) -> [Outcome] {
    defer { if isQuiet { recent = [] } }
    let isLast = line.utf8.dropFirst(3).first != UInt8(ascii: "-")
    // A notification may stand in the midst of a reply, so each is collected by itself.
    if line.hasPrefix("7") {
      if notification.count < Self.blockLimit || isLast { notification.append(line) }
      guard isLast else { return [] }
      defer { notification = [] }
      return notify(notification, at: time)
    }
    if reply.count < Self.blockLimit || isLast { reply.append(line) }
    guard isLast else { return [] }
    defer { reply = [] }
    return answer(reply, at: time, nextID: &nextID)
  }

  private mutating func answer(_ lines: [String], at time: MonotonicTime, nextID: inout Int64) -> [Outcome] {
    guard !pending.isEmpty else { return [] }
    let isAccepted = lines.last?.hasPrefix("2") == true
    switch pending.removeFirst() {
    case .command: return []
    case .speak:
      if !isAccepted { leaveBody(at: time, nextID: &nextID) }
      return []
    case .message(let utterance):
      // 227 answers an empty message: it is not queued.
      guard isAccepted, lines.last?.hasPrefix("227") != true else { return [] }
      return accept(utterance, messageID: lines.count > 1 ? lines.first?.payload : nil)
    }
  }

  private mutating func accept(_ utterance: Utterance, messageID: String?) -> [Outcome] {
    var utterance = utterance
    utterance.messageID = messageID
    if recent.count < Self.queuedLimit { recent.append(utterance) }
    guard let messageID, hearsNotifications else { return [.utterance(utterance)] }
    if queued.count >= Self.queuedLimit, let oldest = queued.min(by: { $0.value.queuedAt < $1.value.queuedAt }) {
      queued[oldest.key] = nil
    }
    queued[messageID] = utterance
    // Notifications that came before their message was known.
    let held = early.removeValue(forKey: messageID) ?? []
    return [.utterance(utterance)] + held.flatMap { notify($0.block, at: $0.time) }
  }

  private mutating func notify(_ lines: [String], at time: MonotonicTime) -> [Outcome] {
    guard lines.count >= 3, let id = lines.first?.payload, let last = lines.last else { return [] }
    guard var utterance = queued[id] else {
      // Only a message whose reply is still to come can become known.
      if !pending.isEmpty, early.count < 64, early[id, default: []].count < 64 {
        early[id, default: []].append((time, lines))
      }
      return []
    }
    switch last.prefix(3) {
    case "700":
      guard lines.count >= 4 else { return [] }
      return [.mark(UtteranceMark(utteranceID: utterance.id, time: time, name: lines[2].payload))]
    case "701": utterance.begunAt = utterance.begunAt ?? time
    case "702": utterance.endedAt = time
    case "703": utterance.cancelledAt = time
    default: return []
    }
    queued[id] = utterance.endedAt == nil && utterance.cancelledAt == nil ? utterance : nil
    return [.utterance(utterance)]
  }
}

extension String {
  /// What follows the code and its dash in a line of a block.
  fileprivate var payload: String { String(unicodeScalars.dropFirst(4)) }
}
