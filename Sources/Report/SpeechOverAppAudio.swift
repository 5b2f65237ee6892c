/// Rule `speech-over-app-audio`: the reader talks while a callout can be heard.
enum SpeechOverAppAudio {
  static let id = "speech-over-app-audio"
  static let help =
    "Silence the reader when a callout starts (SSIP CANCEL all), and change nothing that it would speak until the callout has ended; WCAG 1.4.2"

  static func finding(_ overlap: Overlap) -> Finding? {
    guard !LabelOverOwnAction.applies(to: overlap) else { return nil }
    let time = Text.milliseconds(overlap.overlapMilliseconds)
    return Finding(
      rule: id, severity: .error,
      message: "the reader said “\(overlap.words)” for \(time) over the callout of “\(overlap.element)”",
      element: overlap.accessibleID ?? overlap.elementName, startNanoseconds: overlap.startNanoseconds,
      endNanoseconds: overlap.endNanoseconds, evidence: overlap.evidence,
      help: help)
  }
}

extension Overlap {
  /// The rows that prove it.
  var evidence: [String] { ["activation \(activationID)", "utterance \(utteranceID)"] }
}
