import Queries
import Storage
import TestSupport
import Testing

extension DesktopTests {
  /// A program without a tree, in a terminal, with a reader.
  @Suite(.serialized) struct TerminalProgramTests {
    /// Walks the menu; gives its timeline.
    private func walk(_ way: String, in folder: TemporaryFolder) throws -> TimelineFile {
      let script = Tool.root + "/Tests/DesktopTests/whiptail-walk.sh"
      let result = try Tool.run(
        "a11y-desktop", ["--logs", folder.path + "/logs", "--", "sh", script, folder.path, way], within: 90)
      try #require(result.status == 0, "\(result)")
      #expect(FileContents.read(folder.path + "/choice") == "b", "what whiptail itself says was chosen")
      let file = try TimelineFile(reading: folder.path + "/run.db")
      for query in Queries.all { try file.load(query.sql) }
      return file
    }

    @Test func aTerminalThatRunsAlreadyIsReadAndSaysWhatItDoesNotTell() throws {
      let folder = try TemporaryFolder()
      let file = try walk("attached", in: folder)
      let stops = try file.rows("SELECT name FROM stop WHERE terminal_focus_id IS NOT NULL ORDER BY stop_id")
      #expect(
        stops.map { $0[0].text }.suffix(6) == ["b Banana", "c Cherry", "b Banana", "<Ok>", "<Cancel>", "<Ok>"],
        "\(stops)")
      #expect(try file.rows("SELECT DISTINCT via FROM terminal_run") == [[.text("accessible-text")]])
      let report = try Tool.run("a11y-report", ["capture", folder.path + "/run.db"])
      #expect(report.output.contains("- terminal: proven") && report.output.contains("reverse video"), "\(report)")
    }

    @Test func aMenusStopsAreWhatItsScreenShowed() throws {
      let folder = try TemporaryFolder()
      let file = try walk("started", in: folder)
      func texts(_ sql: String) throws -> [String?] { try file.rows(sql).map { $0[0].text } }
      #expect(
        try texts("SELECT name FROM stop WHERE terminal_focus_id IS NOT NULL ORDER BY stop_id") == [
          "a Apple", "b Banana", "c Cherry", "b Banana", "<Ok>", "<Cancel>", "<Ok>",
        ])
      #expect(try texts("SELECT element_name FROM activation") == ["<Ok>"], "one press, seen in two ways")
      let named = "SELECT key_name FROM input WHERE is_press AND key_name NOT LIKE 'Shift%' AND via ="
      let keys = ["Down", "Down", "Up", "Tab", "Tab", "ISO_Left_Tab", "Return"]
      #expect(try texts("\(named) 'terminal' ORDER BY time_ns, id") == keys)
      // The terminal, which tells of the keys, is known only once the program has drawn.
      #expect(try texts("\(named) 'key-watcher' ORDER BY time_ns, id") == keys)
      #expect(try texts("SELECT role FROM stop WHERE element_id IS NOT NULL").allSatisfy { $0 == "terminal" })
      #expect(
        try file.rows("SELECT is_complete, command_status FROM session") == [[.integer(1), .integer(0)]])
      // Each key's doing is there within some ms of the key.
      let late = """
        SELECT max(stop.time_ns - (SELECT max(time_ns) FROM input WHERE via = 'terminal' AND time_ns <= stop.time_ns))
        FROM stop WHERE terminal_focus_id > 1
        """
      #expect(try file.rows(late)[0][0].integer ?? .max < 1_000_000_000)
    }
  }
}
