/// Rule `label-over-own-action`: the reader says a control's own label over the callout that the control has just started.
///
/// The documented fault: a double tap on a callout button made the reader speak the button's label over the callout.
enum LabelOverOwnAction {
  static let id = "label-over-own-action"
  static let help =
    "Keep the label still while the callout plays: a renamed control that has the focus is spoken; WCAG 1.4.2, 4.1.2"

  static func applies(to overlap: Overlap) -> Bool {
    overlap.wasSaidAfter && ["name", "changed name"].contains(overlap.wordClass)
  }

  static func finding(_ overlap: Overlap) -> Finding? {
    guard applies(to: overlap) else { return nil }
    let time = Text.milliseconds(overlap.overlapMilliseconds)
    let what = overlap.wordClass == "name" ? "its own label" : "its label, changed at the activation"
    return Finding(
      rule: id, severity: .error,
      message:
        "activating “\(overlap.element)” made the reader say \(what), “\(overlap.words)”, for \(time) over the callout",
      element: overlap.accessibleID ?? overlap.elementName, startNanoseconds: overlap.startNanoseconds,
      endNanoseconds: overlap.endNanoseconds, evidence: overlap.evidence,
      help: help)
  }
}
