import Glibc
import Interchange
import Report
import Storage
import System
import TestSupport
import Testing
import Timeline

/// A part of a timeline says the same of what is in it as the whole does.
@Suite struct TrimTests {
  /// What the overlap report says, each line with its span; activations are numbered anew in a part, so their times stand for
  /// them.
  private struct Said {
    var lines: [(from: Int64, to: Int64, text: String)] = []
    let outcome: Outcome

    init(_ path: String) throws {
      let report = try OverlapReport(try Analysis(reading: path))
      outcome = report.outcome
      for overlap in report.overlaps {
        let text =
          "\(overlap.activationNanoseconds ?? -1) \(String(describing: overlap.element)) \(overlap.utterance) "
          + "\(overlap.utteranceText) \(overlap.wasSaidAfter) \(overlap.wordClass) \(overlap.wordsElement ?? -1) "
          + "\(overlap.words ?? "-") \(overlap.bothMilliseconds) \(overlap.covered ?? -1) \(overlap.readerStartedFirst) "
          + "\(overlap.hasExactEdges)"
        lines.append((overlap.fromNanoseconds, overlap.toNanoseconds, text))
      }
      for finding in report.findings {
        let text = "\(finding.rule) \(finding.severity) \(finding.message) \(finding.evidence)"
        lines.append((finding.fromNanoseconds, finding.toNanoseconds, text))
      }
    }

    func within(_ window: ClosedRange<Int64>) -> [String] {
      lines.filter { window.contains($0.from) && window.contains($0.to) }.map { "\($0)" }
    }
  }

  /// Trims to windows at random; gives how much was found in them.
  private func check(_ path: String, seconds: Int64, windows: Int, seed: UInt64) throws -> Int {
    let folder = try TemporaryFolder()
    let whole = try Said(path)
    var random = SeededGenerator(seed: seed)
    var count = 0
    for number in 0..<windows {
      let from = Int64.random(in: 0...seconds * 1_000_000_000, using: &random)
      let to = from + Int64.random(in: 1...seconds * 500_000_000, using: &random)
      let part = "\(folder.path)/\(number).db"
      _ = try Trim.make(part, of: path, from: .time(from), to: .time(to))
      let said = try Said(part)
      #expect(said.within(from...to) == whole.within(from...to), "\(path) from \(from) to \(to)")
      #expect(said.outcome != .passed)
      count += whole.within(from...to).count
    }
    return count
  }

  @Test func whatWasSelectedBeforeTheWindowStillHasTheFocusInIt() throws {
    let session = try RecordedSession()
    try session.version(6, 1, "List")
    for (number, name) in [(1, "One"), (2, "Two"), (3, "Three")] { try session.version(number, 2, name, in: 6) }
    try session.focus(6, 100)
    try session.select(1, 8000)
    try session.select(2, 10_000)
    try session.press(on: 3, 20_000)
    try session.sound(20_010, 22_000)
    try session.say("Two", queued: 20_100, begun: 20_110, ended: 21_500, heard: [(20_130, 21_000)])
    try session.close()
    let part = session.folder.path + "/part.db"
    _ = try Trim.make(part, of: session.path, from: .time(19_900_000_000), to: .time(23_000_000_000))
    let sql = "SELECT activation_ns, element_name, class, words_element_id FROM overlap"
    let said = try RecordedSession.ask(part, sql)
    #expect(said == [["20000000000", "Three", "name", "3"]])
    #expect(try said == RecordedSession.ask(session.path, sql))
  }

  @Test func whatATerminalShowedWhenTheWindowBeganStaysAndWhatCameAfterItGoes() throws {
    let session = try RecordedSession()
    for (index, ms) in [1000.0, 2000, 3000, 9000].enumerated() {
      try session.write(
        .terminalChange(
          TerminalChange(time: session.at(ms), kind: .text, cause: .key, row: index % 2, text: "text \(index)")))
    }
    for (id, from, until) in [(1, 1000.0, 2000.0), (2, 2000, 9000), (3, 4500, 5000), (4, 9000, nil)]
      as [(Int64, Double, Double?)]
    {
      var run = TerminalHighlight(
        id: id, time: session.at(from), row: 1, column: 0, width: 4, text: "run \(id)", style: "reverse")
      run.until = until.map(session.at)
      try session.write(.terminalHighlight(run))
    }
    try session.close()
    let part = session.folder.path + "/part.db"
    _ = try Trim.make(part, of: session.path, from: .time(4_000_000_000), to: .time(6_000_000_000))
    let names = "SELECT value FROM terminal_%% JOIN string ON string.id = text_id ORDER BY terminal_%%.id"
    func texts(_ table: String) throws -> [[String]] {
      try RecordedSession.ask(part, names.replacing("%%", with: table))
    }
    #expect(try texts("change") == [["text 1"], ["text 2"]], "the last of each row")
    #expect(try texts("highlight") == [["run 2"], ["run 3"]])
  }

  @Test(arguments: TemporaryFolder.names(in: Tool.root + "/Captures"))
  func everyWindowOfACaptureHoldsItsFindings(_ capture: String) throws {
    _ = try check("\(Tool.root)/Captures/\(capture)/timeline.db", seconds: 25, windows: 8, seed: 1)
  }

  @Test(arguments: 1...UInt64(getenv("MADE_UP_SESSIONS").flatMap { UInt64(String(cString: $0)) } ?? 6))
  func everyWindowOfAMadeUpSessionHoldsItsFindings(_ seed: UInt64) throws {
    let made = try MadeUpSession(seed: seed)
    let count = try check(made.session.path, seconds: 60, windows: 6, seed: seed)
    #expect(count > 0 || seed > 6, "seed \(seed) has nothing to find")
  }
}
