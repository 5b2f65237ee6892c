public import Storage

/// Who talked over whom, for how long, after which activation.
public struct OverlapReport {
  let header: SessionHeader
  let parameters: [(name: String, value: Double)]
  let overlaps: [Overlap]
  let activations: Int
  let callouts: Int
  /// The faults, in the order of time.
  public let findings: [Finding]
  /// What is not proven of the session.
  public let unproven: [Unproven]

  /// Asks a capture.
  public init(_ capture: Capture) throws(StorageError) {
    header = try capture.header()
    parameters = try capture.parameters()
    overlaps = try capture.file.rows(Overlap.query).map(Overlap.init)
    activations = Int(try capture.file.rows("SELECT count(*) FROM activation").first?.first?.integer ?? 0)
    callouts = Int(try capture.file.rows("SELECT count(*) FROM callout").first?.first?.integer ?? 0)
    findings = overlaps.compactMap { LabelOverOwnAction.finding($0) ?? SpeechOverAppAudio.finding($0) }
    unproven = try capture.unproven()
  }

  /// A fault weighs more than a doubt, and a doubt is never a pass.
  public var outcome: Outcome {
    if findings.contains(where: { $0.severity == .error }) { return .failed }
    return unproven.isEmpty ? .passed : .notProven
  }
}
