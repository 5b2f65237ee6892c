internal import Storage

/// A session as reports speak of it.
public struct SessionSummary: Sendable {
  /// The names of the recorded applications, in the order they were seen.
  public let application: String
  /// The tool that recorded.
  public let toolVersion: String
  /// When it started, UTC, "2026-12-01T02:16:20Z".
  public let startedUTC: String
  /// Its length; nil where the recorder runs still or died.
  public let lengthNanoseconds: Int64?
  /// Whether the recorder ended well, with every source armed and none missing anything.
  public let isComplete: Bool
  /// Whether typed text was kept as it was typed, else masked; nil where it was recorded before there was a choice.
  public let keepsText: Bool?
  /// What was marked, in order of time.
  public let marks: [Mark]
  /// Whether the recorder is at work on it now.
  public let isRunning: Bool

  init(_ file: TimelineFile) throws(ReportError) {
    let table = try wrapped(in: "session") { () throws(StorageError) in
      try file.table(
        """
        SELECT tool_version, started_wall_ns, ended_ns, is_complete, keeps_text, recorder_process_id,
          strftime('%Y-%m-%dT%H:%M:%SZ', started_wall_ns / 1000000000, 'unixepoch') AS started,
          (SELECT group_concat(name, ', ') FROM (SELECT DISTINCT name FROM application WHERE name <> '' ORDER BY id)) AS names,
          (SELECT value FROM environment WHERE name = 'application') AS asked
        FROM session
        """)
    }
    guard let values = table.rows.first else {
      throw ReportError("\(file.path) holds no session", advice: "Record it anew", exitStatus: 66)
    }
    let row = Row(columns: table.columns, values: values)
    application = row.text("names") ?? row.text("asked") ?? "the application"
    toolVersion = row.text("tool_version") ?? ""
    startedUTC = row.text("started") ?? ""
    lengthNanoseconds = row.integer("ended_ns")
    isComplete = row.isTrue("is_complete")
    keepsText = row.integer("keeps_text").map { $0 == 1 }
    marks = try wrapped(in: "marker") { () throws(StorageError) in
      try file.rows("SELECT time_ns, text FROM marker ORDER BY time_ns, id").map {
        Mark(nanoseconds: $0[0].integer ?? 0, words: $0[1].text ?? "")
      }
    }
    let recorder = Int32(truncatingIfNeeded: row.integer("recorder_process_id") ?? 0)
    isRunning = lengthNanoseconds == nil && RecorderState.isRunning(on: file.path, recorder: recorder)
  }
}
