import Testing
import Timeline

@testable import Capture

@Suite struct AccountTests {
  private func account(
    armed: Bool = true, counts: [SourceName: Int] = [.events: 3], gaps: [Gap] = [], dropped: [SourceName: Int64] = [:],
    status: Int32? = 0
  ) -> Account {
    let time = MonotonicTime(nanoseconds: 5)
    let sources = [
      SourceStatus(.events, armedAt: time, provenAt: time),
      SourceStatus(.speech, armedAt: armed ? time : nil, note: armed ? nil : "no speech tap"),
    ]
    return Account(
      name: "player", path: "run.db", start: MonotonicTime(nanoseconds: 0),
      end: MonotonicTime(nanoseconds: 1_250_000_000), sources: sources, counts: counts, gaps: gaps, dropped: dropped,
      commandStatus: status, failure: nil)
  }

  @Test func aCompleteRecordingSaysSoFirst() {
    let account = account()
    #expect(account.exitStatus == 0)
    #expect(account.text.hasPrefix("a11y-capture: COMPLETE:"))
    #expect(account.text.contains("Recorded player for 1.3 s into run.db."))
    #expect(account.text.contains("events: 3 events.\nspeech: no utterances; it listened"))
    #expect(account.text.hasSuffix("Next: a11y-report overlap run.db\n"))
  }

  @Test func whatIsLeftOutOnRequestIsNotMissing() {
    var account = account(armed: false)
    account.leftOut = [.speech]
    #expect(account.exitStatus == 0)
    #expect(account.text.hasPrefix("a11y-capture: COMPLETE but for what was left out on request"), "\(account.text)")
    #expect(account.text.contains("speech: left out on request.") && !account.text.contains("MISSING"))
  }

  @Test func whatIsMissingOrLostIsNoSuccess() {
    let gap = Gap(source: .speech, start: MonotonicTime(nanoseconds: 1), end: nil, reason: "the tap ended")
    for (account, words) in [
      (account(armed: false), "speech: MISSING, no speech tap"), (account(gaps: [gap]), "Lost: speech: the tap ended."),
      (account(dropped: [.events: 7]), "Lost: events: 7 records could not be stored."),
    ] {
      #expect(account.exitStatus == 2)
      #expect(account.text.hasPrefix("a11y-capture: INCOMPLETE:") && account.text.contains(words), "\(account.text)")
    }
  }

  @Test func aPauseIsToldOnceAndAStepOfTheWallClockLosesNothing() {
    func gap(_ source: SourceName, _ kind: Gap.Kind) -> Gap {
      Gap(
        source: source, kind: kind, start: MonotonicTime(nanoseconds: 200_000_000),
        end: MonotonicTime(nanoseconds: 1_000_000_000), reason: "paused: lunch")
    }
    let paused = account(gaps: [gap(.events, .pause), gap(.speech, .pause)])
    #expect(paused.exitStatus == 2)
    #expect(paused.text.split(separator: "\n").count { $0.hasPrefix("Paused: from 0.2 s to 1.0 s") } == 1)
    #expect(!paused.text.contains("Lost:"))
    #expect(account(gaps: [gap(.clock, .clockStep)]).exitStatus == 0)
  }

  @Test func nothingOfTheApplicationIsNoSuccessEither() {
    let account = account(counts: [.speech: 9], status: 134)
    #expect(account.exitStatus == 2 && account.isComplete)
    #expect(account.text.hasPrefix("a11y-capture: EMPTY:"))
    #expect(account.text.contains("The application ended with status 134."))
  }
}
