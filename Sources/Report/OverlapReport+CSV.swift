extension OverlapReport {
  /// One line an overlap after a line of names (RFC 4180).
  public var csv: String {
    let names = [
      "start_ns", "overlap_ms", "level_ms", "covered", "started_first", "activation_ns", "via", "element_name",
      "accessible_id",
      "utterance_text", "words", "class", "edge", "rule", "severity",
    ]
    let rows = zip(overlaps, findings).map { overlap, finding in
      [
        "\(overlap.startNanoseconds)", Text.decimal(overlap.overlapMilliseconds, places: 3),
        Text.decimal(overlap.levelMilliseconds, places: 0), Text.decimal(overlap.covered, places: 4),
        overlap.startedFirst,
        "\(overlap.activationNanoseconds)", overlap.via, overlap.elementName ?? "", overlap.accessibleID ?? "",
        overlap.utteranceText, overlap.words, overlap.wordClass, overlap.edge, finding.rule, finding.severity.rawValue,
      ]
    }
    return ([names] + rows).map { $0.map(CSV.field).joined(separator: ",") + "\r\n" }.joined()
  }
}

/// Fields of comma-separated values.
enum CSV {
  /// A field, quoted where it must be.
  ///
  /// Words of others that a spreadsheet would take for a formula get an apostrophe before them.
  static func field(_ text: String) -> String {
    let printable = Text.printable(text)
    let isFormula = printable.first.map { "=+-@".contains($0) } ?? false
    let guarded = isFormula && Double(printable) == nil ? "'" + printable : printable
    guard guarded.contains(where: { ",\"\r\n".contains($0) }) else { return guarded }
    return "\"" + guarded.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
