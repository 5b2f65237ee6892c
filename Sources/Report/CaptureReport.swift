public import Storage

/// The health of a recording at a glance.
public struct CaptureReport {
  private let header: SessionHeader
  private let sources: [[Value]]
  private let gaps: [[Value]]
  private let environment: [[Value]]
  private let isRunning: Bool
  /// What is not proven of the session.
  public let unproven: [Unproven]

  /// Asks a capture; `isAlive` tells whether a process of that id runs.
  public init(_ capture: Capture, isAlive: (Int64) -> Bool) throws(StorageError) {
    header = try capture.header()
    sources = try capture.file.rows(
      "SELECT name, armed_ns, proven_ns, received, stored, dropped, note FROM source ORDER BY name")
    gaps = try capture.file.rows(
      "SELECT source.name, start_ns, end_ns, reason FROM gap JOIN source ON source.id = source_id ORDER BY start_ns, gap.id"
    )
    environment = try capture.file.rows("SELECT name, value FROM environment ORDER BY name")
    unproven = try capture.unproven()
    isRunning = header.endedNanoseconds == nil && isAlive(header.recorder)
  }

  /// Passed where everything is proven; a recording by itself is never failed.
  public var outcome: Outcome { unproven.isEmpty ? .passed : .notProven }

  /// The health in plain words, then the sources, the gaps, and what the session ran on.
  public var text: String {
    var lines = [
      verdict, "", "Session: \(Text.printable(header.application)), \(Text.moment(header.startedWallNanoseconds))",
    ]
    lines += ["", "Sources (records received, stored, dropped):"]
    for row in sources {
      let state = row[1] == .null ? "MISSING" : row[2] == .null ? "armed, unproven" : "armed, proven"
      let note = row[6].text.map { " — " + Text.printable($0) } ?? ""
      let counts = row[3...5].map { "\($0.integer ?? 0)" }.joined(separator: ", ")
      lines.append("  \(row[0].text ?? ""): \(state); \(counts)\(note)")
    }
    if !gaps.isEmpty { lines += ["", "Gaps:"] }
    for row in gaps {
      let end = row[2].integer.map { "to " + Text.seconds($0) } ?? "to the end"
      lines.append(
        "  \(row[0].text ?? ""), from \(Text.seconds(row[1].integer ?? 0)) \(end): \(Text.printable(row[3].text ?? ""))"
      )
    }
    if !unproven.isEmpty { lines += ["", "Not proven, and what to do:"] }
    lines += unproven.map { "  \(Text.printable($0.claim)): \(Text.printable($0.reason)). \(Self.advice(on: $0))" }
    lines +=
      ["", "Recorded on:"]
      + environment.map { "  \(Text.printable($0[0].text ?? "")): \(Text.printable($0[1].text ?? ""))" }
    return lines.joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    if isRunning { return "RUNNING: this recording is still being made; what follows is so far." }
    if header.endedNanoseconds == nil { return "BROKEN OFF: the recorder died; what it had seen until then is here." }
    return unproven.isEmpty
      ? "SOUND: every source saw the whole session, and each was proven in it."
      : "DOUBTFUL: this session does not prove everything that reports rest on."
  }

  private static func advice(on doubt: Unproven) -> String {
    if doubt.claim.contains("speech") { return "Start the reader behind a speech tap, or use a11y-desktop." }
    if doubt.claim.contains("audio") {
      return "Let a11y-capture start the application, on a machine whose sound server runs."
    }
    if doubt.claim.contains("focus move") {
      return "Move the focus once and let the reader finish; is the reader on and not muted?"
    }
    if doubt.claim.contains("activations") { return "Activate a control that plays something." }
    if doubt.claim.contains("keys") { return "Record on an X display." }
    return "Record the session anew."
  }
}
