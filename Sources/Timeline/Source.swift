/// The state of a source: what its loss accounting and its proofs rest on.
public struct SourceStatus: Hashable, Sendable {
  /// Which source.
  public var name: SourceName
  /// When it began to see; nil where it never did.
  public var armedAt: MonotonicTime?
  /// When it saw something that the recorder itself had made, before the application was there; nil where it did not.
  public var selfTestedAt: MonotonicTime?
  /// When it was shown to see this session: the first thing of the application that came by it.
  public var provenAt: MonotonicTime?
  /// When it stopped; nil while it runs or where the recorder died.
  public var endedAt: MonotonicTime?
  /// Why it is missing or unsure, in plain words; nil where there is nothing to say.
  public var note: String?

  /// A source that is not armed yet.
  public init(
    _ name: SourceName, armedAt: MonotonicTime? = nil, selfTestedAt: MonotonicTime? = nil,
    provenAt: MonotonicTime? = nil, endedAt: MonotonicTime? = nil, note: String? = nil
  ) {
    self.name = name
    self.armedAt = armedAt
    self.selfTestedAt = selfTestedAt
    self.provenAt = provenAt
    self.endedAt = endedAt
    self.note = note
  }
}

/// A time in which a source may have missed something, or in which its clock is to be read with care.
public struct Gap: Hashable, Sendable {
  /// Which source.
  public var source: SourceName
  /// What kind of gap.
  public var kind: Kind
  /// From when.
  public var start: MonotonicTime
  /// Until when; nil where it was open when the recording ended.
  public var end: MonotonicTime?
  /// What happened, in plain words.
  public var reason: String

  /// Kinds of gap.
  public enum Kind: String, Sendable {
    /// Something may have been missed.
    case loss
    /// The application did not answer for a while: what it was meanwhile is not known.
    case silence
    /// The person had the recording paused.
    case pause
    /// The machine slept: nothing was seen, and no time passed on the session's clock.
    case suspend
    /// It was cut off afterwards.
    case trim
    /// The wall clock was set; the session's clock goes on, and nothing is lost.
    case clockStep = "clock-step"
  }

  /// A hole in `source`.
  public init(source: SourceName, kind: Kind = .loss, start: MonotonicTime, end: MonotonicTime?, reason: String) {
    self.source = source
    self.kind = kind
    self.start = start
    self.end = end
    self.reason = reason
  }
}
