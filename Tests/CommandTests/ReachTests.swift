import Glibc
import Storage
import System
import TestSupport
import Testing

/// How far a capture reaches, and what it leaves out on request, with a real recorder and applications on a bus of the test's own.
@Suite struct ReachTests {
  let bus: PrivateBus
  let folder: TemporaryFolder
  let conversation: TappedConversation

  init() throws {
    bus = try PrivateBus()
    folder = try TemporaryFolder()
    conversation = try TappedConversation(in: folder)
  }

  private func capture(_ arguments: String...) throws -> SpeechCapture {
    try SpeechCapture("run.db", in: folder, arguments, environment: ["AT_SPI_BUS_ADDRESS": bus.address])
  }

  /// With a program that runs, by which the guard listens to signals.
  private func captureOfAProgram(_ option: String) throws -> SpeechCapture {
    let started = folder.path + "/started"
    let capture = try capture(option, "--", "sh", "-c", ": > '\(started)'; exec sleep 600")
    try #require(try FileWatch.waitForPath(started, until: .after(seconds: 20), orEndOf: capture.capture.ended))
    return capture
  }

  private func application() throws -> PseudoTerminal {
    var environment = SoundscapeTests.nowhere
    environment["AT_SPI_BUS_ADDRESS"] = bus.address
    let known = bus.applications.all.count
    let terminal = try PseudoTerminal("soundscape-tui", [], environment: environment)
    try #require(try terminal.wait { $0.output.contains("Nearby Markers") })
    try #require(bus.applications.wait { $0.count > known })
    return terminal
  }

  /// An application that is there before the recorder, or comes after it, is heard by what it tells when its focus moves.
  private func move(_ terminal: PseudoTerminal, seenBy capture: SpeechCapture) throws {
    try terminal.type("\t")
    // The second button's; the first has the focus from the start.
    try capture.waitUntilTold(
      "\"type\":\"object:state-changed:focused\",\"path\":\"/org/a11y/atspi/accessible/4\",\"detail1\":1")
  }

  private func rows(_ sql: String) throws -> [[Value]] { try TimelineFile(reading: folder.path + "/run.db").rows(sql) }

  @Test func anApplicationIsFollowedThroughItsLives() throws {
    let capture = try capture("--app", "soundscape-tui", "--follow")
    #expect(capture.log.contains("recording every soundscape-tui into "), "\(capture.log)")
    for signal in [SIGKILL, SIGTERM] {
      let terminal = try application()
      try move(terminal, seenBy: capture)
      terminal.child.signal(signal)
      _ = try terminal.child.wait(until: .after(seconds: 10))
    }
    let last = try application()
    try move(last, seenBy: capture)
    #expect(try capture.end() == .exited(2), "no sound, no display")
    let lives = try rows(
      "SELECT name, first_seen_ns, last_seen_ns FROM application WHERE process_id IS NOT NULL ORDER BY first_seen_ns")
    #expect(lives.count == 3, "\(lives) \(capture.log)")
    // One that is killed at once may not have been asked for its name yet.
    #expect(lives.allSatisfy { ["soundscape-tui", ""].contains($0[0].text) } && lives.last?[0].text != "")
    for (life, next) in zip(lives, lives.dropFirst()) {
      #expect(try #require(life[2].integer) > life[1].integer ?? .max)
      #expect(try #require(life[2].integer) <= next[1].integer ?? 0)
    }
    #expect(lives.last?[2] == .null)
  }

  @Test func whatDoesNotRunYetIsWaitedFor() throws {
    let capture = try capture("--app", "no-such-app", "--follow")
    #expect(capture.log.contains("as soon as one starts"), "\(capture.log)")
    #expect(try capture.end() == .exited(2))
    #expect(try rows("SELECT count(*) FROM event") == [[.integer(0)]])
  }

  @Test func withoutFollowItEndsWithTheApplication() throws {
    let terminal = try application()
    let capture = try capture("--app", "soundscape-tui")
    try move(terminal, seenBy: capture)
    terminal.child.signal(SIGTERM)
    #expect(try capture.capture.wait(until: .after(seconds: 20)) == .exited(2))
    #expect(try rows("SELECT count(*) FROM application WHERE process_id IS NOT NULL") == [[.integer(1)]])
  }

  @Test func anyRecordsAllThatAreThereAndComeAndSaysSo() throws {
    let first = try application()
    let capture = try capture("--any")
    #expect(capture.log.contains("recording ALL applications"), "\(capture.log)")
    try move(first, seenBy: capture)
    let second = try application()
    try move(second, seenBy: capture)
    _ = try capture.end()
    #expect(try rows("SELECT count(DISTINCT process_id) FROM application") == [[.integer(2)]])
    #expect(
      try rows("SELECT count(DISTINCT application_id) FROM event JOIN element ON element.id = element_id")
        == [[.integer(2)]])
  }

  @Test func withoutATSPINoListenerIsRegisteredAndReportsProveNothing() throws {
    let capture = try captureOfAProgram("--no-atspi")
    #expect(bus.registeredEvents == [])
    _ = try capture.end()
    #expect(bus.registeredEvents == [])
    let notes = try rows(
      "SELECT name, note FROM source WHERE armed_ns IS NULL AND name IN ('calls', 'events', 'keys') ORDER BY name")
    #expect(notes.map { $0[0].text } == ["calls", "events", "keys"])
    #expect(notes.allSatisfy { $0[1] == .text("left out on request") })
    #expect(capture.log.contains("events: left out on request.") && !capture.log.contains("events cannot be"))
    let report = try Tool.run("a11y-report", ["overlap", folder.path + "/run.db"])
    #expect(report.status == 2 && report.output.contains("events was not recorded: left out on request"), "\(report)")
    #expect(report.output.contains("without --no-atspi"))
  }

  @Test func withoutCallsTheBusIsNotMonitored() throws {
    let capture = try captureOfAProgram("--no-calls")
    #expect(!bus.registeredEvents.isEmpty)
    _ = try capture.end()
    #expect(
      try rows("SELECT name, armed_ns IS NULL FROM source WHERE name IN ('calls', 'events') ORDER BY name")
        == [[.text("calls"), .integer(1)], [.text("events"), .integer(0)]])
    #expect(capture.log.contains("calls: left out on request."))
  }

  @Test(arguments: [
    ["--any", "--app", "x"], ["--any", "--follow"], ["--follow"], ["--follow", "--app", "x", "--", "true"],
    ["--follow", "--", "true"],
  ])
  func whatExcludesOneAnotherIsAUsageError(_ arguments: [String]) throws {
    let result = try Tool.run("a11y-capture", arguments, directory: folder.path)
    #expect(result.status == 64 && result.errors.split(separator: "\n").count == 1, "\(result)")
  }
}
