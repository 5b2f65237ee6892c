/// Reader and application audible together: one row of Queries/overlap.sql.
public struct Overlap: Sendable {
  /// The activation's number in the session; nil over background.
  public let activation: Int64?
  /// When it was activated, nanoseconds since the session's start; nil over background.
  public let activationNanoseconds: Int64?
  /// What was activated; nil over background.
  public let element: FoundElement?
  /// Whether the sound is background rather than a callout.
  public let isBackground: Bool
  /// The utterance's id in the timeline.
  public let utterance: Int64
  /// Its plain text.
  public let utteranceText: String
  /// Whether it was queued after the activation, rather than being said already; false over background.
  public let wasSaidAfter: Bool
  /// What the words are: name, changed name, hint, value, state, role, key echo, announcement or other.
  public let wordClass: String
  /// The element whose words they are; nil where they are nobody's.
  public let wordsElement: Int64?
  /// The words spoken in the overlap; nil where the synthesiser set no marks.
  public let words: String?
  /// Where both became audible, nanoseconds since the session's start.
  public let fromNanoseconds: Int64
  /// Where one ceased to be.
  public let toNanoseconds: Int64
  /// Milliseconds between these edges.
  public let lengthMilliseconds: Double
  /// Milliseconds in which both have level.
  public let bothMilliseconds: Double
  /// Share of the sound's audible frames, 0 to 1; nil where it has none.
  public let covered: Double?
  /// Whether the reader was audible before the application.
  public let readerStartedFirst: Bool
  /// Whether the utterance's edges are those of its sound; else they are known to 10 ms.
  public let hasExactEdges: Bool

  init(_ row: Row) throws(ReportError) {
    guard let utterance = row.integer("utterance_id"), let from = row.integer("from_ns"), let to = row.integer("to_ns")
    else { throw ReportError("an overlap without utterance or times", exitStatus: 70) }
    activation = row.integer("activation_id")
    activationNanoseconds = row.integer("activation_ns")
    element = row.integer("element_id").map {
      FoundElement(
        id: $0, role: row.text("element_role"), name: row.text("element_name"), accessibleID: row.text("accessible_id"))
    }
    isBackground = row.text("sound") == "background"
    self.utterance = utterance
    utteranceText = row.text("utterance") ?? ""
    wasSaidAfter = row.isTrue("said_after")
    wordClass = row.text("class") ?? "other"
    wordsElement = row.integer("words_element_id")
    words = row.text("words")
    fromNanoseconds = from
    toNanoseconds = to
    lengthMilliseconds = row.number("length_ms") ?? 0
    bothMilliseconds = row.number("both_ms") ?? 0
    covered = row.number("covered")
    readerStartedFirst = row.text("started_first") == "reader"
    hasExactEdges = row.text("edges") == "exact"
  }
}
