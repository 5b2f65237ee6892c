import Storage
import TestSupport
import Testing

extension DesktopTests {
  /// A recorder in a private desktop is reached from inside it, by the recorded program itself too.
  @Suite(.serialized) struct PauseTests {
    @Test func everySourceIsPausedAndTheMarkStands() throws {
      let folder = try TemporaryFolder()
      let application =
        "a11y-capture mark hello && a11y-capture pause tea && a11y-capture mark within && a11y-capture resume"
      let result = try Tool.run(
        "a11y-desktop",
        ["--screen-reader", "none", "--", "a11y-capture", "-o", "run.db", "--", "sh", "-c", application],
        directory: folder.path)
      #expect(result.status == 2, "\(result)")
      #expect(result.output.contains("Paused: from "), "\(result.output)")
      let path = folder.path + "/run.db"
      #expect(result.output.hasPrefix("marked \(path) at "), "\(result.output)")
      let file = try TimelineFile(reading: path)
      let sources = try file.rows(
        "SELECT name FROM source JOIN gap ON gap.source_id = source.id WHERE kind = 'pause' ORDER BY name")
      #expect(
        sources.compactMap { $0[0].text } == ["application-audio", "calls", "events", "keys", "reader-audio", "speech"])
      let order = try file.rows(
        """
        SELECT first.time_ns < start_ns, start_ns <= within.time_ns, within.time_ns < end_ns
        FROM gap JOIN marker AS first ON first.text = 'hello' JOIN marker AS within ON within.text = 'within'
        WHERE kind = 'pause' GROUP BY 1, 2, 3
        """)
      #expect(order == [[.integer(1), .integer(1), .integer(1)]])
      let report = try Tool.run("a11y-report", ["capture", path])
      #expect(report.status == 2)
      #expect(
        report.output.split(separator: "\n").count { $0.hasPrefix("- paused: tea, from ") } == 1, "\(report.output)")
      #expect(report.output.contains(": \"hello\"\n"), "\(report.output)")
    }
  }
}
