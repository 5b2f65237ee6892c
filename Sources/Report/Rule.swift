/// What makes findings of overlaps; one type a rule, one file a type.
protocol Rule {
  /// Kebab-case, never changed once released.
  static var id: String { get }
  static var severity: Severity { get }
  /// What it means, whom it hurts, how to mend it, and the standard it serves.
  static var help: String { get }
  /// What the rule says of an overlap; nil where it does not apply.
  static func message(for overlap: Overlap) -> String?
}

extension Rule {
  static func finding(in overlap: Overlap, evidence: [String]) -> Finding? {
    guard let message = message(for: overlap) else { return nil }
    return Finding(
      rule: id, severity: severity, message: message, element: overlap.element,
      fromNanoseconds: overlap.fromNanoseconds,
      toNanoseconds: overlap.toNanoseconds, evidence: evidence, help: help)
  }
}

/// The rules over overlaps, the more particular first: each overlap is one finding.
enum OverlapRules {
  static var all: [any Rule.Type] { [LabelOverOwnAction.self, SpeechOverAppAudio.self] }

  static func finding(in overlap: Overlap, evidence: [String]) -> Finding? {
    for rule in all { if let finding = rule.finding(in: overlap, evidence: evidence) { return finding } }
    return nil
  }
}
