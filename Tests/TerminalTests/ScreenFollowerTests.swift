import Testing
import Timeline

@testable import Terminal

/// What is told of a program by what passes through the relay: times in milliseconds.
@Suite struct ScreenFollowerTests {
  /// What is seen, in words.
  struct Seen {
    var follower = ScreenFollower()
    var changes: [String] = []
    var runs: [String] = []
    var keys: [String] = []
    var gaps: [String] = []

    static func at(_ ms: Double) -> MonotonicTime { MonotonicTime(nanoseconds: Int64(ms * 1e6)) }

    mutating func take(_ content: RelayFrame.Content, _ ms: Double) {
      note(follower.take(RelayFrame(time: Self.at(ms), content)))
    }
    mutating func write(_ text: String, _ ms: Double) { take(.output(Array(text.utf8)), ms) }
    mutating func type(_ text: String, _ ms: Double, isHidden: Bool = false) {
      take(.input(Array(text.utf8), isHidden: isHidden), ms)
    }
    mutating func settle(_ ms: Double) { note(follower.settle(at: Self.at(ms))) }
    mutating func end(_ ms: Double) { note(follower.end(at: Self.at(ms)).map { .record($0) }) }

    private mutating func note(_ news: [ScreenFollower.News]) {
      func ms(_ time: MonotonicTime) -> String { "\(time.nanoseconds / 1_000_000)" }
      for piece in news {
        switch piece {
        case .key(let key): keys.append("\(key.name ?? key.text)\(key.isHidden ? " hidden" : "")")
        case .record(.terminalChange(let change)):
          let place = change.row.map { " \($0)" } ?? ""
          changes.append("\(ms(change.time)) \(change.kind) \(change.cause)\(place): \(change.text ?? "")")
        case .record(.terminalHighlight(let run)):
          runs.append("\(ms(run.time))-\(run.until.map(ms) ?? "") \(run.id) \(run.row): \(run.text)")
        case .record(.gap(let gap)): gaps.append(gap.reason)
        default: break
        }
      }
    }
  }

  @Test func aScreenIsToldOfOnceItHasSettledWithTheTimeOfItsLastBytes() {
    var seen = Seen()
    seen.write("\u{1b}[?25l\u{1b}[7mOne\u{1b}[m", 100)
    seen.write("\r\nTwo", 105)
    seen.settle(110)
    #expect(seen.changes.isEmpty && seen.follower.due == Seen.at(115))
    seen.settle(115)
    #expect(
      seen.changes == [
        "105 screen program: 24 rows, 80 columns", "105 text program 0: One", "105 text program 1: Two",
        "105 cursor program 1: hidden",
      ])
    #expect(seen.runs == ["105- 1 0: One"] && seen.follower.due == nil)
  }

  @Test func aHighlightThatMovesEndsAndAnotherBeginsAndWhatStaysIsNotToldAgain() {
    var seen = Seen()
    seen.write("\u{1b}[7mOne\u{1b}[m\r\nTwo\r\n\u{1b}[4mKeys\u{1b}[m that do something", 100)
    seen.type("\u{1b}[B", 200)
    seen.write("\u{1b}[HOne\r\n\u{1b}[7mTwo\u{1b}[m", 201)
    seen.end(300)
    #expect(seen.keys == ["Down"])
    #expect(
      seen.runs == [
        "100- 1 0: One", "100- 2 2: Keys", "100-201 1 0: One", "201- 3 1: Two", "100-300 2 2: Keys", "201-300 3 1: Two",
      ])
    #expect(seen.changes.last == "201 cursor key 1: shown")
  }

  @Test func whatShowsWhatWasTypedIsTypingAndWhatAKeyDoesOtherwiseIsNot() {
    var seen = Seen()
    seen.write("Name: \r\n\nclock", 100)
    seen.write("\u{1b}[1;7H", 110)
    seen.settle(200)
    seen.changes = []
    seen.type("a", 300)
    seen.write("a", 301)
    seen.settle(400)
    #expect(seen.changes == ["301 text typing 0: Name: a", "301 cursor key 0: shown"])
    seen.changes = []
    // Another row says something of its own meanwhile.
    seen.type("b", 500)
    seen.write("b\u{1b}[3;1Ha tab\u{1b}[1;9H", 501)
    seen.settle(600)
    #expect(seen.changes.contains("501 text typing 0: Name: ab") && seen.changes.contains("501 text key 2: a tab"))
    seen.changes = []
    seen.write("\u{1b}[3;1Hlater\u{1b}[1;9H", 9000)
    seen.settle(9100)
    #expect(seen.changes == ["9000 text program 2: later"])
  }

  @Test func aBlankAloneIsNoEchoSinceSpaceEmptiesACheckBox() {
    var seen = Seen()
    seen.write("\u{1b}[?25l\u{1b}[H[*] Bus\u{1b}[1;3H", 100)
    seen.settle(200)
    seen.changes = []
    seen.type(" ", 300)
    seen.write("\u{1b}[H[ ] Bus\u{1b}[1;3H", 301)
    seen.settle(400)
    #expect(seen.changes == ["301 text key 0: [ ] Bus"])
  }

  @Test func aPromptThatComesWithTheEchoIsNoTyping() {
    var seen = Seen()
    seen.write("word? ", 100)
    seen.type("quorvex\r", 200)
    seen.write("quorvex\r\nyou gave\r\npassword? ", 201)
    seen.settle(300)
    #expect(seen.changes.contains("201 text typing 0: word? quorvex"))
    #expect(seen.changes.contains("201 text key 1: you gave") && seen.changes.contains("201 text key 2: password?"))
  }

  @Test func hiddenKeysAreToldAsSuchAndPastesWhole() {
    var seen = Seen()
    seen.type("hunter2", 100, isHidden: true)
    seen.type("\u{1b}[200~two words\u{1b}[201~", 200)
    seen.type("\u{1b}", 300)
    seen.settle(400)
    #expect(seen.keys == "hunter2".map { "\($0) hidden" } + ["two words", "Escape"])
  }

  @Test func bellsTitlesAndAnotherScreenAreTold() {
    var seen = Seen()
    seen.write("\u{1b}]2;Editor\u{7}\u{7}\u{7}\u{1b}[?1049h", 100)
    seen.take(.size(rows: 10, columns: 40), 101)
    seen.settle(200)
    #expect(seen.changes.prefix(2) == ["100 bell program: ", "100 bell program: "])
    #expect(seen.changes.contains("101 title program: Editor"))
    #expect(seen.changes.contains("101 screen program: 10 rows, 40 columns, alternate"))
  }

  @Test func aProgramThatNeverRestsIsSeenAndWhatWasNotCopiedIsAGap() {
    var seen = Seen()
    for step in 0..<60 { seen.write("\u{1b}[H\(step)", Double(step) * 5) }
    #expect(seen.changes.filter { $0.contains(" text ") }.count == 2, "each tenth of a second")
    seen.take(.dropped(bytes: 9, since: Seen.at(1)), 400)
    #expect(seen.gaps.count == 1 && seen.gaps[0].hasPrefix("9 bytes passed"))
  }
}
