import Report
import Testing
import Timeline

/// What reports say of marks, pauses, a sleep of the machine, and steps of its wall clock.
@Suite struct InterruptionTests {
  private let session: RecordedSession

  init() throws {
    session = try RecordedSession()
    try session.proveItself()
  }

  private func interrupt(_ kind: Gap.Kind, _ sources: [SourceName], _ from: Double, _ to: Double, _ reason: String)
    throws
  {
    for source in sources {
      let (start, end) = (session.at(from), session.at(to))
      try session.write(.gap(Gap(source: source, kind: kind, start: start, end: end, reason: reason)))
    }
  }

  @Test func aPauseIsOneDoubtForAllSources() throws {
    try interrupt(.pause, RecordedSession.everySource, 4000, 5000, "paused: tea")
    let analysis = try session.analysis(isComplete: false)
    let report = try OverlapReport(analysis)
    #expect(report.outcome == .notProven)
    #expect(report.health.doubts.map(\.text) == ["paused: tea, from 4.000 s to 5.000 s"])
    #expect(Set(report.health.sources.map(\.state)) == [.interrupted])
    #expect(try CaptureReport(analysis).text(as: .text).contains("- events: saw all but what the recording leaves out"))
  }

  @Test func aPauseThatHasNoEndYetGoesOn() throws {
    let start = session.at(4000)
    try session.write(.gap(Gap(source: .events, kind: .pause, start: start, end: nil, reason: "paused")))
    let doubts = try OverlapReport(try session.analysis(isComplete: false)).health.doubts
    #expect(doubts.map(\.text) == ["paused, from 4.000 s on"])
  }

  @Test func whatIsLostBesidesIsToldBesides() throws {
    try interrupt(.pause, RecordedSession.everySource, 4000, 5000, "paused")
    try session.gap(.speech, 3000, 3100)
    let health = try OverlapReport(try session.analysis(isComplete: false)).health
    #expect(
      health.doubts.map(\.text) == [
        "paused, from 4.000 s to 5.000 s", "speech has 1 gap of 100 ms together: a hole",
      ])
  }

  @Test func aSourceThatWasPausedAllTheTimeIsUnproven() throws {
    let session = try RecordedSession()
    for source in RecordedSession.everySource {
      try session.write(
        .gap(Gap(source: source, kind: .pause, start: session.at(0), end: session.at(9), reason: "paused")))
    }
    let doubts = try OverlapReport(try session.analysis(isComplete: false)).health.doubts.map(\.text)
    #expect(doubts.contains("no event of the application arrived"), "\(doubts)")
    #expect(doubts.contains("nothing was seen to be activated"), "\(doubts)")
  }

  @Test func aSleepIsInDoubtAndAStepOfTheWallClockIsShownAlone() throws {
    try interrupt(.clockStep, [.clock], 3600, 3600, "the wall clock was set forward by 60.0 s")
    let set = try session.analysis()
    let report = try OverlapReport(set)
    #expect(report.outcome == .passed, "\(report.health.doubts)")
    #expect(
      try CaptureReport(set).text(as: .text).contains(
        "Wall clock:\n- the wall clock was set forward by 60.0 s, at 3.600 s\n"))

    let slept = try RecordedSession()
    try slept.proveItself()
    let moment = slept.at(3700)
    try slept.write(.gap(Gap(source: .clock, kind: .suspend, start: moment, end: moment, reason: "asleep for 9.0 s")))
    let doubtful = try OverlapReport(try slept.analysis())
    #expect(doubtful.outcome == .notProven)
    #expect(doubtful.health.doubts.map(\.text) == ["asleep for 9.0 s, at 3.700 s"])
  }

  @Test func whatWasTrimmedIsOneDoubt() throws {
    try interrupt(.trim, RecordedSession.everySource, -100, 0, "cut off")
    try interrupt(.trim, RecordedSession.everySource, 4000, 9000, "cut off")
    let report = try OverlapReport(try session.analysis())
    #expect(report.outcome == .notProven)
    #expect(report.health.doubts.count == 1 && report.health.doubts[0].text.hasPrefix("this is a part of a recording"))
  }

  @Test func marksStandWhereTheyFall() throws {
    // Over the callout, so that there is an overlap from 2.5 s on.
    try session.say("again", queued: 2450, begun: 2460, ended: 3200, heard: [(2500, 3000)])
    for (time, text) in [(2400.0, "before"), (3900.0, "after\u{1B}[2J")] {
      try session.write(.marker(Marker(time: session.at(time), text: text)))
    }
    let analysis = try session.analysis()
    let lines = try OverlapReport(analysis).text(as: .text).split(separator: "\n").map(String.init)
    let places = ["Mark at 2.400 s: \"before\"", "1. At 2.500 s", "Mark at 3.900 s: \"after\\u{1B}[2J\""].map { start in
      lines.firstIndex { $0.hasPrefix(start) }
    }
    #expect(!places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted(), "\(lines)")
    let report = try CaptureReport(analysis)
    #expect(report.text(as: .text).contains("Marks:\n- 2.400 s: \"before\"\n- 3.900 s: "))
    #expect(report.text(as: .json).contains("\"text\": \"before\""))
  }

  @Test func anUtteranceWithoutAnEndLastsUntilSpeechHasAGapAtMost() throws {
    try session.say("open", queued: 5000, begun: 5005)
    try interrupt(.pause, [.speech], 6000, 7000, "paused")
    try session.say("next", queued: 9000, begun: 9005, ended: 9500)
    let rows = try session.ask("SELECT to_ns, cut_ns FROM speaking WHERE from_ns > 4900000000 ORDER BY from_ns LIMIT 1")
    #expect(rows == [["6000000000", "-"]])
  }
}
