internal import Timeline

/// What a recording amounts to: for the person who made it, and for its exit status.
public struct Account: Sendable {
  let name: String
  let path: String
  let seconds: Double
  let sources: [SourceStatus]
  let counts: [SourceName: Int]
  let gaps: [Gap]
  let dropped: [SourceName: Int64]
  let failure: String?

  /// Whether every source was armed, and none has a gap or has dropped a record; 0 or 2 as an exit status.
  public var isComplete: Bool {
    failure == nil && gaps.isEmpty && dropped.isEmpty && sources.allSatisfy { $0.armedAt != nil }
  }

  /// Some lines of text: what was armed, proven, heard and lost, and the command to type next.
  public var text: String {
    var lines = [
      "a11y-capture: recorded \(Printable.text(name)) for \(Account.tenths(seconds)) s into \(Printable.text(path))",
      "",
    ]
    for source in sources {
      let state =
        source.armedAt == nil
        ? "MISSING: \(Printable.text(source.note ?? "no reason was given"))"
        : source.provenAt == nil ? "armed, but nothing came by it" : "armed, proven"
      let count = String(counts[source.name] ?? 0)
      lines.append("  \(Account.padded(source.name.rawValue, 18))\(Account.padded(count, 7)) \(state)")
    }
    lines.append("")
    for gap in gaps { lines.append("  LOST: \(gap.source.rawValue): \(Printable.text(gap.reason))") }
    for (source, count) in dropped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append("  LOST: \(source.rawValue): \(count) records could not be stored")
    }
    if let failure { lines.append("  \(failure)") }
    lines.append(
      isComplete ? "Nothing was lost." : "The recording is incomplete; reports over it will say what they cannot prove."
    )
    lines.append("Next: a11y-report overlap \(Printable.text(path))")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func tenths(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
