internal import Storage

/// The rows of a timeline that a part of it keeps.
struct TrimmedRows {
  /// So far from everything as the queries say it.
  private static let never: Int64 = 4_611_686_018_427_387_904

  /// The condition by which the rows of a table are kept, over what `choices` has made.
  static let conditions: [String: String] = [
    "element": "id IN (SELECT id FROM kept_element)",
    "element_version": "id IN (SELECT id FROM kept_version)",
    "event": "id IN (SELECT id FROM kept_event)",
    "input": "id IN (SELECT id FROM kept_input)",
    "action_call": "id IN (SELECT id FROM kept_call)",
    "utterance": "id IN (SELECT id FROM kept_utterance)",
    "utterance_mark": "utterance_id IN (SELECT id FROM kept_utterance)",
    "audio_stream": """
    id IN (SELECT stream_id FROM kept_segment UNION SELECT stream_id FROM kept_level)
      OR (opened_ns <= to_ns AND coalesce(closed_ns, from_ns) >= from_ns)
    """,
    "audio_segment": "id IN (SELECT id FROM kept_segment)",
    "audio_level": "(stream_id, frame) IN (SELECT stream_id, frame FROM kept_level)",
    "snapshot": "id IN (SELECT id FROM kept_snapshot)",
    "snapshot_element": "snapshot_id IN (SELECT id FROM kept_snapshot)",
    "terminal_highlight": "time_ns <= to_ns AND coalesce(until_ns, from_ns) >= from_ns",
    "terminal_change": "id IN (SELECT id FROM kept_change)",
    "marker": "time_ns BETWEEN from_ns AND to_ns",
  ]

  /// Tables that are kept whole: what the session is, what is known of its sources, and texts, of which a draft drops the rest.
  static let whole: Set<String> = ["session", "environment", "wall_clock", "source", "gap", "string", "application"]

  private let file: TimelineFile

  /// Chooses them; nil leaves that side as it is.
  init(of file: TimelineFile, from: Int64?, to: Int64?) throws(StorageError) {
    self.file = file
    try file.load(
      "CREATE TEMP TABLE trim_window AS SELECT \(from ?? -Self.never) AS from_ns, \(to ?? Self.never) AS to_ns")
    for sql in Self.choices { try file.load(sql) }
  }

  /// Copies the kept rows of a table; gives how many, and how many there are.
  func copy(_ table: Table, into draft: TimelineDraft) throws(StorageError) -> (taken: Int, there: Int) {
    let columns = table.columns.map(\.name)
    let names = columns.map { "\(table.name).\($0)" }.joined(separator: ", ")
    var taken = 0
    try file.forEachRow(
      "SELECT \(names) FROM \(table.name), trim_window WHERE \(Self.conditions[table.name] ?? "1")"
    ) { row throws(StorageError) in
      try draft.insert(into: table.name, columns, row)
      taken += 1
    }
    let there = try file.rows("SELECT count(*) FROM \(table.name)").first?.first?.integer ?? 0
    return (taken, Int(there))
  }

  /// Says in the session what it is a part of, and of each source where it has nothing any more.
  func markWhatIsGone(in draft: TimelineDraft, window: String) throws(StorageError) {
    try draft.run(
      "UPDATE session SET origin = 'trim to ' || ? || CASE origin WHEN 'recorded' THEN '' ELSE ' of ' || origin END",
      [.text(window)])
    let gone = """
      WITH begin AS (SELECT min(0, coalesce(min(armed_ns), 0)) AS begun_ns FROM source)
      SELECT id, start_ns, end_ns FROM (
        SELECT id, begun_ns AS start_ns, core_from_ns - 1 AS end_ns FROM source, trim_core, begin
        UNION ALL
        SELECT id, max(begun_ns, core_to_ns + 1), (SELECT ended_ns FROM session) FROM source, trim_core, begin)
      WHERE start_ns < coalesce(end_ns, \(Self.never)) ORDER BY id, start_ns
      """
    for row in try file.rows(gone) {
      try draft.run(
        "INSERT INTO gap (source_id, kind, start_ns, end_ns, reason) VALUES (?, 'trim', ?, ?, 'trimmed away')", row)
    }
  }
}
