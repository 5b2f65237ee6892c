/// How far a capture can be relied on, at a glance.
public struct CaptureReport {
  /// Every source, and what is in doubt.
  public let health: Health
  /// How much the session holds.
  public let tally: Tally
  let analysis: Analysis
  let rows: [Row]
  let columns: [String]
  let parameters: Row
  private let environment: [(name: String, value: String)]

  /// Asks a timeline.
  public init(_ analysis: Analysis) throws(ReportError) {
    self.analysis = analysis
    health = try Health(analysis)
    tally = try Tally(analysis)
    parameters = try analysis.parameters()
    environment = try analysis.rows("SELECT name, value FROM environment ORDER BY name").map {
      ($0.text("name") ?? "", $0.text("value") ?? "")
    }
    rows = try analysis.rows("SELECT * FROM health")
    columns = try analysis.rows("SELECT name FROM pragma_table_info('health')").compactMap { $0.text("name") }
  }

  /// Passed where nothing is in doubt.
  public var outcome: Outcome { health.doubts.isEmpty ? .passed : .notProven }

  /// The report as text in a format.
  public func text(as format: ReportFormat) -> String {
    switch format {
    case .text: text
    case .csv: CSVTable.text(columns: columns, rows: rows.map(\.values))
    case .json:
      Envelope.text(
        report: "capture", of: analysis, outcome: outcome, health: health, tally: tally, parameters: parameters,
        rows: rows,
        findings: [])
    }
  }

  private var verdict: String {
    if analysis.session.isRunning { return "RUNNING: this is still being recorded; what follows is so far." }
    if analysis.session.lengthNanoseconds == nil {
      return "BROKEN OFF: the recorder died; what it had seen until then is here."
    }
    return health.doubts.isEmpty
      ? "SOUND: every source that reports rest on saw the whole session, and was proven in it."
      : "DOUBTFUL: reports over this cannot prove that there was no fault."
  }

  private var text: String {
    var lines = [verdict, "", ReportText.heading(analysis), tally.text]
    lines.append("\(Decimal.count(tally.utterances, "utterance")), \(tally.utterancesHeard) heard.")
    lines.append(textKept)
    lines += ["", "Sources:"] + health.sources.map { "- " + line($0) }
    if !health.doubts.isEmpty { lines += [""] + ReportText.doubts(health) }
    if !analysis.session.marks.isEmpty { lines += ["", "Marks:"] + analysis.session.marks.map { "- " + $0.text } }
    let steps = health.interruptions.filter { $0.kind == .clockStep }
    if !steps.isEmpty { lines += ["", "Wall clock:"] + steps.map { "- " + $0.text } }
    lines += ["", "Recorded on:"]
    lines += environment.map { "- \(PlainLine.escaped($0.name)): \(PlainLine.escaped($0.value))" }
    return lines.joined(separator: "\n") + "\n"
  }

  private var textKept: String {
    let advice = "mask it before you hand this over: a11y-report redact"
    return switch analysis.session.keepsText {
    case true?: "Typed text was kept as it was typed, but for passwords; \(advice)."
    case false?: "Typed text was masked, and nothing of passwords was kept."
    case nil: "It was recorded before typed text was masked; \(advice)."
    }
  }

  private func line(_ source: SourceHealth) -> String {
    // What they bring is listed; that they bring nothing is in order.
    if source.state == .unproven, ["clock", "markers"].contains(source.name) {
      return "\(source.name): armed, and nothing came"
    }
    let state =
      switch source.state {
      case .proven: "proven"
      case .unproven where !Advice.needed.contains(source.name) && !Advice.acts.contains(source.name): "armed"
      case .unproven where source.isSelfTested:
        "it heard the recorder's own test, but nothing showed that it hears this application"
      case .unproven: "armed, but nothing showed that it hears this application"
      case .notArmed: "NOT RECORDED"
      case .gap: "HAS GAPS"
      case .interrupted: "saw all but what the recording leaves out"
      }
    let since = source.provenNanoseconds.map { " at \(Decimal.seconds($0))" } ?? ""
    // What it cannot see though it lost nothing.
    let limits = source.state == .proven ? source.reason.map { "; " + PlainLine.escaped($0) } ?? "" : ""
    return
      "\(source.name): \(state)\(source.state == .proven ? since : ""), \(Decimal.count(Int(source.received), "record")), "
      + "\(source.dropped) dropped\(limits)"
  }
}
