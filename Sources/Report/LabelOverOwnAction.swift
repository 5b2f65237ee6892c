/// An element is activated, and its own label is spoken over what it lets hear.
enum LabelOverOwnAction: Rule {
  static let id = "label-over-own-action"
  static let severity = Severity.error
  static let help = """
    Whoever activates this with a screen reader hears its label again instead of what was asked for. Keep the name as it is \
    while the sound plays, and silence the reader at the activation, as the trait for starting media does elsewhere. \
    WCAG 1.4.2, 4.1.3.
    """

  static func message(for overlap: Overlap) -> String? {
    guard !overlap.isBackground, let element = overlap.element, overlap.wordsElement == element.id,
      overlap.wasSaidAfter, ["name", "changed name"].contains(overlap.wordClass)
    else { return nil }
    return "the \(overlap.wordClass) of the activated \(element.text) was spoken over its own callout"
  }
}
