import Storage
import TestSupport
import Testing

extension DesktopTests {
  /// A part of the desktop that is killed in the middle of a session is a gap with a name, and the application goes on.
  @Suite(.serialized) struct KilledPartTests {
    struct Victim: CustomTestStringConvertible {
      var name: String
      /// Prints its process id; as a pattern that does not match its own command line.
      var search: String
      /// The source whose gap is waited for.
      var source: String
      var reason: String
      var reader = "none"
      var testDescription: String { name }
    }

    static let victims = [
      Victim(
        name: "sound server", search: "pgrep -x pulseaudio", source: "reader-audio", reason: "the sound server is gone"),
      Victim(
        name: "a11y bus", search: "pgrep -f -- config-file=/usr/share/defaults/at-spi[2]", source: "calls",
        reason: "the a11y bus has closed"),
      Victim(
        name: "registry", search: "pgrep -x at-spi2-registr", source: "events", reason: "the a11y registry has ended"),
      Victim(name: "display", search: "pgrep -x Xvfb", source: "keys", reason: "the X display is gone"),
      Victim(
        name: "speech-dispatcher", search: "pgrep -x speech-dispatch", source: "speech",
        reason: "speech-dispatcher has ended"),
      Victim(
        name: "Orca", search: "pgrep -x orca", source: "speech", reason: "a screen reader", reader: "orca"),
    ]

    /// The application: a client of speech-dispatcher, which kills, and waits until the recorder has told of a gap of the source.
    static let application = """
      import os, signal, socket, subprocess, sys
      search, source, status = sys.argv[1:]
      speech = socket.socket(socket.AF_UNIX)
      speech.connect(os.environ['SPEECHD_ADDRESS'].split(':', 1)[1])
      speech.sendall(b'SET self CLIENT_NAME root:victim:main\\r\\n')
      speech.recv(100)
      for id in subprocess.run(search.split(), stdout=subprocess.PIPE, text=True).stdout.split():
          os.kill(int(id), signal.SIGKILL)
      for line in open(status):
          if '"status":"gap"' in line and '"source":"' + source + '"' in line: break
      print('it went on', flush=True)
      """

    @Test(arguments: victims) func itsEndIsAGapAndTheApplicationGoesOn(_ victim: Victim) throws {
      let folder = try TemporaryFolder()
      let script = """
        mkfifo "$1/status"
        a11y-capture -o "$1/t.db" --status-fd 3 -- /usr/bin/python3 -c "$2" "$3" "$4" "$1/status" 3<>"$1/status"
        """
      let result = try Tool.run(
        "a11y-desktop",
        [
          "--screen-reader", victim.reader, "--", "sh", "-c", script, "sh", folder.path, Self.application,
          victim.search, victim.source,
        ], within: 30)
      #expect(result.status == 2, "\(result)")
      #expect(result.output.hasPrefix("it went on\n"), "nothing was written over it: \(result)")
      let timeline = try TimelineFile(reading: folder.path + "/t.db")
      #expect(
        try timeline.rows("SELECT ended_ns IS NOT NULL, is_complete, command_status FROM session") == [
          [.integer(1), .integer(0), .integer(0)]
        ])
      let reasons = try timeline.rows(
        "SELECT reason FROM gap JOIN source ON source.id = source_id WHERE name = ?", [.text(victim.source)])
      #expect(reasons.contains { $0[0].text?.hasPrefix(victim.reason) == true }, "\(reasons)")
      #expect(try Tool.run("a11y-report", ["overlap", folder.path + "/t.db"]).status == 2)
    }
  }
}
