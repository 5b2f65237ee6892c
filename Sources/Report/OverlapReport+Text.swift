extension OverlapReport {
  /// For people who look and for people who listen: the verdict first, then one paragraph an overlap.
  public var text: String {
    var lines = [verdict, ""]
    lines.append(
      "Session: \(Text.printable(header.application)), \(Text.moment(header.startedWallNanoseconds))\(state)")
    lines.append(
      "Activations: \(activations); callouts heard: \(callouts); overlaps of \(least) or more: \(overlaps.count)")
    for (number, (overlap, finding)) in zip(overlaps, findings).enumerated() {
      lines.append("")
      lines += paragraph(number + 1, overlap, finding)
    }
    if !unproven.isEmpty {
      lines += ["", "Not proven in this session:"]
      lines += unproven.map { "  \(Text.printable($0.claim)): \(Text.printable($0.reason))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    switch outcome {
    case .failed:
      let longest = overlaps.map(\.overlapMilliseconds).max() ?? 0
      let times = overlaps.count == 1 ? "once" : "\(overlaps.count) times"
      return
        "FAILED: the screen reader talked over the application \(times), for \(Text.milliseconds(longest)) at most."
    case .notProven: return "NOT PROVEN: no overlap was found, but this session could not have shown every one."
    case .passed: return "PASSED: in \(callouts) callouts the screen reader never talked over the application."
    }
  }

  private var state: String {
    guard let ended = header.endedNanoseconds else { return ", still running or broken off" }
    return ", \(Text.decimal(Double(ended) / 1e9, places: 1)) s" + (header.isComplete ? "" : ", incomplete")
  }

  private var least: String { Text.milliseconds(parameters.first { $0.name == "min_ms" }?.value ?? 0) }

  private func paragraph(_ number: Int, _ overlap: Overlap, _ finding: Finding) -> [String] {
    let id = overlap.accessibleID.map { " (\(Text.printable($0)))" } ?? ""
    let act = overlap.via == "key" ? "pressed" : "activated by an action"
    let first = overlap.startedFirst == "reader" ? "the reader was speaking first" : "the application was heard first"
    let edge = overlap.edge == "split" ? "; its edge is a split between two utterances, less certain" : ""
    return [
      "\(number). \(Text.printable(overlap.element))\(id), \(act) at \(Text.seconds(overlap.activationNanoseconds))",
      "   reader said: \(Text.printable(overlap.words))   [\(overlap.wordClass)]",
      "   from \(Text.seconds(overlap.startNanoseconds)) for \(Text.milliseconds(overlap.overlapMilliseconds)) between the edges, "
        + "\(Text.milliseconds(overlap.levelMilliseconds)) with level in both\(edge)",
      "   \(Text.decimal(overlap.covered * 100, places: 0)) % of the callout was covered; \(first)",
      "   \(finding.severity.rawValue): \(finding.rule)",
    ]
  }
}
