import Queries
import Storage
import System
import TestSupport
import Testing

extension DesktopTests {
  /// The main job on real parts: a terminal, Orca, the application's own sound, one timeline, one report.
  @Suite(.serialized) struct RecordingTests {
    @Test(arguments: ["plain", "delay", "hush"])
    func everythingThatHappenedIsInTheTimelineAndNothingElse(_ style: String) throws {
      let walk = try RecordedWalk(style: style)
      try expectStops(walk)
      try expectActivations(walk)
      try expectSounds(walk)
      try expectFocusMovesHeard(walk)
      try expectVerdict(walk)
    }

    private func expectStops(_ walk: RecordedWalk) throws {
      let stops = try walk.timeline.rows("SELECT accessible_id, time_ns FROM stop ORDER BY time_ns")
      let told = walk.told("focus")
      #expect(stops.map { $0[0].text } == told.map(\.id), walk.comment)
      for (stop, line) in zip(stops, told) {
        #expect(abs(walk.error(of: stop[1].integer, against: line)) < 100, walk.comment)
      }
    }

    private func expectActivations(_ walk: RecordedWalk) throws {
      let activations = try walk.timeline.rows("SELECT accessible_id, time_ns, via FROM activation ORDER BY time_ns")
      let told = walk.told("activation")
      #expect(told.count == 4, walk.comment)
      #expect(activations.map { $0[0].text } == told.map(\.id), walk.comment)
      for (activation, line) in zip(activations, told) {
        #expect(abs(walk.error(of: activation[1].integer, against: line)) < 100, walk.comment)
      }
    }

    private func expectSounds(_ walk: RecordedWalk) throws {
      let segments = try walk.timeline.rows(
        """
        SELECT onset_ns, kind FROM audio_segment JOIN audio_stream ON audio_stream.id = stream_id
        WHERE role = 'application' ORDER BY onset_ns
        """)
      let earcons = walk.told("earcon")
      let speeches = walk.told("speech")
      #expect(earcons.count == 4 && speeches.count == 4, walk.comment)
      #expect(
        segments.count == 8, "an earcon and a callout each, none lost and none invented: \(segments), \(walk.comment)")
      for (index, earcon) in earcons.enumerated() where segments.count == 8 {
        #expect(segments[2 * index][1] == .text("tone"), walk.comment)
        #expect(segments[2 * index + 1][1] == .text("speech"), walk.comment)
        #expect(abs(walk.error(of: segments[2 * index][0].integer, against: earcon)) < 30, walk.comment)
        let gap = walk.error(
          of: segments[2 * index + 1][0].integer, against: earcon, plus: speeches[index].after_frames ?? 0)
        #expect(abs(gap) < 40, walk.comment)
      }
    }

    /// A reader that says nothing would never talk over anything.
    private func expectFocusMovesHeard(_ walk: RecordedWalk) throws {
      let moves = try walk.timeline.rows("SELECT time_ns, name FROM stop ORDER BY time_ns").dropFirst()
      #expect(moves.count >= 4, walk.comment)
      for move in moves {
        let heard = try walk.timeline.rows(
          """
          SELECT plain_text FROM heard JOIN message USING (utterance_id)
          WHERE from_ns BETWEEN ?1 AND ?1 + 3000000000 AND substr(plain_text, 1, length(?2)) = ?2
          """, [move[0], move[1]])
        #expect(!heard.isEmpty, "\(move[1]) was not heard; \(walk.comment)")
      }
    }

    private func expectVerdict(_ walk: RecordedWalk) throws {
      let report = try Tool.run("a11y-report", ["overlap", "\(walk.folder.path)/\(walk.style).db"])
      let faults = try walk.timeline.rows(
        "SELECT DISTINCT activation_id FROM overlap WHERE class = 'changed name' AND said_after ORDER BY activation_id")
      if walk.style == "hush" {
        #expect(report.status == 0, "\(report.output) \(walk.comment)")
        #expect(try walk.timeline.rows("SELECT * FROM overlap") == [], walk.comment)
      } else {
        #expect(report.status == 1, "\(report.output) \(walk.comment)")
        #expect(faults.map { $0[0] } == (1...4).map { .integer($0) }, "one for each activation; \(walk.comment)")
      }
    }

    @Test func aKilledRecorderLeavesEverythingElseAlone() throws {
      let folder = try TemporaryFolder()
      let result = try Tool.run(
        "a11y-desktop", ["--", "sh", Tool.root + "/Tests/DesktopTests/kill-recorder.sh", folder.path],
        directory: folder.path, within: 90)
      #expect(result.status == 0, "\(result)")
      let first = try TimelineFile(reading: folder.path + "/first.db")
      #expect(try first.rows("SELECT ended_ns, is_complete FROM session") == [[.null, .integer(0)]])
      #expect(try first.rows("SELECT count(*) > 0 FROM event") == [[.integer(1)]])
      let report = try Tool.run("a11y-report", ["overlap", folder.path + "/first.db"])
      #expect(report.status == 2)
      #expect(report.output.hasPrefix("NOT PROVEN"), "\(report.output)")
      let health = try Tool.run("a11y-report", ["capture", folder.path + "/first.db"])
      #expect(health.output.hasPrefix("BROKEN OFF"), "\(health.output)")
      #expect(FileContents.read(folder.path + "/status") == "2\n", "the guard says that the recording is incomplete")
      #expect(FileContents.read(folder.path + "/sinks")?.contains("a11y-capture") == false, "its sink was put back")

      // A second recorder, attached while the application ran on: focus moves, and Orca is heard to speak them.
      let second = try TimelineFile(reading: folder.path + "/second.db")
      for query in Queries.all { try second.load(query.sql) }
      #expect(try second.rows("SELECT is_complete FROM session") == [[.integer(1)]], "\(result.output)")
      let heard = try second.rows(
        """
        SELECT count(*) FROM message JOIN audio_segment ON onset_ns >= queued_ns
        JOIN audio_stream ON audio_stream.id = stream_id AND role = 'reader'
        WHERE plain_text LIKE 'Around Me%'
        """)
      #expect(heard.first?.first?.integer ?? 0 > 0, "Orca goes on speaking")
    }
  }
}
