import Storage
import Testing

extension DesktopTests {
  /// What a recording needs breaks under it and is mended: the gap has an end, and the recording goes on behind it.
  @Suite(.serialized) struct BrokenAndMendedTests {
    @Test(arguments: [("registry", "loss"), ("application", "silence")])
    func theRecordingGoesOn(_ what: String, _ kind: String) throws {
      let file = try RecordedScript(
        "broken-and-mended.py", [what, RecordedScript.path("typed-text-app.py")], within: 60
      ).timeline
      let gaps = try file.rows(
        """
        SELECT kind, end_ns IS NOT NULL, end_ns > start_ns FROM gap JOIN source ON source.id = source_id WHERE name = 'events'
        """)
      #expect(gaps == [[.text(kind), .integer(1), .integer(1)]])
      let behind = try file.rows(
        """
        SELECT role FROM stop WHERE time_ns > (SELECT start_ns FROM gap JOIN source ON source.id = source_id
          WHERE name = 'events') ORDER BY stop_id
        """)
      #expect(behind == [[.text("password text")], [.text("push button")]])
      #expect(try file.rows("SELECT is_complete FROM session") == [[.integer(0)]], "what was missed stays missed")
    }
  }
}
