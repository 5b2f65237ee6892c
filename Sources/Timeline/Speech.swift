/// One message that a client gave to speech-dispatcher, as far as its life is known.
public struct Utterance: Hashable, Sendable {
  /// Unique in the session; a later record with the same id replaces an earlier one.
  public var id: Int64
  /// The tap's number of the client's connection.
  public var connection: Int64
  /// The client's name as it gave it, "user:orca:main"; nil where it gave none.
  public var client: String?
  /// SSIP priority; nil where the client never set one.
  public var priority: String?
  /// SSIP message id; nil where the daemon did not tell.
  public var messageID: String?
  /// How it was asked for.
  public var kind: Kind
  /// The text as sent, dot-stuffing undone.
  public var text: String
  /// The words: text with SSML taken out.
  public var plainText: String
  /// When its last byte was seen going to the daemon.
  public var queuedAt: MonotonicTime
  /// When BEGIN was seen; nil where it was not.
  public var begunAt: MonotonicTime?
  /// When END was seen, some 300 ms after the sound; nil where it was not.
  public var endedAt: MonotonicTime?
  /// When CANCELED was seen; nil where it was not.
  public var cancelledAt: MonotonicTime?

  /// What SSIP was asked to speak.
  public enum Kind: String, Sendable {
    case message, character, key, soundIcon
  }

  /// A message that was just queued.
  public init(
    id: Int64, connection: Int64, client: String?, priority: String?, kind: Kind, text: String, plainText: String,
    queuedAt: MonotonicTime
  ) {
    self.id = id
    self.connection = connection
    self.client = client
    self.priority = priority
    self.kind = kind
    self.text = text
    self.plainText = plainText
    self.queuedAt = queuedAt
  }
}

/// An index mark that the synthesiser reached.
public struct UtteranceMark: Hashable, Sendable {
  /// The utterance it stands in.
  public var utteranceID: Int64
  /// When the notification was seen.
  public var time: MonotonicTime
  /// The mark's name as the client gave it; Orca's are "START:END", in characters of the plain text.
  public var name: String

  /// A mark reached.
  public init(utteranceID: Int64, time: MonotonicTime, name: String) {
    self.utteranceID = utteranceID
    self.time = time
    self.name = name
  }
}
