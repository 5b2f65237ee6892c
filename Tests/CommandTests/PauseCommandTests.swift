import Storage
import System
import TestSupport
import Testing

/// `a11y-capture pause` and `resume` with a real capture of speech.
@Suite struct PauseCommandTests {
  let folder: TemporaryFolder
  let conversation: TappedConversation
  let capture: SpeechCapture

  init() throws {
    folder = try TemporaryFolder()
    conversation = try TappedConversation(in: folder)
    capture = try SpeechCapture("run.db", in: folder)
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run("a11y-capture", arguments, environment: ["XDG_RUNTIME_DIR": folder.path])
  }

  /// Speaks and waits until the recorder has stored it.
  private func speak(_ text: String) throws -> Int {
    let message = try conversation.speak(text)
    try capture.waitUntilTold("\"plain_text\":\"\(text)\"")
    return message
  }

  @Test func whatBeginsInAPauseIsNotRecordedAndWhatHasBegunIsToItsEnd() throws {
    let before = try speak("begun before")
    try conversation.notify(before, "701 BEGIN")
    #expect(try run("pause", "a private call").output.hasPrefix("paused \(capture.path) at "))
    let within = try conversation.speak("begun within")
    try conversation.notify(before, "702 END")
    try capture.waitUntilTold("\"ended_ns\"")
    try conversation.notify(within, "701 BEGIN")
    #expect(try run("mark", "in the pause").status == 0)
    let again = try run("pause")
    #expect(again.status == 0 && again.output.contains("was paused already, since "), "\(again)")
    #expect(try run("resume").output.hasPrefix("resumed \(capture.path) at "))
    try conversation.notify(within, "702 END")
    let after = try speak("begun after")
    try conversation.notify(after, "701 BEGIN")
    try conversation.notify(after, "702 END")
    let more = try run("resume")
    #expect(more.status == 0 && more.output.contains("was not paused"), "\(more)")
    #expect(try capture.end() == .exited(2))

    let file = try TimelineFile(reading: capture.path)
    #expect(
      try file.rows(
        "SELECT string.value, ended_ns >= begun_ns FROM utterance JOIN string ON string.id = plain_text_id ORDER BY queued_ns"
      )
        == [[.text("begun before"), .integer(1)], [.text("begun after"), .integer(1)]])
    #expect(try file.rows("SELECT text FROM marker") == [[.text("in the pause")]])
    let gaps = try file.rows(
      """
      SELECT name, kind, reason, start_ns < time_ns, end_ns > time_ns,
        end_ns < (SELECT max(queued_ns) FROM utterance)
      FROM gap JOIN source ON source.id = source_id JOIN marker
      """)
    // What began within was heard to end after the resumption, and the gap reaches there.
    let yes = Value.integer(1)
    #expect(gaps == [[.text("speech"), .text("pause"), .text("paused: a private call"), yes, yes, yes]])
    #expect(capture.log.contains("Paused: from "), "\(capture.log)")
  }

  @Test func aRecordingThatEndsPausedClosesWell() throws {
    #expect(try run("pause").status == 0)
    _ = try conversation.speak("begun within")
    #expect(try capture.end() == .exited(2))
    let file = try TimelineFile(reading: capture.path)
    #expect(try file.rows("SELECT count(*) FROM utterance") == [[.integer(0)]])
    #expect(
      try file.rows("SELECT kind, reason, end_ns <= ended_ns FROM gap JOIN session") == [
        [.text("pause"), .text("paused"), .integer(1)]
      ])
    // The relation to wall time, at the start and at the end.
    let walls = try file.rows("SELECT time_ns, wall_ns - time_ns > 0 FROM wall_clock ORDER BY time_ns")
    #expect(walls.count >= 2 && walls.allSatisfy { $0[1] == .integer(1) })
    let report = try Tool.run("a11y-report", ["capture", capture.path])
    #expect(report.status == 2 && report.output.contains("paused"), "\(report)")
  }
}
