internal import Timeline

/// What somebody who joins late must be told of a connection: its settings, and every line since nothing was in flight.
struct TapJournal {
  /// Bytes of lines above which a client's messages in flight are no longer kept, from the next moment without a reply outstanding.
  static let softLimit = 262_144
  /// Bytes above which they are dropped whatever is going on.
  static let hardLimit = 4 * softLimit

  private let connection: Int64
  private let opened: MonotonicTime
  private var conversation: SSIPConversation
  private var messageCount: Int64 = 0
  private var lines: [TapLine] = []
  private var bytes = 0
  private var settings: [String] = []
  private var beginsInBody = false

  init(connection: Int64, opened: MonotonicTime) {
    self.connection = connection
    self.opened = opened
    conversation = SSIPConversation(connection: connection)
  }

  mutating func take(_ line: TapLine) {
    switch line.kind {
    case .fromClient: conversation.client(says: line.text, at: line.time, nextID: &messageCount)
    default: _ = conversation.daemon(says: line.text, at: line.time, nextID: &messageCount)
    }
    lines.append(line)
    bytes += line.text.utf8.count + 64
    if conversation.isQuiet || bytes > Self.softLimit && conversation.owesNoReply || bytes > Self.hardLimit { cut() }
  }

  /// The lines that bring a new subscriber to where the connection is.
  var prologue: [TapLine] {
    let opening = TapLine(time: opened, connection: connection, kind: .opened, text: beginsInBody ? "body" : "")
    let earlier = settings.map { TapLine(time: opened, connection: connection, kind: .earlier, text: $0) }
    return [opening] + earlier + lines
  }

  private mutating func cut() {
    lines.removeAll(keepingCapacity: bytes < Self.softLimit)
    bytes = 0
    settings = conversation.settings
    beginsInBody = conversation.isInBody
  }
}
