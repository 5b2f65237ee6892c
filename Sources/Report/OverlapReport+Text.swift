extension OverlapReport {
  /// For people who listen as well as for people who look: the verdict first, then a block for each overlap.
  var text: String {
    var lines = [verdict, "", ReportText.heading(analysis), tally.text]
    lines += blocks
    for rule in OverlapRules.all where findings.contains(where: { $0.rule == rule.id }) {
      lines += ["", "About \(rule.id):", "  " + rule.help]
    }
    lines += [""] + ReportText.doubts(health)
    return lines.joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    let name = PlainLine.escaped(analysis.session.application)
    switch outcome {
    case .failed:
      let own = findings.count { $0.rule == LabelOverOwnAction.id }
      let share = own == overlaps.count ? "" : own == 0 ? "never " : "\(Decimal.count(own, "time")) "
      return "FAILED: the screen reader talked over \(name) \(Decimal.count(overlaps.count, "time")), "
        + "\(share)with the label of what had just been activated."
    case .passed:
      return "PASSED: the screen reader never talked over \(name) in \(Decimal.count(tally.callouts, "callout"))."
    case .notProven:
      return "NOT PROVEN: no overlap was found, but this recording could not have shown every one."
    }
  }

  /// The overlaps, and the marks where they fall.
  private var blocks: [String] {
    let found = overlaps.enumerated().map { ($1.fromNanoseconds, block($1, $0 + 1)) }
    let marks = analysis.session.marks.map { ($0.nanoseconds, ["Mark at " + $0.text]) }
    return (marks + found).sorted { $0.0 < $1.0 }.flatMap { [""] + $0.1 }
  }

  private func block(_ overlap: Overlap, _ number: Int) -> [String] {
    let target = overlap.element.map { "the callout of \($0.text)" } ?? "background sound"
    var lines = [
      "\(number). At \(Decimal.seconds(overlap.fromNanoseconds)), \(PlainLine.quoted(overlap.utteranceText)) over \(target)"
    ]
    func add(_ label: String, _ text: String) { lines.append("   \(label): \(text)") }
    add(
      "Together",
      "\(Decimal.milliseconds(overlap.lengthMilliseconds)) between the edges, "
        + "\(Decimal.milliseconds(overlap.bothMilliseconds)) of them with sound from both"
        + (overlap.hasExactEdges ? "" : "; edges known to 10 ms"))
    if let covered = overlap.covered {
      add(overlap.isBackground ? "Sound covered" : "Callout covered", Decimal.text(covered * 100, digits: 0) + " %")
    }
    if let activated = overlap.activationNanoseconds {
      let later = Double(overlap.fromNanoseconds - activated) / 1e6
      add("Activated", "at \(Decimal.seconds(activated)), \(Decimal.milliseconds(later)) before the overlap")
    }
    add("Words", "\(overlap.words.map(PlainLine.quoted) ?? "not told by the synthesiser") (\(overlap.wordClass))")
    add("Started first", overlap.readerStartedFirst ? "the reader" : "the application")
    let finding = findings[number - 1]
    add("Finding", "\(finding.severity.rawValue), \(finding.rule)")
    return lines
  }
}
