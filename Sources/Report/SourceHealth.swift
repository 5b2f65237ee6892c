/// How far one source of a session can be relied on: one row of Queries/health.sql.
public struct SourceHealth: Sendable {
  /// What is known of a source.
  public enum State: String, Sendable {
    case notArmed = "not armed"
    case gap, interrupted, unproven, proven
  }

  /// Its name.
  public let name: String
  /// What is known of it.
  public let state: State
  /// Whether it saw what the recorder itself had sent, before the application was there.
  public let isSelfTested: Bool
  /// When it was shown to hear this application, nanoseconds since the session's start; nil where it never was.
  public let provenNanoseconds: Int64?
  /// Records offered.
  public let received: Int64
  /// Records dropped.
  public let dropped: Int64
  /// Gaps in it, interruptions of the whole recording left out.
  public let gaps: Int64
  /// Their length together, milliseconds.
  public let gapMilliseconds: Double
  /// Why it is not armed, or the first gap's reason; nil where there is nothing to say.
  public let reason: String?

  init(_ row: Row) {
    name = row.text("source") ?? ""
    state = row.text("state").flatMap(State.init) ?? .notArmed
    isSelfTested = row.integer("self_tested_ns") != nil
    provenNanoseconds = row.integer("proven_ns")
    received = row.integer("received") ?? 0
    dropped = row.integer("dropped") ?? 0
    gaps = row.integer("gaps") ?? 0
    gapMilliseconds = row.number("gap_ms") ?? 0
    reason = row.text("reason")
  }

  /// One that the timeline does not know.
  init(missing name: String) {
    self.name = name
    state = .notArmed
    isSelfTested = false
    provenNanoseconds = nil
    received = 0
    dropped = 0
    gaps = 0
    gapMilliseconds = 0
    reason = "the recording has no such source"
  }
}
