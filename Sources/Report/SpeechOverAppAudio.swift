/// The reader speaks while the application lets something be heard.
enum SpeechOverAppAudio: Rule {
  static let id = "speech-over-app-audio"
  static let severity = Severity.error
  static let help = """
    Two voices at once: neither is understood. Where a focus move of the person caused it, the application could stop its \
    sound; where the application caused it, it should not make the reader speak while it speaks itself. WCAG 1.4.2, 4.1.3.
    """

  static func message(for overlap: Overlap) -> String? {
    let target = overlap.element.map { "the callout of \($0.text)" } ?? "the application's background"
    return "\(PlainLine.quoted(overlap.utteranceText)) was spoken over \(target)"
  }
}
