internal import Storage

/// One track of a trace: a query whose first columns are name, from_ns and to_ns; the others are the slices' facts.
///
/// A NULL in to_ns makes a moment of it.
struct Track {
  let name: String
  /// What its slices are, for viewers that colour or filter.
  let category: String
  let query: String

  /// Its slices, on as few lanes as they need.
  func lanes(of file: TimelineFile) throws(StorageError) -> [Lane] {
    let table = try file.table("SELECT * FROM (\(query)) ORDER BY from_ns, to_ns DESC")
    var lanes = [Lane(name: name, category: category)]
    var ends: [Int64] = [.min]
    for row in table.rows {
      guard case .integer(let from) = row[1] else { continue }
      let slice = Slice(
        name: row[0].text ?? "", from: from, to: row[2].integer.map { max(from, $0) },
        facts: Array(zip(table.columns, row).dropFirst(3)))
      var lane = 0
      if let to = slice.to {
        lane = ends.firstIndex { $0 <= from } ?? ends.count
        if lane == ends.count {
          ends.append(.min)
          lanes.append(Lane(name: "\(name) \(lane + 1)", category: category))
        }
        ends[lane] = to
      }
      lanes[lane].slices.append(slice)
    }
    return lanes
  }

  /// What is still open ends here: with the session, or with the last thing known where the recorder died or is at work.
  private static let end = """
    (SELECT coalesce(ended_ns, last_ns) FROM session, (SELECT max(time_ns) AS last_ns FROM (
      SELECT 0 AS time_ns UNION ALL SELECT max(time_ns) FROM event UNION ALL SELECT max(queued_ns) FROM utterance
      UNION ALL SELECT max(offset_ns) FROM sound)))
    """

  static let all = [
    Track(
      name: "markers", category: "marker", query: "SELECT text AS name, time_ns AS from_ns, NULL AS to_ns FROM marker"),
    Track(name: "input", category: "input", query: input),
    Track(
      name: "focus", category: "stop",
      query: """
        SELECT coalesce(name, role, 'element ' || element_id) AS name, time_ns AS from_ns, coalesce(until_ns, \(end)) AS to_ns, role,
          accessible_id, element_id, stop_id FROM stop
        """),
    Track(name: "actions", category: "action", query: actions),
    Track(name: "reader speech", category: "utterance", query: speech + " WHERE heard.from_ns IS NOT NULL"),
    Track(name: "reader speech not heard", category: "utterance", query: speech + " WHERE heard.from_ns IS NULL"),
    Track(
      name: "reader sound", category: "sound",
      query:
        "SELECT kind AS name, onset_ns AS from_ns, offset_ns AS to_ns, sound_id, stream_id FROM sound WHERE role = 'reader'"
    ),
    Track(
      name: "application sound", category: "sound",
      query: """
        SELECT kind AS name, onset_ns AS from_ns, offset_ns AS to_ns, sound_id, stream_id FROM sound WHERE role = 'application'
        """),
    Track(
      name: "terminal highlights", category: "highlight",
      query: """
        SELECT coalesce(label.value, text.value) AS name, time_ns AS from_ns, coalesce(until_ns, \(end)) AS to_ns, style.value AS style, screen_row,
          screen_column, highlight.id AS terminal_highlight_id
        FROM terminal_highlight AS highlight JOIN string AS text ON text.id = text_id JOIN string AS style ON style.id = style_id
          LEFT JOIN string AS label ON label.id = label_id
        """),
    Track(
      name: "terminal changes", category: "change",
      query: """
        SELECT change.kind || coalesce(': ' || value, '') AS name, time_ns AS from_ns, NULL AS to_ns, cause, screen_row, screen_column
        FROM terminal_change AS change LEFT JOIN string ON string.id = text_id WHERE change.kind <> 'cursor'
        """),
    Track(
      name: "overlaps", category: "overlap",
      query: """
        SELECT coalesce(words, utterance) AS name, from_ns, to_ns, utterance_id, activation_id, element_name, class, length_ms,
          both_ms, covered, started_first, edges FROM overlap
        """),
    Track(
      name: "gaps", category: "gap",
      query: """
        SELECT source.name || ': ' || reason AS name, start_ns AS from_ns, coalesce(end_ns, \(end)) AS to_ns, kind
        FROM gap JOIN source ON source.id = source_id
        """),
  ]

  /// A key from its press until it is let go; one that was not seen to be is a moment.
  private static let input = """
    SELECT name, from_ns, to_ns, modifiers, id AS input_id, focus_element_id FROM (
      SELECT coalesce(key_name, 'masked key') AS name, time_ns AS from_ns,
        CASE WHEN lead(is_press) OVER same_key = 0 THEN lead(time_ns) OVER same_key END AS to_ns, modifiers, id, focus_element_id,
        is_press
      FROM input WINDOW same_key AS (PARTITION BY key_name ORDER BY time_ns, id))
    WHERE is_press
    """

  /// Calls until their replies, and activations as moments.
  private static let actions = """
    SELECT method || coalesce(' ' || action_index, '') AS name, time_ns AS from_ns, coalesce(reply_ns, time_ns) AS to_ns, id AS action_call_id,
      element_id, value, accepted, error_name, NULL AS activation_id, NULL AS via FROM action_call
    UNION ALL
    SELECT 'activation of ' || coalesce(element_name, element_role, 'element ' || element_id), time_ns, NULL, action_call_id,
      element_id, NULL, NULL, NULL, activation_id, via FROM activation
    """

  /// As it was heard; else from when it was queued until the daemon told of its end.
  private static let speech = """
    SELECT message.plain_text AS name,
      coalesce(from_ns, queued_ns) AS from_ns,
      CASE WHEN from_ns IS NULL THEN coalesce(ended_ns, cancelled_ns) ELSE heard.to_ns END AS to_ns,
      outcome, message.utterance_id AS utterance_id, kind, queued_ns
    FROM message JOIN heard ON heard.utterance_id = message.utterance_id
    """
}
