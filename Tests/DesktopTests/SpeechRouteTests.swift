import Queries
import Storage
import TestSupport
import Testing

extension DesktopTests {
  /// The speech tap in front of a real speech-dispatcher.
  @Suite(.serialized) struct SpeechRouteTests {
    /// Says all it has to say at once and prints all that it hears; no notifications, since their moment varies.
    static let talk = """
      import os, socket, sys
      lines = ['SET self CLIENT_NAME root:talk:main', 'SET self PRIORITY text', 'SPEAK', '..a', 'b\\n.\\nc', '.', 'CHAR a', 'KEY b',
        'SOUND_ICON message', 'SPEAK', '.', 'BOGUS', 'HELP', 'LIST OUTPUT_MODULES', 'GET RATE', 'BLOCK BEGIN', 'SPEAK', 'x' * 300000,
        '.', 'CHAR b', 'BLOCK END', 'STOP self', 'CANCEL self', 'HISTORY GET CLIENT_ID', 'QUIT']
      daemon = socket.socket(socket.AF_UNIX)
      daemon.connect(sys.argv[1])
      daemon.sendall(''.join(line + '\\r\\n' for line in lines).encode())
      while data := daemon.recv(65536): os.write(1, data)
      """

    @Test func aTalkIsTheSameWithAndWithoutTheTap() throws {
      func heard(through socket: String) throws -> [String] {
        let result = try Tool.run(
          "a11y-desktop",
          [
            "--screen-reader", "none", "--", "sh", "-c",
            "exec /usr/bin/python3 -c \"$1\" $XDG_RUNTIME_DIR/speech-dispatcher/\(socket)", "sh", Self.talk,
          ])
        try #require(result.status == 0, "\(result)")
        return result.output.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
      }
      let (with, without) = (try heard(through: "speechd.sock"), try heard(through: "daemon.sock"))
      #expect(without.count > 40 && without.contains("231 HAPPY HACKING"))
      // Ids count on from what the desktop's own start has said.
      func counted(_ lines: [String]) -> [String] {
        lines.map { $0.hasPrefix("225-") || $0.hasPrefix("245-") ? "\($0.prefix(4))ID" : $0 }
      }
      #expect(counted(with) == counted(without))
    }

    @Test func whatSpdSaySpeaksIsRecordedWithItsTimesAndHeard() throws {
      let folder = try TemporaryFolder()
      let words = (0..<3).map { _ in
        ["river", "street", "bridge", "corner", "market"].shuffled().joined(separator: " ")
      }
      let result = try Tool.run(
        "a11y-desktop",
        [
          "--screen-reader", "none", "--", "a11y-capture", "-o", folder.path + "/t.db", "--", "sh", "-c",
          "for words; do spd-say -w \"$words\" || exit 1; done", "sh",
        ] + words, within: 60)
      let timeline = try TimelineFile(reading: folder.path + "/t.db")
      for query in Queries.all { try timeline.load(query.sql) }
      let spoken = try timeline.rows(
        """
        SELECT plain_text, client, kind, message_id,
          begun_ns - queued_ns, ended_ns - begun_ns, (
            SELECT sum(min(offset_ns, ended_ns) - max(onset_ns, begun_ns)) FROM audio_segment
            JOIN audio_stream ON audio_stream.id = stream_id
            WHERE role = 'reader' AND offset_ns > begun_ns AND onset_ns < ended_ns)
        FROM message WHERE client LIKE '%:spd-say:%' ORDER BY queued_ns
        """)
      #expect(spoken.map { $0[0].text } == words, "\(result)")
      for row in spoken {
        #expect(row[1].text?.hasSuffix(":spd-say:main") == true && row[2].text == "message" && row[3].text != nil)
        let (waited, took, heard) = (row[4].integer ?? -1, row[5].integer ?? -1, row[6].integer ?? 0)
        #expect((0..<2_000_000_000).contains(waited) && took > 500_000_000 && heard > 500_000_000, "\(row)")
      }
      #expect(try timeline.rows("SELECT * FROM gap JOIN source ON source.id = source_id WHERE name = 'speech'").isEmpty)
    }

    @Test func aTapThatDiesIsAGapAndTheRecordingIsNotComplete() throws {
      let folder = try TemporaryFolder()
      // The application kills the tap, and waits until the recorder has told of it.
      let script = """
        mkfifo "$1/status"
        a11y-capture -o "$1/t.db" --status-fd 3 -- sh -c '
          kill -9 $(pgrep -f -- "--publish $XDG_RUNTIME_DIR/") && grep -q -m 1 "\\"gap\\"" "$1/status"' sh "$1" 3<>"$1/status"
        """
      let result = try Tool.run(
        "a11y-desktop", ["--screen-reader", "none", "--", "sh", "-c", script, "sh", folder.path], within: 60)
      #expect(result.status == 2, "\(result)")
      let timeline = try TimelineFile(reading: folder.path + "/t.db")
      for query in Queries.all { try timeline.load(query.sql) }
      let gaps = try timeline.rows(
        "SELECT end_ns, reason FROM gap JOIN source ON source.id = source_id WHERE name = 'speech'")
      #expect(gaps.count == 1 && gaps.first?[0].integer == nil && gaps.first?[1].text?.contains("tap") == true)
      let note = try timeline.rows("SELECT note FROM source WHERE name = 'speech'").first?.first?.text
      #expect(note?.contains("tap") == true)
    }
  }
}
