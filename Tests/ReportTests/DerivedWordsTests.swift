import Testing
import Timeline

/// Stops, activations and callouts, derived from rows written by hand.
@Suite struct DerivedWordsTests {
  @Test func focusNamedAgainAtOnceIsOneStopAndABAIsThree() throws {
    let session = try RecordedSession()
    try session.focus(1, 0)
    try session.focus(1, 5)
    try session.event("focus:", 1, 9)
    try session.event("object:state-changed:focused", 1, 12, detail1: 0)
    try session.focus(2, 20)
    try session.focus(1, 25)
    try session.focus(1, 76)
    #expect(
      try session.ask("SELECT stop_id, time_ns / 1000000, element_id, events FROM stop") == [
        ["1", "0", "1", "3"], ["2", "20", "2", "1"], ["3", "25", "1", "1"], ["4", "76", "1", "1"],
      ])
    #expect(
      try RecordedSession.ask(session.path, "SELECT count(*) FROM stop", settings: "same_stop_ms = 60") == [["3"]])
  }

  @Test func aStopIsNamedByWhatTheElementWasThenOrElseByWhatWasLearntFirst() throws {
    let session = try RecordedSession()
    try session.focus(1, 0)
    try session.version(1, 5, "First")
    try session.version(1, 50, "Second")
    try session.focus(2, 60)
    try session.focus(1, 100)
    #expect(try session.ask("SELECT name FROM stop") == [["First"], ["-"], ["Second"]])
  }

  @Test func aPressSeenAsKeyAndAsCallIsOneActivationDatedToThePress() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "A")
    try session.press(on: 1, 102)
    try session.call(1, 100)
    try session.call(1, 1000)
    try session.press("space", on: 1, 2000)
    try session.call(2, 2010)
    #expect(
      try session.ask(
        "SELECT activation_id, time_ns / 1000000, element_id, via, input_id, action_call_id FROM activation")
        == [
          ["1", "102", "1", "key", "1", "1"], ["2", "1000", "1", "action", "-", "2"],
          ["3", "2000", "1", "key", "3", "-"],
          ["4", "2010", "2", "action", "-", "3"],
        ])
  }

  @Test func actsWithinTheLimitOnOneElementAreOne() throws {
    let session = try RecordedSession()
    try session.call(1, 0)
    try session.call(1, 300)
    try session.call(1, 600.001)
    #expect(try session.ask("SELECT time_ns FROM activation") == [["0"], ["600001000"]])
  }

  @Test func aHeldKeyIsOneActivationEvenWhereAReleaseWasNotSeenLongBefore() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "A")
    for time in stride(from: 0.0, through: 1500, by: 500) { try session.press(on: 1, time, isHeld: true) }
    try session.press(on: 1, 5000)
    #expect(try session.ask("SELECT time_ns / 1000000 FROM activation") == [["0"], ["5000"]])
  }

  @Test func whatIsRefusedOrDoneOnNothingOrMeansACommandIsNoActivation() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "A")
    try session.version(2, 0, "A label", actions: [])
    try session.call(1, 0, accepted: false)
    try session.call(1, 1000, accepted: nil, error: "org.freedesktop.DBus.Error.Failed")
    try session.press(on: nil, 2000)
    try session.press(on: 1, 3000, modifiers: 4)
    try session.press("Tab", on: 1, 4000)
    try session.press(on: 2, 5000)
    #expect(try session.ask("SELECT * FROM activation") == [])
  }

  @Test func aCallWithoutAReplyIsAnActivation() throws {
    let session = try RecordedSession()
    try session.call(1, 0, accepted: nil)
    #expect(try session.ask("SELECT count(*) FROM activation") == [["1"]])
  }

  @Test func aCalloutEndsWithSilenceOrTheNextActivation() throws {
    let session = try RecordedSession()
    try session.call(1, 0)
    try session.sound(10, 100)
    try session.sound(700, 1000)
    try session.sound(1600.001, 1700)
    try session.call(2, 5000)
    try session.sound(7990, 8500)
    try session.call(1, 8300)
    try session.call(2, 20_000)
    try session.sound(23_001, 23_500)
    #expect(
      try session.ask("SELECT activation_id, from_ns / 1000000, to_ns / 1000000, sounds FROM callout") == [
        ["1", "10", "1000", "2"], ["2", "7990", "8280", "1"], ["3", "8280", "8500", "1"],
      ])
    #expect(
      try RecordedSession.ask(
        session.path, "SELECT sound_id, from_ns / 1000000 FROM callout_sound WHERE activation_id IS NULL")
        == [["3", "1600"], ["5", "23001"]])
  }

  @Test func soundThatWasUnderWayIsBackgroundUntilItPauses() throws {
    let session = try RecordedSession()
    try session.sound(0, 3000, silentFrames: 120...125)
    try session.call(1, 1000)
    try session.call(1, 2000)
    #expect(
      try session.ask("SELECT activation_id, from_ns / 1000000, to_ns / 1000000 FROM callout_sound ORDER BY 1") == [
        ["-", "1980", "3000"], ["1", "1260", "1980"],
      ])
  }

  @Test func aSoundDatedALittleBeforeItsActivationBelongsToIt() throws {
    let session = try RecordedSession()
    try session.call(1, 1000)
    try session.sound(981, 1200)
    #expect(try session.ask("SELECT from_ns / 1000000 FROM callout") == [["981"]])
  }

  @Test(arguments: [(3, 0.0, ["1", "2", "3"]), (6, 0.0, []), (6, 60.0, ["2", "3", "4", "5", "6"])])
  func aLoopOfLikePulsesIsBackground(_ pulses: Int, _ jitter: Double, _ inCallout: [String]) throws {
    let session = try RecordedSession()
    try session.call(1, 0)
    for pulse in 0..<pulses {
      let start = 100 + Double(pulse) * 400 + (pulse % 2 == 0 ? 0 : jitter)
      try session.sound(start, start + 80, kind: .tone)
    }
    let sounds = try session.ask("SELECT sound_id FROM callout_sound WHERE activation_id IS NOT NULL ORDER BY 1")
    #expect(sounds.flatMap { $0 }.suffix(5) == inCallout[...])
  }

  @Test func aBystandersAndTheReadersSoundAreNoCallout() throws {
    let session = try RecordedSession()
    try session.call(1, 0)
    try session.sound(100, 200, by: RecordedSession.bystander)
    try session.sound(100, 200, by: RecordedSession.reader)
    #expect(try session.ask("SELECT * FROM callout_sound") == [])
  }
}
