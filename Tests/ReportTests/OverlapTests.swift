import Report
import Testing
import Timeline

/// Reader and callout audible together, derived from rows written by hand.
@Suite struct OverlapTests {
  private static let times =
    "SELECT utterance_id, from_ns / 1000000, to_ns / 1000000, both_ms, started_first FROM overlap"

  /// An activation at 1000, and a callout from 1010 to 2000.
  private func session() throws -> RecordedSession {
    let session = try RecordedSession()
    try session.version(1, 1, "Around Me", hint: "Hear about places around you")
    try session.focus(1, 0)
    try session.press(on: 1, 1000)
    try session.sound(1010, 2000)
    return session
  }

  @Test func whoStartedFirstAndForHowLong() throws {
    let session = try session()
    try session.say("Around Me push button.", queued: 900, begun: 910, cancelled: 1200, heard: [(920, 1205)])
    try session.say("Around Me, speaking", queued: 1300, begun: 1305, ended: 2700, heard: [(1320, 1500), (1600, 2400)])
    #expect(
      try session.ask(Self.times) == [
        ["1", "1010", "1205", "190", "reader"], ["2", "1320", "2000", "580", "application"],
      ])
    let rows = try RecordedSession.ask(
      session.path,
      "SELECT length_ms, round(covered, 3), class, said_after, element_name, accessible_id, edges, sound_to_ns / 1000000 FROM overlap"
    )
    #expect(
      rows == [
        ["195.0", "0.192", "name", "0", "Around Me", "btn-1", "exact", "2000"],
        ["680.0", "0.586", "name", "1", "Around Me", "btn-1", "exact", "2000"],
      ])
  }

  @Test(arguments: [(29.9, false), (30.0, true)])
  func whatIsShorterThanTheLimitIsNotReported(_ length: Double, _ isReported: Bool) throws {
    let session = try session()
    try session.say("Late", queued: 1900, begun: 1950, ended: 2900, heard: [(2000 - length, 2500)])
    #expect(try session.ask("SELECT count(*) FROM overlap") == [[isReported ? "1" : "0"]])
    #expect(try RecordedSession.ask(session.path, "SELECT count(*) FROM overlap", settings: "min_ms = 10") == [["1"]])
  }

  @Test func touchingEndsDoNotOverlap() throws {
    let session = try session()
    try session.say("Before", queued: 500, begun: 500, ended: 1300, heard: [(520, 1010)])
    try session.say("After", queued: 1990, begun: 1990, ended: 2900, heard: [(2000, 2500)])
    #expect(try session.ask(Self.times) == [])
    #expect(try RecordedSession.ask(session.path, Self.times, settings: "min_ms = 0") == [])
  }

  @Test func wordsInThePausesOfTheCalloutDoNotOverlap() throws {
    let session = try session()
    try session.sound(2400, 3000)
    try session.say("Between", queued: 2050, begun: 2060, ended: 2700, heard: [(2070, 2390)])
    #expect(try session.ask(Self.times) == [])
  }

  @Test func theNextActivationCutsTheCallout() throws {
    let session = try session()
    try session.version(2, 1, "Ahead of Me")
    try session.call(2, 1500)
    try session.sound(2100, 2600)
    try session.say("Around Me", queued: 1400, begun: 1410, ended: 2900, heard: [(1420, 2500)])
    #expect(
      try session.ask("SELECT activation_id, from_ns / 1000000, to_ns / 1000000, element_name, class FROM overlap") == [
        ["1", "1420", "1480", "Around Me", "name"], ["2", "1480", "2500", "Ahead of Me", "name"],
      ])
  }

  @Test func whatWasNeverHeardIsLeftOut() throws {
    let session = try session()
    try session.say("Around Me", queued: 1100, begun: nil, cancelled: 1200)
    try session.say("Around Me", queued: 1300, begun: 1310, ended: 1900)
    #expect(try session.ask(Self.times) == [])
  }

  @Test func aBystanderTakesNoPartAndBackgroundOnlyWhereAsked() throws {
    let session = try RecordedSession()
    try session.sound(0, 3000, by: RecordedSession.bystander)
    for pulse in 0..<6 { try session.sound(Double(pulse) * 500, Double(pulse) * 500 + 100, kind: .tone) }
    try session.version(1, 1, "Around Me")
    try session.press(on: 1, 400)
    try session.say("Around Me", queued: 500, begun: 510, ended: 1400, heard: [(520, 1060)])
    #expect(try session.ask(Self.times) == [])
    #expect(
      try RecordedSession.ask(
        session.path, "SELECT sound, activation_id, from_ns / 1000000, to_ns / 1000000 FROM overlap",
        settings: "include_background = 1")
        == [["background", "-", "520", "600"], ["background", "-", "1000", "1060"]])
  }

  @Test func twoStreamsOfTheApplicationAreCountedOnce() throws {
    let session = try session()
    try session.write(
      .audioStream(
        AudioStream(id: 9, role: .application, route: .streamMonitor, rateHz: 48_000, openedAt: session.at(0))))
    try session.sound(1100, 1500, by: 9)
    try session.say("Around Me", queued: 1100, begun: 1190, ended: 1700, heard: [(1200, 1400)])
    #expect(try session.ask(Self.times) == [["1", "1200", "1400", "200", "application"]])
  }

  @Test func onlyTheWordsSpokenInTheOverlapAreNamed() throws {
    let session = try session()
    try session.say(
      "One two three", queued: 800, begun: 810, ended: 1900, heard: [(820, 1500)],
      marks: [(815, "0:3"), (1000, "4:7"), (1200, "8:13")])
    try session.say("Unmarked", queued: 1910, begun: 1910, ended: 2900, heard: [(1920, 2500)])
    #expect(try session.ask("SELECT words, edges FROM overlap") == [["two three", "exact"], ["-", "exact"]])
  }

  @Test func anUtteranceWhoseEdgeIsAFrameSaysSo() throws {
    let session = try session()
    try session.say("A", queued: 1090, begun: 1100, cancelled: 1503)
    try session.say("B", queued: 1500, begun: 1504, ended: 2300)
    try session.sound(1110, 1900, by: RecordedSession.reader, silentFrames: 151...152)
    #expect(
      try session.ask("SELECT utterance_id, from_ns / 1000000, to_ns / 1000000, edges FROM overlap") == [
        ["1", "1110", "1500", "frame"], ["2", "1530", "1900", "frame"],
      ])
  }

  @Test func eachOverlapIsOneFindingOfTheRuleThatFitsBest() throws {
    let session = try session()
    try session.say("Around Me push button.", queued: 900, begun: 910, cancelled: 1200, heard: [(920, 1205)])
    try session.version(1, 1250, "Around Me, speaking")
    try session.say("Around Me, speaking", queued: 1300, begun: 1305, ended: 1900, heard: [(1320, 1500)])
    try session.say("Terminal", queued: 1905, begun: 1906, ended: 2500, heard: [(1910, 2200)])
    let report = try OverlapReport(try session.analysis())
    #expect(report.findings.map(\.rule) == ["speech-over-app-audio", "label-over-own-action", "speech-over-app-audio"])
    #expect(report.findings.map(\.evidence) == (1...3).map { ["utterance \($0)", "input 1"] })
    #expect(report.findings[1].element?.accessibleID == "btn-1")
    #expect(report.outcome == .failed)
  }
}
