/// What every report's JSON is wrapped in.
enum Envelope {
  /// Raised where a reader of an earlier version could misunderstand.
  static let formatVersion: Int64 = 1

  static func text(
    report: String, of analysis: Analysis, outcome: Outcome, health: Health, tally: Tally, parameters: Row, rows: [Row],
    findings: [Finding]
  ) -> String {
    JSONValue.object([
      ("report", .string(report)), ("format_version", .integer(formatVersion)),
      ("session", session(analysis.session, health, tally)), ("outcome", .string(outcome.rawValue)),
      ("parameters", parameters.json), ("rows", .array(rows.map(\.json))), ("findings", .array(findings.map(\.json))),
    ]).text
  }

  private static func session(_ session: SessionSummary, _ health: Health, _ tally: Tally) -> JSONValue {
    .object([
      ("application", .string(session.application)), ("tool_version", .string(session.toolVersion)),
      ("started", .string(session.startedUTC)), ("length_ns", JSONValue(session.lengthNanoseconds)),
      ("is_complete", .bool(session.isComplete)), ("is_running", .bool(session.isRunning)), ("counts", tally.json),
      ("marks", .array(session.marks.map(\.json))),
      ("sources", .object(health.sources.map { ($0.name, .string($0.state.rawValue)) })),
      ("not_proven", .array(health.doubts.map { .string($0.text) })),
    ])
  }
}
