/// A stream of sound, from its opening to its end.
public struct AudioStream: Hashable, Sendable {
  /// Unique in the session; a later record with the same id replaces an earlier one.
  public var id: Int64
  /// Whose sound it is.
  public var role: Role
  /// The process that plays it; nil where several do (the application's sink) or the server did not say.
  public var processID: Int32?
  /// The server's `application.name`; nil where it has none.
  public var applicationName: String?
  /// The server's `media.name`; nil where it has none.
  public var mediaName: String?
  /// The server's `media.role`; nil where it has none.
  public var mediaRole: String?
  /// How it is heard.
  public var route: Route
  /// Samples a second as recorded.
  public var rateHz: Int
  /// When recording began.
  public var openedAt: MonotonicTime
  /// When the stream ended; nil while it is open.
  public var closedAt: MonotonicTime?

  /// Whose sound a stream is.
  public enum Role: String, Sendable {
    case application, reader, event, bystander
  }

  /// How a stream is heard: a sink's monitor that ran before it, or its own monitor, which may miss its head.
  public enum Route: String, Sendable {
    case sinkMonitor = "sink-monitor"
    case streamMonitor = "stream-monitor"
  }

  /// A stream that was just opened.
  public init(id: Int64, role: Role, route: Route, rateHz: Int, openedAt: MonotonicTime) {
    self.id = id
    self.role = role
    self.route = route
    self.rateHz = rateHz
    self.openedAt = openedAt
  }
}

/// One sound: a time in which a stream was audible.
public struct AudioSegment: Hashable, Sendable {
  /// Unique in the session; a later record with the same id replaces an earlier one.
  public var id: Int64
  /// Its stream.
  public var streamID: Int64
  /// Where it became audible.
  public var onset: MonotonicTime
  /// Where it ceased to be; nil while it sounds.
  public var offset: MonotonicTime?
  /// The stream's own number of the sample where it became audible; nil where it is not known.
  public var onsetFrame: Int64?
  /// The same of where it ceased to be.
  public var offsetFrame: Int64?
  /// Greatest sample so far, dBFS.
  public var peakDB: Double
  /// What it sounds like.
  public var kind: Kind

  /// Kinds of sound.
  public enum Kind: String, Sendable {
    case click, tone, speech, other
  }

  /// A sound that has just begun.
  public init(id: Int64, streamID: Int64, onset: MonotonicTime, peakDB: Double, kind: Kind) {
    self.id = id
    self.streamID = streamID
    self.onset = onset
    self.peakDB = peakDB
    self.kind = kind
  }
}

/// The level of a stream in one 10 ms frame of the session; only audible frames are kept.
public struct AudioLevel: Hashable, Sendable {
  /// Its stream.
  public var streamID: Int64
  /// A moment in the frame; frames lie on multiples of 10 ms since the session's start.
  public var time: MonotonicTime
  /// Root mean square of the loudest channel, dBFS.
  public var levelDB: Double

  /// Length of a frame.
  public static let frameNanoseconds: Int64 = 10_000_000

  /// The level around `time`.
  public init(streamID: Int64, time: MonotonicTime, levelDB: Double) {
    self.streamID = streamID
    self.time = time
    self.levelDB = levelDB
  }
}
