import Testing
import Timeline

/// What the words of utterances are.
@Suite struct UtteranceClassTests {
  @Test func wordsAreComparedWithWhatTheElementsWereByThen() throws {
    let session = try RecordedSession()
    try session.version(1, 1, "My Location", hint: "Hear about your current location")
    try session.version(2, 1, "Around Me", hint: "")
    try session.focus(1, 0)
    try session.say("My Location push button.", queued: 40, begun: nil)
    try session.say("Hear about your current location.", queued: 41, begun: nil)
    try session.say("push button", queued: 42, begun: nil)
    try session.press(on: 1, 1000)
    try session.say("Return", queued: 1010, begun: nil)
    try session.version(1, 1020, "My Location, speaking", hint: "Hear about your current location")
    try session.say("My Location, speaking", queued: 1030, begun: nil)
    try session.version(1, 2000, "My Location", hint: "Hear about your current location")
    try session.say("My Location", queued: 2010, begun: nil)
    try session.focus(2, 3000)
    try session.say("Around Me push button.", queued: 3040, begun: nil)
    try session.focus(1, 4000)
    try session.say("My Location push button.", queued: 4040, begun: nil)
    try session.say("Terminal", queued: 4050, begun: nil)
    #expect(
      try session.ask("SELECT utterance_id, class, element_id FROM utterance_class") == [
        ["1", "name", "1"], ["2", "hint", "1"], ["3", "role", "1"], ["4", "key echo", "-"], ["5", "changed name", "1"],
        ["6", "changed name", "1"], ["7", "name", "2"], ["8", "name", "1"], ["9", "other", "-"],
      ])
  }

  @Test func whatHasNoElementIsToldByItsCause() throws {
    let session = try RecordedSession()
    try session.version(1, 1, "Volume")
    try session.focus(1, 0)
    try session.event("object:property-change:accessible-value", 1, 1000, data: "40.0")
    try session.say("40 percent", queued: 1050, begun: nil)
    try session.event("object:announcement", 1, 2000, data: "Saved")
    try session.say("Saved", queued: 2010, begun: nil)
    try session.say("not pressed", queued: 3000, begun: nil)
    try session.say("a", queued: 3100, begun: nil, kind: .character)
    try session.say("7 percent", queued: 9000, begun: nil)
    #expect(
      try session.ask("SELECT class FROM utterance_class") == [
        ["value"], ["announcement"], ["state"], ["key echo"], ["other"],
      ])
  }
}
