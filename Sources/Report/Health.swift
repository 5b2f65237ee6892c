internal import Storage

/// How far a session can be relied on, and what keeps "no overlap" from being proven.
public struct Health: Sendable {
  /// Something that a recording cannot show, with what to do about it.
  public struct Doubt: Hashable, Sendable {
    /// What, in one sentence.
    public var text: String
    /// What to try.
    public var advice: String
  }

  /// Every source, by name.
  public let sources: [SourceHealth]
  /// What the recording leaves out as a whole, and steps of its wall clock, in order of time.
  public let interruptions: [Interruption]
  /// What keeps the absence of a fault from being proven; empty where it is.
  public let doubts: [Doubt]

  init(_ analysis: Analysis) throws(ReportError) {
    var sources = try analysis.rows("SELECT * FROM health").map(SourceHealth.init)
    for name in Advice.needed + Advice.acts where !sources.contains(where: { $0.name == name }) {
      sources.append(SourceHealth(missing: name))
    }
    self.sources = sources.sorted { $0.name < $1.name }
    let strays = try analysis.rows("SELECT * FROM stray_speech").count
    interruptions = try analysis.rows("SELECT * FROM interruption").compactMap(Interruption.init)
    let origin = try analysis.row("SELECT origin FROM session").text("origin") ?? ""
    let isPart = interruptions.contains { $0.kind == .trim }
    let known =
      (isPart ? [Advice.part(of: origin)] : []) + interruptions.compactMap(\.doubt)
      + self.sources.flatMap(Health.doubts) + Health.doubtsOfActs(self.sources)
      + (strays == 0 ? [] : [Advice.strays(strays)])
    doubts = Health.doubts(of: analysis.session, analysis.seal, isExplained: !known.isEmpty) + known
  }

  /// With `isExplained`, why a recording is incomplete is told already.
  private static func doubts(of session: SessionSummary, _ seal: Seal, isExplained: Bool) -> [Doubt] {
    if session.isRunning {
      return [Doubt(text: "the recording is still running", advice: "Ask again when it has ended")]
    }
    if session.lengthNanoseconds == nil {
      return [
        Doubt(
          text: "the recorder died before the end", advice: "What it had seen is here; record it anew to prove the rest"
        )
      ]
    }
    if seal == .broken || seal == .missing {
      return [
        Doubt(
          text: "the file is not what was recorded: it was changed or damaged after it was closed",
          advice: "Take another copy of it, or record it anew")
      ]
    }
    return session.isComplete || isExplained
      ? [] : [Doubt(text: "the recording is marked incomplete", advice: "See what a11y-capture said when it ended")]
  }

  private static func doubts(of source: SourceHealth) -> [Doubt] {
    let isNeeded = Advice.needed.contains(source.name)
    switch source.state {
    case .proven: return []
    case .notArmed where isNeeded:
      let reason = source.reason.map { ": " + PlainLine.escaped($0) } ?? ""
      return [
        Doubt(text: "\(source.name) was not recorded\(reason)", advice: Advice.arming(source.name, source.reason))
      ]
    case .unproven where isNeeded:
      var doubt = Advice.proving(source.name)
      if let reason = source.reason { doubt.text += ": " + PlainLine.escaped(reason) }
      return [doubt]
    case .interrupted where isNeeded && source.provenNanoseconds == nil: return [Advice.proving(source.name)]
    case .gap:
      let reason = source.reason.map { ": " + PlainLine.escaped($0) } ?? ""
      var what: [String] = []
      if source.gaps > 0 {
        what.append(
          "\(Decimal.count(Int(source.gaps), "gap")) of \(Decimal.milliseconds(source.gapMilliseconds)) together")
      }
      if source.dropped > 0 { what.append("\(Decimal.count(Int(source.dropped), "record")) dropped") }
      return [
        Doubt(
          text: "\(source.name) has \(what.joined(separator: " and "))\(reason)",
          advice: "Record it anew, with less else going on")
      ]
    case .notArmed, .interrupted, .unproven: return []
    }
  }

  /// An activation is seen by its key or by its call: one of the two has to be shown to work.
  private static func doubtsOfActs(_ sources: [SourceHealth]) -> [Doubt] {
    let acts = sources.filter { Advice.acts.contains($0.name) }
    if acts.contains(where: { $0.state == .proven || $0.provenNanoseconds != nil }) { return [] }
    if acts.contains(where: { [.unproven, .interrupted].contains($0.state) }) { return [Advice.proving("keys")] }
    let reasons = Set(acts.compactMap(\.reason)).sorted().map(PlainLine.escaped).joined(separator: "; ")
    return [Doubt(text: "no activation could be seen: \(reasons)", advice: Advice.arming("keys"))]
  }
}
