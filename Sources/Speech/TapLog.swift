internal import Timeline

/// Turns the tap's lines into records.
struct TapLog {
  private var conversations: [Int64: SSIPConversation] = [:]
  private var lastID: Int64 = 0
  /// Connections whose client has said goodbye.
  private var leaving: Set<Int64> = []
  /// After lines were dropped, what came before them is told again.
  private var told = MonotonicTime(nanoseconds: .min)

  mutating func take(_ line: TapLine) -> [Record] {
    var outcomes: [SSIPConversation.Outcome] = []
    let number = line.connection
    var records: [Record] = []
    switch line.kind {
    case .opened:
      let isInBody = line.text == "body"
      conversations[number] =
        conversations[number].map { SSIPConversation(resuming: $0, isInBody: isInBody) }
        ?? SSIPConversation(connection: number, isInBody: isInBody)
    case .closed:
      let saidGoodbye = leaving.remove(number) != nil
      if line.text == "daemon", !saidGoodbye { records = [abandoned(line)] }
      outcomes = conversations.removeValue(forKey: number)?.closed() ?? []
    case .earlier: conversations[number]?.earlier(line.text)
    case .fromClient:
      if line.text.uppercased() == "QUIT", conversations[number]?.isInBody != true { leaving.insert(number) }
      conversations[number]?.client(says: line.text, at: line.time, nextID: &lastID)
    case .fromDaemon:
      outcomes = conversations[number]?.daemon(says: line.text, at: line.time, nextID: &lastID) ?? []
    case .dropped: return [dropped(line)]
    case .hello: break
    }
    return records
      + outcomes.compactMap {
        switch $0 {
        case .utterance(let utterance): .utterance(utterance)
        case .mark(let mark): mark.time < told ? nil : .utteranceMark(mark)
        }
      }
  }

  private func abandoned(_ line: TapLine) -> Record {
    let reason = "speech-dispatcher has ended the connection of a client; nothing that it says is heard any more"
    return .gap(Gap(source: .speech, start: line.time, end: nil, reason: reason))
  }

  private mutating func dropped(_ line: TapLine) -> Record {
    let (count, since) = line.text.cutAtBlank
    let start = Int64(since).map { MonotonicTime(nanoseconds: $0) } ?? line.time
    told = start
    return .gap(Gap(source: .speech, start: start, end: line.time, reason: "the tap dropped \(count) lines"))
  }
}
