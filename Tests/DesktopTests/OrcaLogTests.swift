import Queries
import Storage
import TestSupport
import Testing

extension DesktopTests {
  /// A session seen by the tap, and by the debug log that Orca wrote of it.
  @Suite(.serialized) struct OrcaLogTests {
    @Test func theLogAndTheTapAgreeOnEveryUtterance() throws {
      let folder = try TemporaryFolder()
      let scripts = Tool.root + "/Tests/DesktopTests/"
      let (log, timeline, imported) = (folder.path + "/orca.log", folder.path + "/run.db", folder.path + "/log.db")
      let walked = try Tool.run(
        "a11y-desktop",
        [
          "--screen-reader", "sh \(scripts)orca-log-reader.sh \(log)", "--", "/usr/bin/python3",
          scripts + "orca-log.py",
          scripts + "typed-text-app.py", timeline,
        ], within: 60)
      try #require(walked.status == 0, "\(walked)")
      let made = try Tool.run("a11y-report", ["import", "orca-debug", log, "-o", imported, "--keep-text"])
      try #require(made.status == 0, "\(made)")
      let (heard, written) = (try utterances(timeline), try utterances(imported))
      #expect(heard.count >= 6, "\(heard)")
      // Orca had spoken before the recording began, and may speak after its end.
      #expect(written.indices.contains { written[$0...].starts(with: heard) }, "\(heard)\nnot in the log:\n\(written)")
      #expect(heard.contains("character a"))
      #expect(try walk(timeline) == walk(imported))
      let report = try Tool.run("a11y-report", ["overlap", imported])
      #expect(report.status == 2 && report.output.hasPrefix("NOT PROVEN"), "\(report)")
    }

    /// The elements at which the walk rested; one after itself is left out, since Orca reads the second of two events late.
    private func walk(_ path: String) throws -> [String] {
      let file = try TimelineFile(reading: path)
      for query in Queries.all { try file.load(query.sql) }
      var walk: [String] = []
      for row in try file.rows("SELECT role || ' ' || name FROM stop ORDER BY stop_id") {
        if let element = row[0].text, element != walk.last { walk.append(element) }
      }
      return walk
    }

    private func utterances(_ path: String) throws -> [String] {
      try TimelineFile(reading: path).rows(
        "SELECT kind || ' ' || value FROM utterance JOIN string ON string.id = plain_text_id ORDER BY queued_ns, utterance.id"
      ).compactMap { $0[0].text }
    }
  }
}
