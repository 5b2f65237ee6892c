/// One thing that a collector hands over to be stored.
///
/// Records that carry an `id` replace what was stored under it before: an utterance is handed over when it is queued, and
/// again when it begins and ends, so that a recorder killed in between leaves what was known.
public enum Record: Hashable, Sendable {
  case source(SourceStatus)
  case gap(Gap)
  case application(Application)
  case element(ElementVersion)
  case event(Event)
  case input(Input)
  case actionCall(ActionCall)
  case utterance(Utterance)
  case utteranceMark(UtteranceMark)
  case audioStream(AudioStream)
  case audioSegment(AudioSegment)
  case audioLevel(AudioLevel)
}

/// Where collectors put their records; never blocks, counts what it must refuse.
public protocol RecordSink: Sendable {
  /// Takes a record for storing, or counts it as dropped for its source.
  func offer(_ record: Record, from source: SourceName)
}

/// A source of records, by name; open, so that a timeline of a later version still reads.
public struct SourceName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as stored.
  public var rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Takes any name.
  public init(stringLiteral value: String) { rawValue = value }

  /// AT-SPI events on the a11y bus.
  public static let events: SourceName = "events"
  /// Keys, by the AT-SPI device's key watcher.
  public static let keys: SourceName = "keys"
  /// Action calls seen by a monitor of the a11y bus.
  public static let calls: SourceName = "calls"
  /// What went through the speech tap.
  public static let speech: SourceName = "speech"
  /// The application's sound.
  public static let applicationAudio: SourceName = "application-audio"
  /// The synthesiser's sound.
  public static let readerAudio: SourceName = "reader-audio"
}

/// The state of a source: what its loss accounting and its proofs rest on.
public struct SourceStatus: Hashable, Sendable {
  /// Which source.
  public var name: SourceName
  /// When it began to see; nil where it never did.
  public var armedAt: MonotonicTime?
  /// When it was shown to see this session: the first thing of the application that came by it.
  public var provenAt: MonotonicTime?
  /// When it stopped; nil while it runs or where the recorder died.
  public var endedAt: MonotonicTime?
  /// Why it is missing or unsure, in plain words; nil where there is nothing to say.
  public var note: String?

  /// A source that is not armed yet.
  public init(
    _ name: SourceName, armedAt: MonotonicTime? = nil, provenAt: MonotonicTime? = nil, endedAt: MonotonicTime? = nil,
    note: String? = nil
  ) {
    self.name = name
    self.armedAt = armedAt
    self.provenAt = provenAt
    self.endedAt = endedAt
    self.note = note
  }
}

/// A time in which a source may have missed something.
public struct Gap: Hashable, Sendable {
  /// Which source.
  public var source: SourceName
  /// From when.
  public var start: MonotonicTime
  /// Until when; nil where it was open when the recording ended.
  public var end: MonotonicTime?
  /// What happened, in plain words.
  public var reason: String

  /// A hole in `source`.
  public init(source: SourceName, start: MonotonicTime, end: MonotonicTime?, reason: String) {
    self.source = source
    self.start = start
    self.end = end
    self.reason = reason
  }
}
