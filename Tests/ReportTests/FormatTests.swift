import FoundationEssentials
import Report
import Testing
import Timeline

/// Reports as text, JSON and CSV.
@Suite struct FormatTests {
  /// Names and words that would steer a terminal, run in a spreadsheet, or break a line.
  private static let hostileName = "=HYPERLINK(\"x\")\u{1b}[2J\u{202e}\n, end"

  private func report() throws -> OverlapReport {
    let session = try RecordedSession()
    try session.version(1, 1, Self.hostileName)
    try session.focus(1, 10)
    try session.press(on: 1, 2000)
    try session.sound(2010, 3500)
    try session.say("@\u{7} " + Self.hostileName, queued: 2100, begun: 2110, ended: 2900, heard: [(2120, 2600)])
    return try OverlapReport(try session.analysis())
  }

  @Test func nothingInTheTextSteersATerminal() throws {
    let text = try report().text(as: .text)
    #expect(!text.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || $0.value == 0x7f || $0 == "\u{202e}" })
    #expect(text.contains("\\u{1B}[2J\\u{202E}\\u{A}, end"))
    #expect(text.hasPrefix("FAILED: the screen reader talked over app 1 time, with the label"))
  }

  @Test func cellsAreQuotedAndFormulasGuarded() throws {
    let csv = try report().text(as: .csv)
    let lines = csv.split(separator: "\r\n")
    #expect(lines.count == 2, "a header and a row, no line broken by a name")
    #expect(lines[0].hasPrefix("activation_id,activation_ns,element_id,"))
    #expect(lines[1].contains(#","'=HYPERLINK(""x"")\u{1B}[2J\u{202E}\u{A}, end","#))
    #expect(lines[1].contains(#""'@\u{7} =HYPERLINK"#))
  }

  @Test func theEnvelopeIsJSONWithItsKeysInOrderAndEveryRow() throws {
    let json = try report().text(as: .json)
    let keys = json.split(separator: "\n").filter { $0.hasPrefix("  \"") }.map { $0.split(separator: "\"")[1] }
    #expect(keys == ["report", "format_version", "session", "outcome", "parameters", "rows", "findings"])
    let envelope = try JSONDecoder().decode(Envelope.self, from: Data(json.utf8))
    #expect(envelope.outcome == "failed")
    #expect(envelope.rows.map(\.element_name) == [Self.hostileName])
    #expect(envelope.rows.map(\.length_ms) == [480])
    #expect(envelope.parameters["min_ms"] == 30)
    #expect(envelope.findings.map(\.rule) == ["label-over-own-action"])
  }

  private struct Envelope: Decodable {
    struct Row: Decodable {
      var element_name: String
      var length_ms: Double
    }
    struct Finding: Decodable { var rule: String }
    var outcome: String
    var parameters: [String: Double]
    var rows: [Row]
    var findings: [Finding]
  }

  @Test(arguments: ReportFormat.allCases)
  func theSameInputGivesTheSameBytes(_ format: ReportFormat) throws {
    let session = try RecordedSession()
    try session.proveItself()
    try session.close()
    let overlaps = try (0..<2).map { _ in try OverlapReport(try Analysis(reading: session.path)).text(as: format) }
    let captures = try (0..<2).map { _ in try CaptureReport(try Analysis(reading: session.path)).text(as: format) }
    #expect(overlaps[0] == overlaps[1] && captures[0] == captures[1])
    #expect(!overlaps[0].contains("\u{1b}") && !captures[0].contains("\u{1b}"), "no colour is ever needed")
  }
}
