import Report
import TestSupport
import Testing
import Timeline

/// What keeps "no overlap" from being proven.
@Suite struct HealthTests {
  private func outcome(_ session: RecordedSession, isComplete: Bool = true) throws -> (Outcome, [String]) {
    let report = try OverlapReport(try session.analysis(isComplete: isComplete))
    return (report.outcome, report.health.doubts.map(\.text))
  }

  @Test func aSessionThatProvedItselfPasses() throws {
    let session = try RecordedSession()
    try session.proveItself()
    let (outcome, doubts) = try outcome(session)
    #expect(outcome == .passed && doubts == [], "\(doubts)")
    #expect(outcome.exitStatus == 0)
  }

  @Test(arguments: [SourceName.events, .speech, .applicationAudio, .readerAudio])
  func aMissingSourceLeavesItNotProven(_ source: SourceName) throws {
    let session = try RecordedSession(armed: RecordedSession.everySource.filter { $0 != source })
    try session.proveItself()
    let (outcome, doubts) = try outcome(session)
    #expect(outcome == .notProven && outcome.exitStatus == 2)
    #expect(doubts == ["\(source.rawValue) was not recorded: there is none"])
  }

  @Test func keysOrCallsAreEnoughAndNeitherIsNot() throws {
    let calls = try RecordedSession(armed: RecordedSession.everySource.filter { $0 != .keys })
    try calls.proveItself()
    try calls.call(1, 2001)
    #expect(try outcome(calls).0 == .passed)
    let neither = try RecordedSession(armed: [.events, .speech, .applicationAudio, .readerAudio])
    #expect(try outcome(neither).1.contains("no activation could be seen: there is none"))
  }

  @Test(arguments: [SourceName.events, .keys, .calls, .speech, .applicationAudio, .readerAudio])
  func aGapLeavesItNotProven(_ source: SourceName) throws {
    let session = try RecordedSession()
    try session.proveItself()
    try session.gap(source, 3000, 3100)
    let (outcome, doubts) = try outcome(session)
    #expect(outcome == .notProven)
    #expect(doubts == ["\(source.rawValue) has 1 gap of 100 ms together: a hole"])
  }

  @Test(arguments: [(Gap.Kind.clockStep, false), (.suspend, true), (.pause, true), (.trim, true)])
  func onlyAStepOfTheWallClockLosesNothing(_ kind: Gap.Kind, _ isDoubted: Bool) throws {
    let session = try RecordedSession()
    try session.proveItself()
    try session.write(.source(SourceStatus(.clock, armedAt: session.at(0))))
    try session.write(
      .gap(Gap(source: .clock, kind: kind, start: session.at(3000), end: session.at(3000), reason: "it was set")))
    let (outcome, doubts) = try outcome(session)
    #expect(outcome == (isDoubted ? .notProven : .passed))
    #expect(doubts.count == (isDoubted ? 1 : 0), "\(doubts)")
  }

  @Test func aSelfTestThatFailedIsToldWhereNothingElseProvesTheSource() throws {
    let session = try RecordedSession()
    try session.write(.source(SourceStatus(.speech, note: "its self-test failed: nobody answers")))
    let (_, doubts) = try outcome(session)
    #expect(doubts.contains("no focus move was put into words: its self-test failed: nobody answers"))
    let proven = try RecordedSession()
    try proven.proveItself()
    try proven.write(.source(SourceStatus(.speech, note: "its self-test failed: nobody answers")))
    #expect(try outcome(proven).0 == .passed)
  }

  @Test func aFileThatWasChangedProvesNothing() throws {
    let session = try RecordedSession()
    try session.proveItself()
    try session.close()
    let change = try Tool.run("/usr/bin/sqlite3", [session.path, "UPDATE audio_segment SET offset_ns = offset_ns - 1"])
    try #require(change.status == 0, "\(change)")
    let report = try OverlapReport(try Analysis(reading: session.path))
    #expect(report.outcome == .notProven)
    #expect(report.health.doubts.map(\.text).first?.hasPrefix("the file is not what was recorded") == true)
  }

  @Test func whatAReaderTellsOfItselfProvesNothingOfTheApplication() throws {
    let session = try RecordedSession()
    try session.event("screen-reader:region-changed", 9, 5)
    #expect(try outcome(session).1.contains("no event of the application arrived"))
  }

  @Test func whatIncompleteRecordingsLack() throws {
    let session = try RecordedSession()
    try session.proveItself()
    let (outcome, doubts) = try outcome(session, isComplete: false)
    #expect(outcome == .notProven && doubts == ["the recording is marked incomplete"])
  }

  @Test func anEmptySessionProvesNothing() throws {
    let (outcome, doubts) = try outcome(try RecordedSession())
    #expect(outcome == .notProven)
    #expect(
      Set(doubts) == [
        "no event of the application arrived", "nothing was seen to be activated", "no focus move was put into words",
        "no sound of the application followed an activation", "no focus move was heard to be spoken",
      ])
  }

  @Test func aMuteReaderProvesNothing() throws {
    let session = try RecordedSession()
    try session.version(1, 1, "Around Me")
    try session.focus(1, 10)
    try session.say("Around Me push button.", queued: 50, begun: 55, ended: 1300)
    try session.press(on: 1, 2000)
    try session.sound(2010, 3500)
    let (outcome, doubts) = try outcome(session)
    #expect(outcome == .notProven && doubts == ["no focus move was heard to be spoken"])
  }

  @Test func speechThatNothingTellsOfLeavesItNotProven() throws {
    let session = try RecordedSession()
    try session.proveItself()
    try session.sound(2500, 2600, by: RecordedSession.reader)
    let (outcome, doubts) = try outcome(session)
    #expect(outcome == .notProven)
    #expect(doubts == ["the reader was audible during a callout 1 time with words that nothing tells of"])
  }

  @Test func anErrorStandsWhateverIsNotProven() throws {
    let session = try RecordedSession()
    try session.proveItself()
    try session.gap(.speech, 3000, nil)
    try session.say("Around Me", queued: 2100, begun: 2110, ended: 2900, heard: [(2120, 2600)])
    #expect(try outcome(session, isComplete: false).0 == .failed)
  }
}
