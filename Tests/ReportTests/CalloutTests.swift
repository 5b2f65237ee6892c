import Testing
import Timeline

/// Callouts, derived from rows written by hand.
@Suite struct CalloutTests {
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
