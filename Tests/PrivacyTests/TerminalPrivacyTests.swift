import Testing
import Timeline

@testable import Privacy

/// What is kept of a terminal program's screen, and of the keys on their way to it.
@Suite struct TerminalPrivacyTests {
  /// Somebody at a terminal program, and what is kept of it.
  struct Screen {
    var rules: PrivacyRules
    var time = MonotonicTime(nanoseconds: 1_000_000_000)
    var rows: [String] = []
    var runs: [String] = []
    var inputs: [Input] = []
    private var highlights: Int64 = 0
    let mask = TextMask(key: (1, 2))

    init(keepsText: Bool = false) { rules = PrivacyRules(mask: TextMask(key: (1, 2)), keepsText: keepsText) }

    mutating func press(
      _ name: String? = nil, _ character: Character? = nil, by route: Input.Route = .terminal, echoIsOff: Bool = false
    ) {
      time = time + 10_000_000
      var input = Input(time: time, isPress: true, keyName: name, modifiers: 0, focus: nil)
      input.route = route
      let key = TypedKey(input: input, character: character, code: 0, echoIsOff: echoIsOff)
      #expect(route != .terminal || !rules.waits(for: key), "nobody has to say what a terminal is")
      if let kept = rules.take(key) { inputs.append(kept) }
    }

    mutating func show(_ text: String, row: Int = 0, _ cause: TerminalChange.Cause = .program) {
      time = time + 10_000_000
      let change = TerminalChange(time: time, kind: .text, cause: cause, row: row, text: text)
      if case .terminalChange(let kept)? = rules.take(.terminalChange(change)) { rows.append(kept.text ?? "") }
    }

    mutating func highlight(
      _ text: String, row: Int = 0, column: Int = 0, label: String? = nil, ends: Bool = false
    ) {
      highlights += 1
      var run = TerminalHighlight(
        id: highlights, time: time, row: row, column: column, width: text.count, text: text, style: "reverse")
      run.label = label
      if case .terminalHighlight(let kept)? = rules.take(.terminalHighlight(run)) { runs.append(kept.text) }
      guard ends else { return }
      run.until = time
      if case .terminalHighlight(let kept)? = rules.take(.terminalHighlight(run)) { runs.append(kept.text) }
    }

    /// Types a text and shows after each character what the row is then.
    mutating func type(_ text: String, into row: (Substring) -> String) {
      for end in text.indices {
        press(nil, text[end])
        show(row(text[...end]), .typing)
      }
    }
  }

  @Test func whatIsTypedIsMaskedWhereItShowsAndTheRestOfTheRowStays() {
    var screen = Screen()
    screen.show("Name: ____")
    screen.type("li") { "Name: " + $0 + String(repeating: "_", count: 4 - $0.count) }
    #expect(screen.rows == ["Name: ____", "Name: [masked 1]___", "Name: [masked 2]__"])
    screen.highlight("li__", column: 6)
    screen.highlight("Name", column: 0)
    #expect(screen.runs == ["[masked 2]__", "Name"])
    #expect(screen.inputs.map(\.keyName) == [nil, nil], "which keys they were is not kept")
    screen.show("Name: l___", .key)
    #expect(screen.rows.last == "Name: [masked 1]___", "a character that was taken back leaves the others typed")
  }

  @Test func whatIsTypedIsKnownWhereItScrollsToAndInAFieldThatScrolls() {
    var screen = Screen()
    screen.show(">")
    screen.type("ab") { "> " + $0 }
    screen.press("Return")
    screen.show("> ab", row: 7, .key)
    #expect(screen.rows.last == ">[masked 3]", "a row that scrolled")
    screen.show("[      ]", row: 0, .key)
    screen.type("quorvexation") { "[" + $0.suffix(6) + "]" }
    #expect(!screen.rows.joined().contains("vex"), "\(screen.rows)")
    screen.show("[orvexa]", .key)
    #expect(screen.rows.last == "[\(screen.mask.mask("orvexa"))]", "moved by an arrow")
    screen.press("Return")
    screen.show("You wrote quorvexation there", row: 9, .key)
    #expect(screen.rows.last == "You wrote \(screen.mask.mask("quorvexation")) there")
  }

  @Test func whatTheProgramShowsIsKeptAndStaysWhenItIsTyped() {
    var screen = Screen()
    screen.show("Install the system", row: 2)
    screen.press(nil, "y")
    screen.show("Install the system now", row: 2, .key)
    screen.highlight("Install", row: 2, ends: true)
    #expect(screen.rows == ["Install the system", "Install the system now"] && screen.runs == ["Install", "Install"])
    screen.show(">")
    screen.type("install") { "> " + $0 }
    screen.press("Return")
    screen.show("install is done", row: 5, .key)
    #expect(screen.rows.last == "install is done", "the program had shown the word before")
    #expect(screen.rows[3...].dropLast().allSatisfy { $0.hasPrefix(">[masked") }, "where it is typed it is masked")
  }

  @Test func aRunStaysWhatItWasWhenItEnds() {
    var screen = Screen()
    screen.type("abc") { "\($0)" }
    screen.highlight("abc")
    screen.show("", .key)
    var run = TerminalHighlight(id: 1, time: screen.time, row: 0, column: 0, width: 3, text: "abc", style: "reverse")
    run.until = screen.time
    guard case .terminalHighlight(let kept)? = screen.rules.take(.terminalHighlight(run)) else {
      return #expect(Bool(false))
    }
    #expect(kept.text == "[masked 3]")
  }

  @Test func whatStandsBesideAMarkIsMaskedInItsLabel() {
    var screen = Screen()
    screen.show("[ ] ____")
    screen.type("ab") { "[ ] " + $0 + String(repeating: "_", count: 4 - $0.count) }
    screen.highlight("", column: 1, label: "[ ] ab__")
    let run = TerminalHighlight(id: 1, time: screen.time, row: 0, column: 1, width: 1, text: "", style: "reverse")
    guard case .terminalHighlight(let kept)? = screen.rules.take(.terminalHighlight(run)) else {
      return #expect(Bool(false))
    }
    #expect(kept.label == "[ ] [masked 2]__")
  }

  @Test func aRowOfWideCharactersIsMaskedWhole() {
    var screen = Screen()
    screen.show("名前 ____")
    screen.press(nil, "x")
    screen.show("名前 x___", .typing)
    screen.highlight("x___", column: 5)
    #expect(screen.rows.last == "名前 [masked 1]___" && screen.runs == [screen.mask.mask("x___")])
  }

  @Test func ofAPasswordNoKeyIsKeptAndItIsHiddenWhereItComesBack() {
    var screen = Screen(keepsText: true)
    for character in "hunter2x" { screen.press(nil, character, echoIsOff: true) }
    #expect(screen.inputs.isEmpty)
    screen.press("Return", echoIsOff: true)
    #expect(screen.inputs.map(\.keyName) == ["Return"], "what ends it is told")
    screen.show("Logged in with hunter2x!", .key)
    #expect(screen.rows == ["Logged in with [hidden]!"])
  }

  @Test func keysThatDoSomethingHaveTheirNameAndTypedTextIsKeptOnRequest() {
    var screen = Screen()
    for name in ["Tab", "Down", "Escape", "F10", "space"] { screen.press(name, name == "space" ? " " : nil) }
    #expect(screen.inputs.map(\.keyName) == ["Tab", "Down", "Escape", "F10", "space"])
    var open = Screen(keepsText: true)
    open.type("quorvex") { "> " + $0 }
    #expect(open.rows.last == "> quorvex" && open.inputs.compactMap(\.keyName).joined() == "quorvex")
  }

  @Test func oneKeyThatIsToldOfTwiceIsTypedOnce() {
    var screen = Screen()
    // A terminal that has the focus, as the key watcher needs it to be.
    var version = ElementVersion(key: ElementKey(busName: ":1.9", objectPath: "/1"), time: screen.time)
    (version.role, version.name, version.states) = ("terminal", "Terminal", ["active", "focused"])
    screen.rules.foresee(.element(version))
    for character in "quorvex" {
      screen.press(nil, character, by: character == "o" ? .keyWatcher : .terminal)
      screen.press(nil, character, by: character == "o" ? .terminal : .keyWatcher)
    }
    screen.press("Return")
    screen.show("It is quorvex", row: 3, .key)
    #expect(screen.rows == ["It is \(screen.mask.mask("quorvex"))"], "and not qquuoorrvveexx")
    #expect(screen.inputs.count == 15, "each is kept as it was seen")
  }
}
