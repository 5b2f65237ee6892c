import Testing
import Timeline

@testable import Capture

/// What a terminal's screen shows around a pause from 100 to 200.
@Suite struct PauseScreenTests {
  private func at(_ nanoseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }

  private func run(_ id: Int64, _ time: Int64, until end: Int64? = nil) -> TerminalHighlight {
    var run = TerminalHighlight(id: id, time: at(time), row: 1, column: 0, width: 4, text: "Open", style: "reverse")
    run.until = end.map(at)
    return run
  }

  private func row(_ time: Int64, _ text: String, row: Int = 1) -> TerminalChange {
    TerminalChange(time: at(time), kind: .text, cause: .key, row: row, text: text)
  }

  @Test func whatStandsAtTheResumptionIsStoredAsOfIt() {
    var rule = PauseRule()
    _ = rule.pause(at: at(100), reason: "")
    for record in [
      Record.terminalChange(row(110, "first")), .terminalChange(row(120, "second")), .terminalHighlight(run(1, 120)),
      .terminalHighlight(run(2, 130)), .terminalHighlight(run(2, 130, until: 140)),
      .terminalChange(TerminalChange(time: at(150), kind: .bell, cause: .key)),
    ] { #expect(rule.take(record, from: .terminal) == .replace([])) }
    let due = rule.resume(at: at(200))
    var now = row(200, "second")
    now.cause = .program
    #expect(due.map(\.record) == [.terminalChange(now), .terminalHighlight(run(1, 200))])
    #expect(due.allSatisfy { $0.source == .terminal })
    #expect(rule.take(.terminalHighlight(run(1, 120, until: 250)), from: .terminal) == .pass, "its end is told")
    #expect(rule.take(.terminalChange(row(260, "third")), from: .terminal) == .pass)
  }

  @Test func whatStoodBeforeThePauseIsRecordedToItsEnd() {
    var rule = PauseRule()
    #expect(rule.take(.terminalHighlight(run(1, 90)), from: .terminal) == .pass)
    _ = rule.pause(at: at(100), reason: "")
    #expect(rule.take(.terminalHighlight(run(1, 90, until: 150)), from: .terminal) == .pass)
    #expect(rule.resume(at: at(200)) == [])
  }

  @Test func twoBytesAreTwoPresses() {
    var rule = PauseRule()
    var key = Input(time: at(90), isPress: true, keyName: "Return", modifiers: 0, focus: nil)
    key.route = .terminal
    #expect(rule.take(.input(key), from: .terminal) == .pass)
    _ = rule.pause(at: at(100), reason: "")
    key.time = at(110)
    #expect(rule.take(.input(key), from: .terminal) == .replace([]), "no release ends the press before")
  }
}
