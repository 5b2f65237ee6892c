/// What the text forms of reports share.
enum ReportText {
  /// Which file, which application, how long, since when.
  static func heading(_ analysis: Analysis) -> String {
    let session = analysis.session
    let length =
      session.lengthNanoseconds.map { Decimal.text(Double($0) / 1e9, digits: 1) + " s" }
      ?? (session.isRunning ? "still being recorded" : "without an end")
    return
      "\(PlainLine.escaped(analysis.fileName)): \(PlainLine.escaped(session.application)), \(length), \(session.startedUTC)"
  }

  /// What was not proven, or that all was.
  static func doubts(_ health: Health) -> [String] {
    guard !health.doubts.isEmpty else {
      return ["Every source that this rests on was armed, proven in this session, and lost nothing."]
    }
    return ["Not proven:"]
      + health.doubts.flatMap { ["- \($0.text).", "  \($0.advice)\($0.advice.hasSuffix("?") ? "" : ".")"] }
  }
}
