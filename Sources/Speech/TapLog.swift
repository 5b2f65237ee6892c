internal import Timeline

/// Turns the tap's lines into records.
struct TapLog {
  private var conversations: [Int64: SSIPConversation] = [:]
  private var lastID: Int64 = 0
  /// After lines were dropped, what came before them is told again.
  private var told = MonotonicTime(nanoseconds: .min)

  mutating func take(_ line: TapLine) -> [Record] {
    var outcomes: [SSIPConversation.Outcome] = []
    let number = line.connection
    switch line.kind {
    case .opened:
      let isInBody = line.text == "body"
      conversations[number] =
        conversations[number].map { SSIPConversation(resuming: $0, isInBody: isInBody) }
        ?? SSIPConversation(connection: number, isInBody: isInBody)
    case .closed: outcomes = conversations.removeValue(forKey: number)?.closed() ?? []
    case .earlier: conversations[number]?.earlier(line.text)
    case .fromClient: conversations[number]?.client(says: line.text, at: line.time, nextID: &lastID)
    case .fromDaemon:
      outcomes = conversations[number]?.daemon(says: line.text, at: line.time, nextID: &lastID) ?? []
    case .dropped: return [dropped(line)]
    case .hello: break
    }
    return outcomes.compactMap {
      switch $0 {
      case .utterance(let utterance): .utterance(utterance)
      case .mark(let mark): mark.time < told ? nil : .utteranceMark(mark)
      }
    }
  }

  private mutating func dropped(_ line: TapLine) -> Record {
    let (count, since) = line.text.cutAtBlank
    let start = Int64(since).map { MonotonicTime(nanoseconds: $0) } ?? line.time
    told = start
    return .gap(Gap(source: .speech, start: start, end: line.time, reason: "the tap dropped \(count) lines"))
  }
}
