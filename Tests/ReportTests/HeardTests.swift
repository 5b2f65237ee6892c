import Testing
import Timeline

/// When utterances were heard, derived from rows written by hand.
@Suite struct HeardTests {
  private static let columns =
    "SELECT outcome, from_ns / 1000000, to_ns / 1000000, from_edge, to_edge FROM heard ORDER BY utterance_id"

  @Test func anUtteranceReachesFromItsFirstSoundToItsLast() throws {
    let session = try RecordedSession()
    try session.say("A", queued: 90, begun: 100, ended: 1300, heard: [(90, 400), (500, 1000)])
    #expect(try session.ask(Self.columns) == [["heard", "90", "1000", "exact", "exact"]])
  }

  @Test func twoUtterancesThatShareASoundArePartedAtAFrame() throws {
    let session = try RecordedSession()
    try session.say("A", queued: 90, begun: 100, cancelled: 503)
    try session.say("B", queued: 500, begun: 504, ended: 1300)
    try session.sound(110, 1000, by: RecordedSession.reader, silentFrames: 51...52)
    #expect(
      try session.ask(Self.columns) == [
        ["partly heard", "110", "500", "exact", "frame"], ["heard", "530", "1000", "frame", "exact"],
      ])
  }

  @Test func whatWasCancelledAfterItsSoundWasHeardWhole() throws {
    let session = try RecordedSession()
    try session.say("A", queued: 0, begun: 0, cancelled: 650, heard: [(10, 400)])
    try session.say("B", queued: 700, begun: 700, cancelled: 900, heard: [(710, 906)])
    #expect(
      try session.ask("SELECT outcome, to_ns / 1000000 FROM heard") == [["heard", "400"], ["partly heard", "906"]])
  }

  @Test func whatWasCancelledBeforeItBeganOrMadeNoSoundWasNeverHeard() throws {
    let session = try RecordedSession()
    try session.say("A", queued: 0, begun: nil, cancelled: 50)
    try session.say("B", queued: 100, begun: 100, ended: 500)
    try session.sound(120, 400, by: RecordedSession.application)
    #expect(
      try session.ask(Self.columns) == Array(repeating: ["never heard", "-", "-", "-", "-"], count: 2))
  }

  @Test func anUtteranceThatAnotherCutWithoutAWordEndsWhereThatBegins() throws {
    let session = try RecordedSession()
    try session.say("A", queued: 0, begun: 0, heard: [(10, 480)])
    try session.say("B", queued: 490, begun: 500, ended: 1300, heard: [(520, 1000)])
    #expect(
      try session.ask(Self.columns) == [
        ["partly heard", "10", "480", "exact", "exact"], ["heard", "520", "1000", "exact", "exact"],
      ])
  }

  @Test func anEndWithoutABeginCountsFromTheQueue() throws {
    let session = try RecordedSession()
    try session.say("A", queued: 100, begun: nil, ended: 900, heard: [(110, 600)])
    #expect(try session.ask(Self.columns) == [["heard", "110", "600", "exact", "exact"]])
  }

  @Test func whereTheReadersSoundWasNotRecordedNothingIsKnown() throws {
    let unarmed = try RecordedSession(armed: [.speech])
    try unarmed.say("A", queued: 0, begun: 0, ended: 500)
    #expect(try unarmed.ask("SELECT outcome FROM heard") == [["unknown"]])
    let holed = try RecordedSession()
    try holed.gap(.readerAudio, 100, 200)
    try holed.say("A", queued: 0, begun: 0, ended: 90)
    try holed.say("B", queued: 150, begun: 150, ended: 500)
    try holed.say("C", queued: 600, begun: nil)
    #expect(try holed.ask("SELECT outcome FROM heard") == [["never heard"], ["unknown"], ["unknown"]])
  }

  @Test func wordsAreDatedByMarksAndEndWithTheSound() throws {
    let session = try RecordedSession()
    try session.say(
      "Around Me, speaking", queued: 0, begun: 0, cancelled: 700, heard: [(20, 600)],
      marks: [(0, "0:6"), (200, "7:10"), (500, "11:19"), (650, "12:19"), (100, "pause")])
    #expect(
      try session.ask("SELECT word, from_ns / 1000000, to_ns / 1000000 FROM word_heard") == [
        ["Around", "20", "200"], ["Me,", "200", "500"], ["speaking", "500", "600"],
      ])
  }

  @Test func aFocusMoveIsHeardWhereItsNameIsInTheWords() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "My Location")
    try session.version(2, 0, "Location")
    try session.focus(1, 0)
    try session.say("My Location push button.", queued: 50, begun: 60, ended: 900, heard: [(70, 600)])
    try session.focus(2, 1000)
    try session.say("Relocation", queued: 1050, begun: 1060, ended: 1900, heard: [(1070, 1600)])
    try session.focus(1, 2000)
    try session.say("My Location push button.", queued: 2050, begun: 2060, ended: 2900)
    #expect(
      try session.ask("SELECT stop_id, utterance_id, heard_ns / 1000000 FROM stop_speech") == [
        ["1", "1", "70"], ["2", "-", "-"], ["3", "-", "-"],
      ])
  }
}
