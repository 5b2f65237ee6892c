/// Who talked over whom, for how long, after which activation.
public struct OverlapReport {
  /// Every overlap, in order of time.
  public let overlaps: [Overlap]
  /// What the rules say of them.
  public let findings: [Finding]
  /// How far the session can be relied on.
  public let health: Health
  /// How much the session holds.
  public let tally: Tally
  let analysis: Analysis
  let rows: [Row]
  let columns: [String]
  let parameters: Row

  /// Asks a timeline.
  public init(_ analysis: Analysis) throws(ReportError) {
    self.analysis = analysis
    health = try Health(analysis)
    tally = try Tally(analysis)
    parameters = try analysis.parameters()
    rows = try analysis.rows("SELECT * FROM overlap")
    columns = try analysis.rows("SELECT name FROM pragma_table_info('overlap')").compactMap { $0.text("name") }
    var overlaps: [Overlap] = []
    for row in rows { overlaps.append(try Overlap(row)) }
    self.overlaps = overlaps
    var acts: [Int64: [String]] = [:]
    for row in try analysis.rows("SELECT activation_id, input_id, action_call_id FROM activation") {
      let seen = [("input", row.integer("input_id")), ("action_call", row.integer("action_call_id"))]
      acts[row.integer("activation_id") ?? 0] = seen.compactMap { table, id in id.map { "\(table) \($0)" } }
    }
    findings = overlaps.compactMap { overlap in
      let evidence = ["utterance \(overlap.utterance)"] + (overlap.activation.flatMap { acts[$0] } ?? [])
      return OverlapRules.finding(in: overlap, evidence: evidence)
    }
  }

  /// What it comes to: an error outweighs a doubt, and a doubt a clean result.
  public var outcome: Outcome {
    if findings.contains(where: { $0.severity == .error }) { return .failed }
    return health.doubts.isEmpty ? .passed : .notProven
  }

  /// The report as text in a format.
  public func text(as format: ReportFormat) -> String {
    switch format {
    case .text: text
    case .csv: CSVTable.text(columns: columns, rows: rows.map(\.values))
    case .json:
      Envelope.text(
        report: "overlap", of: analysis, outcome: outcome, health: health, tally: tally, parameters: parameters,
        rows: rows,
        findings: findings)
    }
  }
}
