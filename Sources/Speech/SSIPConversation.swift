public import Timeline

/// Follows one client's talk with speech-dispatcher, line by line, and tells of its messages.
///
/// SSIP's replies come in the order of the commands; notifications come whenever they like, even before the reply that tells
/// the id of their message. Nothing that either side says makes it stop, or grow without bound.
public struct SSIPConversation: Sendable {
  /// What a line brought.
  public enum Outcome: Hashable, Sendable {
    /// A message that the daemon has taken, or that has changed.
    case utterance(Utterance)
    /// A mark that was reached.
    case mark(UtteranceMark)
  }

  /// A command whose reply has not come.
  indirect enum Pending {
    case command
    case speak
    case message(Utterance)
  }

  /// Bytes of a message's text that are kept.
  static let textLimit = 1 << 18

  let connection: Int64
  private var client: String?
  private var priority: String?
  private var usesSSML = false
  private var settingLines: [String: String] = [:]
  private(set) var hearsNotifications = false
  private(set) var hearsOfEnds = false
  private var body: [String]?
  private var bodyBytes = 0
  var pending: [Pending] = []
  var reply: [String] = []
  var notification: [String] = []
  var queued: [String: Utterance] = [:]
  var early: [String: [(time: MonotonicTime, block: [String])]] = [:]
  /// Messages since nothing was in flight: those that the tap tells of again after lines were missed.
  var recent: [Utterance] = []
  /// Messages that were recent when lines were missed, until they are told of again.
  private var former: [Utterance] = []

  /// A conversation that begins now, or with `isInBody` in the middle of a message whose start was not seen.
  public init(connection: Int64, isInBody: Bool = false) {
    self.connection = connection
    if isInBody { body = [] }
  }

  /// The conversation told anew after lines were missed: messages that `missed` knew keep their ids.
  init(resuming missed: SSIPConversation, isInBody: Bool) {
    self.init(connection: missed.connection, isInBody: isInBody)
    former = missed.recent
  }

  /// The client's own settings as the commands that made them, each name's last one.
  var settings: [String] { settingLines.values.sorted() }
  /// Whether the next line of the client belongs to a message.
  var isInBody: Bool { body != nil }
  /// Whether every command has had its reply.
  var owesNoReply: Bool { pending.isEmpty && body == nil }
  /// Whether, besides, no message is known to be in flight; without notifications none ever is.
  var isQuiet: Bool { owesNoReply && (queued.isEmpty || !hearsOfEnds) }

  /// Takes a line that the client said; `nextID` numbers the messages.
  public mutating func client(says line: String, at time: MonotonicTime, nextID: inout Int64) {
    if body != nil { return takeBodyLine(line, at: time, nextID: &nextID) }
    let (command, rest) = line.cutAtBlank
    switch command.uppercased() {
    case "SPEAK":
      expect(.speak)
      // The daemon takes what follows as the message, also from a client that does not wait for its consent.
      body = []
      bodyBytes = 0
    case "CHAR": queue(.character, text: rest, plain: rest, at: time, &nextID)
    case "KEY": queue(.key, text: rest, plain: rest, at: time, &nextID)
    case "SOUND_ICON": queue(.soundIcon, text: rest, plain: rest, at: time, &nextID)
    case "SET":
      expect(.command)
      set(rest)
    default: expect(.command)
    }
  }

  /// Takes a setting that was made before this conversation was followed, as the command that made it.
  public mutating func earlier(_ line: String) { set(line.cutAtBlank.rest) }

  /// What is told of when the connection is closed: messages that were sent and never answered.
  public consuming func closed() -> [Outcome] {
    pending.compactMap { if case .message(let utterance) = $0 { .utterance(utterance) } else { nil } }
  }

  /// The daemon refused a message: what a client that did not wait has sent of it were commands.
  mutating func leaveBody(at time: MonotonicTime, nextID: inout Int64) {
    let lines = body ?? []
    body = nil
    for line in lines { client(says: line, at: time, nextID: &nextID) }
  }

  private mutating func set(_ words: String) {
    let (target, setting) = words.cutAtBlank
    let (name, value) = setting.cutAtBlank
    guard target.lowercased() == "self", !value.isEmpty else { return }
    let (kind, state) = value.lowercased().cutAtBlank
    // Each kind of notification is a setting of its own.
    let key = name.uppercased() + (name.uppercased() == "NOTIFICATION" ? " " + kind : "")
    if settingLines.count < 64 || settingLines[key] != nil { settingLines[key] = "SET " + words }
    switch name.uppercased() {
    // libspeechd puts the name in quotes.
    case "CLIENT_NAME": client = String(value.unicodeScalars.filter { $0 != "\"" })
    case "PRIORITY": priority = value.lowercased()
    case "SSML_MODE": usesSSML = value.lowercased() == "on"
    case "NOTIFICATION":
      if ["all", "end"].contains(kind) { hearsOfEnds = state == "on" }
      hearsNotifications = state == "on" || kind != "all" && hearsNotifications
    default: break
    }
  }

  private mutating func takeBodyLine(_ line: String, at time: MonotonicTime, nextID: inout Int64) {
    guard line == "." else {
      guard bodyBytes < Self.textLimit else { return }
      bodyBytes += line.utf8.count + 1
      body?.append(line.utf8.starts(with: "..".utf8) ? String(line.unicodeScalars.dropFirst()) : line)
      return
    }
    let text = (body ?? []).joined(separator: "\n")
    body = nil
    let isMarkup = usesSSML || text.hasPrefix("<speak")
    queue(
      .message, text: text, plain: isMarkup ? PlainText.words(ofSSML: text) : PlainText.words(of: text), at: time,
      &nextID)
  }

  private mutating func queue(
    _ kind: Utterance.Kind, text: String, plain: String, at time: MonotonicTime, _ nextID: inout Int64
  ) {
    let known = former.firstIndex { $0.queuedAt == time && $0.kind == kind && $0.text == text }
    nextID += known == nil ? 1 : 0
    let utterance = Utterance(
      id: known.map { former.remove(at: $0).id } ?? nextID, connection: connection, client: client,
      priority: priority, kind: kind, text: text, plainText: plain, queuedAt: time)
    expect(.message(utterance))
  }

  /// A daemon that never replies would have this grow without end.
  private mutating func expect(_ reply: Pending) {
    if pending.count < 65_536 { pending.append(reply) }
  }
}

extension String {
  /// The text before the first blank and all that follows it; by scalars, since a blank may carry a combining mark.
  var cutAtBlank: (head: String, rest: String) {
    guard let blank = unicodeScalars.firstIndex(of: " ") else { return (self, "") }
    return (String(unicodeScalars[..<blank]), String(unicodeScalars[unicodeScalars.index(after: blank)...]))
  }
}
