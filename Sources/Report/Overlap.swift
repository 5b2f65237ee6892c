internal import Storage

/// One row of the query `overlap`.
public struct Overlap: Hashable, Sendable {
  var startNanoseconds: Int64
  var overlapMilliseconds: Double
  var levelMilliseconds: Double
  var covered: Double
  var startedFirst: String
  var activationID: Int64
  var activationNanoseconds: Int64
  var via: String
  var elementName: String?
  var accessibleID: String?
  var utteranceID: Int64
  var utteranceText: String
  var words: String
  var wordClass: String
  var edge: String
  var wasSaidAfter: Bool

  static let query = """
    SELECT start_ns, overlap_ms, level_ms, covered, started_first, activation_id, activation_ns, via, element_name,
      accessible_id, utterance_id, utterance_text, words, class, edge, said_after
    FROM overlap ORDER BY start_ns, utterance_id
    """

  init(_ row: [Value]) {
    startNanoseconds = row[0].integer ?? 0
    overlapMilliseconds = row[1].number ?? 0
    levelMilliseconds = row[2].number ?? 0
    covered = row[3].number ?? 0
    startedFirst = row[4].text ?? ""
    activationID = row[5].integer ?? 0
    activationNanoseconds = row[6].integer ?? 0
    via = row[7].text ?? ""
    elementName = row[8].text
    accessibleID = row[9].text
    utteranceID = row[10].integer ?? 0
    utteranceText = row[11].text ?? ""
    words = row[12].text ?? ""
    wordClass = row[13].text ?? ""
    edge = row[14].text ?? ""
    wasSaidAfter = row[15].integer == 1
  }

  var endNanoseconds: Int64 { startNanoseconds + Int64(overlapMilliseconds * 1e6) }
  var element: String { elementName ?? accessibleID ?? "an element without a name" }
}
