import Testing
import Timeline

/// Where the focus rests in a terminal, derived from rows written by hand: times in milliseconds.
@Suite struct TerminalFocusTests {
  /// A session in which a program draws on a screen.
  final class Screen {
    let session: RecordedSession
    private var lastID: Int64 = 0

    init() throws { session = try RecordedSession() }

    func key(_ name: String?, _ ms: Double, by route: Input.Route = .terminal) throws {
      var input = Input(time: session.at(ms), isPress: true, keyName: name, modifiers: 0, focus: nil)
      input.route = route
      try session.write(.input(input))
    }

    func run(
      _ text: String, row: Int, column: Int = 2, width: Int? = nil, _ style: String, _ from: Double,
      _ until: Double? = nil,
      label: String? = nil
    ) throws {
      lastID += 1
      var run = TerminalHighlight(
        id: lastID, time: session.at(from), row: row, column: column, width: width ?? max(1, text.count), text: text,
        style: style)
      run.label = label
      run.until = until.map(session.at)
      try session.write(.terminalHighlight(run))
    }

    func run(
      _ text: String, row: Int, column: Int = 2, width: Int? = nil, _ from: Double, _ until: Double? = nil,
      label: String? = nil
    ) throws {
      try run(text, row: row, column: column, width: width, "on red", from, until, label: label)
    }

    func change(
      _ kind: TerminalChange.Kind, _ text: String, row: Int? = nil, column: Int? = nil, _ ms: Double,
      _ cause: TerminalChange.Cause = .key
    ) throws {
      try session.write(
        .terminalChange(
          TerminalChange(time: session.at(ms), kind: kind, cause: cause, row: row, column: column, text: text)))
    }

    func cursor(_ row: Int, _ column: Int, _ ms: Double, isShown: Bool = true) throws {
      try change(.cursor, isShown ? "shown" : "hidden", row: row, column: column, ms)
    }

    func focus() throws -> [[String]] {
      try session.ask("SELECT time_ns / 1000000, until_ns / 1000000, kind, name FROM terminal_focus")
    }
  }

  /// A menu of lines on white, of which the chosen one is on red; walked by `keys`, a line a key.
  private func menu(_ keys: [String?], rows: [Int]) throws -> Screen {
    let screen = try Screen()
    let names = ["Apple", "Banana", "Cherry"]
    let times = (0...keys.count).map { Double(100 + 1000 * $0) }
    for (index, key) in keys.enumerated() { try screen.key(key, times[index + 1] - 10) }
    for (index, row) in rows.enumerated() {
      try screen.run(names[row], row: row, times[index], index + 1 < rows.count ? times[index + 1] : nil)
    }
    for (row, name) in names.enumerated() {
      // White as long as it is not chosen.
      var from = rows[0] == row ? nil : times[0] as Double?
      for (index, chosen) in rows.enumerated().dropFirst() {
        if chosen == row, let start = from {
          try screen.run(name, row: row, "on white", start, times[index])
          from = nil
        } else if chosen != row, from == nil {
          from = times[index]
        }
      }
      if let from { try screen.run(name, row: row, "on white", from) }
    }
    return screen
  }

  @Test func theRunThatTookTheHighlightHasTheFocusAndTheFirstHadItSinceItWasDrawn() throws {
    let screen = try menu(["Down", "Down", "Up"], rows: [0, 1, 2, 1])
    #expect(
      try screen.focus() == [
        ["100", "1100", "highlight", "Apple"], ["1100", "2100", "highlight", "Banana"],
        ["2100", "3100", "highlight", "Cherry"], ["3100", "-", "highlight", "Banana"],
      ])
    #expect(
      try screen.session.ask("SELECT stop_id, name, element_id, events FROM stop") == [
        ["1", "Apple", "-", "1"], ["2", "Banana", "-", "1"], ["3", "Cherry", "-", "1"], ["4", "Banana", "-", "1"],
      ], "A, B, A: each is a stop")
  }

  @Test func aProgramThatTellsOfElementsOfItsOwnHasItsStopsFromThem() throws {
    let screen = try menu(["Down", "Down", "Up"], rows: [0, 1, 2, 1])
    var terminal = ElementVersion(key: screen.session.element(9), time: screen.session.at(0))
    (terminal.role, terminal.name) = ("terminal", "Terminal")
    try screen.session.write(.element(terminal))
    try screen.session.version(1, 0, "A")
    try screen.session.focus(9, 50)
    try screen.session.focus(1, 1500)
    try screen.session.focus(9, 2500)
    #expect(
      try screen.session.ask("SELECT time_ns / 1000000, name FROM stop") == [
        ["50", "Terminal"], ["100", "Apple"], ["1100", "Banana"], ["1500", "A"], ["2500", "Terminal"],
        ["3100", "Banana"],
      ])
  }

  @Test func whatMovesWithoutAKeyIsNoFocus() throws {
    let screen = try Screen()
    try screen.key("Down", 100)
    try screen.run("10:01", row: 0, 5000, 6000)
    try screen.run("10:02", row: 1, 6000, 7000)
    #expect(try screen.focus().isEmpty)
  }

  @Test func aHighlightThatOnlyScrollsIsNoMoveAndAListThatScrollsUnderItIs() throws {
    let screen = try Screen()
    for (index, time) in [1000.0, 2000, 3000, 4000].enumerated() { try screen.key(index == 2 ? "Down" : "Up", time) }
    try screen.run("one", row: 5, 100, 1010)
    try screen.run("two", row: 4, 1010, 2010)
    // The same text at another place.
    try screen.run("two", row: 3, 2010, 3010)
    // Another text at the same place.
    try screen.run("six", row: 3, 3010, nil)
    #expect(try screen.focus().map { $0[3] } == ["one", "two", "six"])
  }

  @Test func aTitleThatSaysWhatWasTypedIsNoMove() throws {
    let screen = try Screen()
    try screen.change(.screen, "24 rows, 80 columns, alternate", 100, .program)
    try screen.change(.text, "first line", row: 1, 100, .program)
    try screen.cursor(1, 0, 100)
    try screen.key(nil, 1000)
    try screen.run("New buffer", row: 0, width: 80, "reverse", 100, 1010)
    try screen.run("New buffer *", row: 0, width: 80, "reverse", 1010)
    try screen.change(.text, "x first line", row: 1, 1010, .typing)
    try screen.cursor(1, 1, 1010)
    #expect(try screen.focus() == [["100", "-", "line", "first line"]], "and within a line the cursor moves nothing")
  }

  @Test func aButtonTakesTheFocusFromAFieldByTheCursor() throws {
    let screen = try Screen()
    try screen.run("", row: 3, width: 20, "on blue", 100)
    try screen.cursor(3, 2, 100)
    try screen.key("Tab", 1000)
    try screen.run("<Ok>", row: 6, 1010, 2010)
    try screen.cursor(6, 3, 1010, isShown: false)
    try screen.key("Tab", 2000)
    try screen.run("<Cancel>", row: 6, column: 20, 2010)
    try screen.cursor(6, 21, 2010, isShown: false)
    #expect(
      try screen.focus() == [
        ["100", "1010", "field", ""], ["1010", "2010", "highlight", "<Ok>"], ["2010", "-", "highlight", "<Cancel>"],
      ])
  }

  @Test func aMenusBarHasTheFocusWhenWhatHadItLosesItsHighlight() throws {
    let screen = try menu(["Down", "F9"], rows: [0, 1])
    try screen.run("File", row: 0, column: 40, "on black", 2100)
    // Its own line is on white from then on.
    #expect(try screen.focus().map { $0[3] } == ["Apple", "Banana"], "Banana still stands")
    let gone = try Screen()
    try gone.key("Down", 1000)
    try gone.run("Apple", row: 1, 100, 1010)
    try gone.run("Banana", row: 2, 1010, 2010)
    try gone.key("F9", 2000)
    try gone.run("File", row: 0, "on black", 2010)
    #expect(try gone.focus().map { $0[3] } == ["Apple", "Banana", "File"])
  }

  @Test func ofSeveralStylesTheRareOneWithAGroundIsIt() throws {
    let screen = try Screen()
    for row in 0..<6 { try screen.run("dir \(row)", row: row, column: 30, "bright white", 100) }
    try screen.key("Down", 1000)
    try screen.run("alpha", row: 0, "on cyan", 100, 1010)
    try screen.run("beta", row: 1, "on cyan", 1010)
    try screen.run("beta", row: 1, "bright white", 100, 1010)
    try screen.run("alpha", row: 0, "bright white", 1010)
    #expect(try screen.focus().map { $0[3] } == ["alpha", "beta"])
  }

  @Test func lettersThatAreSetApartAllOverAreNoHighlight() throws {
    let screen = try Screen()
    try screen.key("Down", 1000)
    for row in 0..<8 {
      try screen.run("process \(row)", row: row, "bold", row == 3 ? 1010 : 100, row == 5 ? 1010 : nil)
    }
    #expect(try screen.focus().isEmpty)
  }

  @Test func whatOnlyScrollsByIsNoLineAndTheOneThatIsTypedIntoIs() throws {
    let screen = try Screen()
    try screen.change(.screen, "24 rows, 80 columns", 0, .program)
    for (row, time) in [(1, 5000.0), (2, 6000), (3, 7000)] {
      try screen.change(.text, "line \(row)", row: row, time, .program)
      try screen.cursor(row, 0, time)
    }
    try screen.key("Return", 9000)
    try screen.cursor(4, 0, 9010)
    #expect(try screen.focus() == [["7000", "-", "line", "line 3"]], "a line without text is none here")
  }

  @Test func aMarkIsCalledByTheWordsBesideIt() throws {
    let screen = try Screen()
    try screen.key("Down", 1000)
    try screen.run("*", row: 1, 100, 1010, label: "[*] Apple")
    try screen.run("", row: 2, 1010, label: "[ ] Banana")
    #expect(try screen.focus().map { $0[3] } == ["[*] Apple", "[ ] Banana"])
  }

  @Test func aCheckBoxThatIsCheckedIsOneStopAndEachPressActsOnItAsItWas() throws {
    let screen = try Screen()
    try screen.key("Down", 1000)
    try screen.run("*", row: 1, column: 3, 100, 1010, label: "[*] Apple")
    try screen.run("", row: 2, column: 3, 1010, 2010, label: "[ ] Banana")
    for time in [2000.0, 3000] { try screen.key("space", time) }
    try screen.run("*", row: 2, column: 3, 2010, 3010, label: "[*] Banana")
    try screen.run("", row: 2, column: 3, 3010, 4010, label: "[ ] Banana")
    try screen.key("Down", 4000)
    // Another one at the same place, as a list that scrolls has it.
    try screen.run("", row: 2, column: 3, 4010, label: "[ ] Cherry")
    #expect(
      try screen.session.ask("SELECT time_ns / 1000000, name FROM stop") == [
        ["100", "[*] Apple"], ["1010", "[ ] Banana"], ["4010", "[ ] Cherry"],
      ])
    #expect(
      try screen.session.ask("SELECT time_ns / 1000000, element_name FROM activation") == [
        ["2000", "[ ] Banana"], ["3000", "[*] Banana"],
      ])
  }

  /// As mc has it: the bar of a panel is on cyan, and so is what is not chosen in a menu.
  @Test func ofTwoLooksThatChangePlacesTheRarerIsTheHighlight() throws {
    let screen = try Screen()
    for time in [1000.0, 2000, 3000] { try screen.key("Down", time) }
    for (row, time) in [100.0, 1010, 2010].enumerated() {
      try screen.run(
        "file \(row)", row: row, column: 40, "on cyan", time, row == 2 ? 2020 : time + (row == 0 ? 910 : 1000))
    }
    try screen.run("View", row: 2, "on black", 2020, 3010)
    try screen.run("View", row: 2, "on cyan", 3010)
    try screen.run("Info", row: 3, "on cyan", 2020, 3010)
    try screen.run("Info", row: 3, "on black", 3010)
    for row in 4..<8 { try screen.run("Entry \(row)", row: row, "on cyan", 2020) }
    #expect(try screen.focus().map { $0[3] } == ["file 0", "file 1", "file 2", "View", "Info"])
  }

  @Test func aCursorThatStaysInItsPlaceHoldsNoHighlightAndComesBackToIt() throws {
    let screen = try Screen()
    try screen.run("$ ", row: 20, column: 0, width: 80, "on default", 100, 1010)
    try screen.cursor(20, 2, 100)
    try screen.key("Tab", 1000)
    // The prompt is longer now, and the cursor in it further right.
    try screen.run("city$ ", row: 20, column: 0, width: 80, "on default", 1010)
    try screen.cursor(20, 6, 1010)
    try screen.run("one", row: 3, column: 1, "on cyan", 100, 1010)
    try screen.run("two", row: 5, column: 40, "on cyan", 1010)
    try screen.key("F7", 2000)
    try screen.run("[ Cancel ]", row: 12, column: 30, "on white", 2010, 3010)
    try screen.cursor(12, 32, 2010)
    // The dialog is over, and nothing of the panel was drawn anew.
    try screen.key("Return", 3000)
    try screen.cursor(20, 6, 3010)
    let told = try screen.focus().map { $0[2] + " " + $0[3] }
    #expect(told == ["highlight one", "highlight two", "field [ Cancel ]", "highlight two"])
  }

  @Test func pressesInATerminalActOnWhatHasTheFocusThere() throws {
    let screen = try menu(["Down", "Down", "Up"], rows: [0, 1, 2, 1])
    try screen.key("Return", 1500)
    // Seen in two ways, one press.
    try screen.key("Return", 2500, by: .keyWatcher)
    try screen.key("Return", 2512)
    try screen.key("space", 3500)
    #expect(
      try screen.session.ask("SELECT time_ns / 1000000, element_name, via, element_id FROM activation") == [
        ["1500", "Banana", "key", "-"], ["2500", "Cherry", "key", "-"], ["3500", "Banana", "key", "-"],
      ])
  }

  @Test func aPressIsOnWhatHadTheFocusWhenTheProgramWasGivenItsByte() throws {
    let screen = try menu(["Down", "Return"], rows: [0, 1, 2])
    // The byte was at 2090, and the screen has answered at 2100.
    try screen.key("Return", 2101, by: .keyWatcher)
    #expect(
      try screen.session.ask("SELECT time_ns / 1000000, element_name FROM activation") == [["2101", "Banana"]])
  }

  @Test func bytesThatTheKeyboardRepeatsAreOnePressAndQuickOnesAreSeveral() throws {
    let screen = try menu(["Down"], rows: [0, 1])
    // Held: the first repeat comes late, the others fast.
    for time in [2000.0, 2500, 2533, 2566, 2599] { try screen.key("Return", time) }
    for time in [4000.0, 4200, 4400] { try screen.key("Return", time) }
    #expect(
      try screen.session.ask("SELECT time_ns / 1000000 FROM activation") == [["2000"], ["4000"], ["4200"], ["4400"]])
  }

  @Test func aByteIsOfOnePressAlone() throws {
    let screen = try menu(["Down", "Up"], rows: [0, 1, 0])
    // The watcher tells of each press before its byte is given.
    for (time, route) in [(2055, .keyWatcher), (2060, .terminal), (2110, .keyWatcher), (2113, .terminal)]
      as [(Double, Input.Route)]
    {
      try screen.key("Return", time, by: route)
      if route == .keyWatcher {
        try screen.session.stroke(on: nil, time + 8, isPress: false)
      }
    }
    #expect(try screen.session.ask("SELECT element_name FROM activation") == [["Banana"], ["Apple"]])
  }

  @Test func textThatIsEditedIsNotActedOn() throws {
    let screen = try Screen()
    try screen.change(.screen, "24 rows, 80 columns, alternate", 0, .program)
    try screen.change(.text, "first", row: 1, 100, .program)
    try screen.cursor(1, 0, 100)
    try screen.key("Return", 500)
    try screen.key("space", 600)
    #expect(try screen.session.ask("SELECT * FROM activation").isEmpty)
  }

  @Test func anElementThatHasTheFocusIsActedOnWhateverTheScreenShows() throws {
    let screen = try menu(["Down"], rows: [0, 1])
    try screen.session.version(1, 0, "A")
    try screen.session.press(on: 1, 2000)
    #expect(try screen.session.ask("SELECT element_name, terminal_focus_id FROM activation") == [["A", "-"]])
  }

  @Test func chatterIsWhatChangesByItself() throws {
    let screen = try Screen()
    try screen.change(.text, "a clock", row: 0, 0, .program)
    for second in 1...5 { try screen.change(.text, "10:0\(second)", row: 0, Double(second) * 1000, .program) }
    try screen.change(.text, "", row: 3, 2000, .program)
    try screen.change(.text, "typed", row: 4, 2000, .typing)
    try screen.change(.text, "done", row: 5, 2000, .key)
    try screen.change(.screen, "24 rows, 80 columns, alternate", 9000, .program)
    try screen.change(.text, "a new screen", row: 7, 9000, .program)
    #expect(
      try screen.session.ask("SELECT screen_row, changes, texts, per_minute, last_text FROM terminal_chatter") == [
        ["0", "5", "5", "60.0", "10:05"]
      ])
  }

  @Test func runsSayHowLongTheyStood() throws {
    let screen = try Screen()
    try screen.run("one", row: 0, 100, 350)
    #expect(
      try screen.session.ask("SELECT name, stood_ms, has_ground FROM terminal_run") == [["one", "250.0", "1"]])
  }
}
