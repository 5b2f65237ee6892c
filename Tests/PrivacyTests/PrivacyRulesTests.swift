import Testing
import Timeline

@testable import Privacy

/// A session of records, one a tenth of a second, as an application with a few elements and a reader would bring them.
struct Typist {
  static let entry = element("entry")
  static let password = element("password")
  static let terminal = element("terminal")
  static let button = element("button")
  static let label = element("label")
  static let window = element("window")

  var rules: PrivacyRules
  var time = MonotonicTime(nanoseconds: 1_000_000_000)
  var focus: ElementKey?
  var utterances: Int64 = 0
  var events: [Event] = []
  var inputs: [Input] = []
  var spoken: [Utterance] = []
  var marks: [UtteranceMark] = []
  var names: [String] = []

  static func element(_ name: String) -> ElementKey { ElementKey(busName: ":1.9", objectPath: "/" + name) }

  init(keepsText: Bool = false, unknownElements: PrivacyRules.UnknownElements = .hidden, literals: [String] = []) {
    rules = PrivacyRules(
      mask: TextMask(key: (1, 2)), keepsText: keepsText, unknownElements: unknownElements, literals: literals)
    event(Self.window, "window:activate")
    for (key, role, name) in [
      (Self.entry, "text", "Word"), (Self.password, "password text", "Password"),
      (Self.terminal, "terminal", "Terminal"),
      (Self.button, "push button", "Finish"), (Self.label, "label", "Nothing yet"),
    ] {
      show(key, Role(rawValue: role), name, isEditable: role.contains("text"))
    }
  }

  mutating func pass(seconds: Double = 0.1) { time = time + Int64(seconds * 1e9) }

  mutating func take(_ record: Record) {
    rules.foresee(record)
    switch rules.take(record) {
    case .event(let event): events.append(event)
    case .utterance(let utterance): spoken.append(utterance)
    case .utteranceMark(let mark): marks.append(mark)
    case .element(let version): names.append(version.name ?? "")
    default: break
    }
  }

  mutating func show(_ key: ElementKey, _ role: Role, _ name: String, isEditable: Bool = false) {
    var version = ElementVersion(key: key, time: time)
    version.role = role
    version.name = name
    version.states = isEditable ? ["editable"] : []
    take(.element(version))
  }

  mutating func event(
    _ key: ElementKey, _ type: EventType, _ detail1: Int32 = 0, _ detail2: Int32 = 0, _ data: String? = nil
  ) {
    pass()
    take(.event(Event(time: time, type: type, source: key, detail1: detail1, detail2: detail2, anyData: data)))
  }

  mutating func go(to key: ElementKey) {
    focus = key
    event(key, "object:state-changed:focused", 1)
  }

  mutating func press(
    _ name: String? = nil, _ character: Character? = nil, modifiers: UInt32 = 0, echoIsOff: Bool = false
  ) {
    for isPress in [true, false] {
      let input = Input(time: time, isPress: isPress, keyName: name, modifiers: modifiers, focus: focus)
      let code = Int32(character?.lowercased().unicodeScalars.first?.value ?? 1000)
      let kept = rules.take(
        TypedKey(
          input: input, character: character, code: code, isForApplication: focus != nil,
          echoIsOff: echoIsOff && isPress))
      if let kept { inputs.append(kept) }
    }
  }

  mutating func type(_ text: String, echoIsOff: Bool = false) {
    for character in text {
      pass()
      press(character == " " ? "space" : nil, character, echoIsOff: echoIsOff)
    }
  }

  @discardableResult mutating func say(_ plain: String, kind: Utterance.Kind = .message, text: String? = nil) -> String
  {
    pass()
    utterances += 1
    take(
      .utterance(
        Utterance(
          id: utterances, connection: 1, client: nil, priority: nil, kind: kind, text: text ?? plain, plainText: plain,
          queuedAt: time)))
    return spoken.last?.plainText ?? ""
  }

  mutating func insert(_ text: String, into key: ElementKey, at offset: Int32) {
    event(key, "object:text-changed:insert", offset, Int32(text.count), text)
  }

  /// Everything that was kept, as text.
  var kept: String { "\(events) \(inputs) \(spoken) \(names) \(marks)" }
}

@Suite struct PrivacyRulesTests {
  @Test func aBlankPressedWhereTheFocusHadGoneIsAnActWhateverTheRecorderKnew() {
    var typist = Typist()
    typist.go(to: Typist.entry)
    typist.pass()
    typist.press("Tab")
    typist.go(to: Typist.button)
    // Another thread knows of the move a little later.
    typist.focus = Typist.entry
    typist.pass(seconds: 0.0005)
    typist.press("space", " ")
    #expect(typist.inputs.filter(\.isPress).map(\.keyName) == ["Tab", "space"])
  }

  @Test func typedTextIsMaskedOnEveryRouteAndEqualTextsAlike() throws {
    var typist = Typist()
    typist.go(to: Typist.entry)
    for (index, character) in "quorvex".enumerated() {
      typist.type(String(character))
      typist.insert(String(character), into: Typist.entry, at: Int32(index))
      typist.say(String(character), kind: .character)
      // The application repeats what was typed, key by key.
      typist.show(Typist.label, "label", "You wrote " + "quorvex".prefix(index + 1))
    }
    typist.type(" ")
    typist.say("quorvex")
    typist.go(to: Typist.button)
    typist.pass(seconds: 60)
    let later = typist.say("Word: Quorvex! text", text: "<speak>Word: <mark name=\"6:13\"/>Quorvex! text</speak>")
    typist.event(Typist.label, "object:property-change:accessible-name", 0, 0, "You wrote quorvex")
    #expect(!typist.kept.lowercased().contains("quo"), "\(typist.kept)")
    let mask = TextMask(key: (1, 2)).mask("quorvex")
    #expect(typist.spoken.map(\.plainText).dropLast() == Array(repeating: "[masked 1]", count: 7) + [mask])
    #expect(later == "Word: \(TextMask(key: (1, 2)).mask("Quorvex"))! text")
    #expect(typist.spoken.last?.text == later, "markup may hold a word in pieces")
    #expect(typist.events.last?.anyData == "You wrote \(mask)" && typist.names.last == "You wrote \(mask)")
    #expect(typist.inputs.count == 16 && typist.inputs.allSatisfy { $0.keyName == nil }, "rows and times stay")
  }

  @Test func aWordIsKnownThatGrewInTheMiddleOrWasPasted() {
    var typist = Typist()
    typist.go(to: Typist.entry)
    typist.insert("lanve rest", into: Typist.entry, at: 0)
    typist.insert("tern", into: Typist.entry, at: 3)
    typist.event(Typist.entry, "object:text-changed:delete", 7, 1, "v")
    typist.go(to: Typist.button)
    typist.pass(seconds: 60)
    #expect(
      typist.say("lanterne, rest, lantern")
        == "\(TextMask(key: (1, 2)).mask("lanterne")), \(TextMask(key: (1, 2)).mask("rest")), lantern")
  }

  @Test func whatTheApplicationHadShownBeforeStays() {
    var typist = Typist()
    typist.go(to: Typist.entry)
    typist.type("finish button ")
    typist.go(to: Typist.button)
    typist.pass(seconds: 60)
    #expect(typist.say("Finish push button.") == "Finish push button.")
    typist.show(Typist.button, "push button", "Finish")
    #expect(typist.names.last == "Finish", "a name that did not change is no new name")
  }

  /// A calculator's keys are called as what is typed, and were so before.
  @Test func whatAnElementWasCalledBeforeItMayBeCalledStill() {
    var typist = Typist()
    typist.show(Typist.button, "push button", "5")
    typist.go(to: Typist.entry)
    typist.type("5")
    typist.insert("5", into: Typist.entry, at: 0)
    typist.show(Typist.button, "push button", "5")
    #expect(typist.names.last == "5")
    // Neither another element nor the reader may tell what was typed.
    typist.show(Typist.label, "label", "5")
    #expect(typist.names.last == "[masked 1]")
    #expect(typist.say("5", kind: .character) == "[masked 1]")
    // Called otherwise meanwhile, it may show what was typed.
    typist.show(Typist.button, "push button", "Five")
    typist.show(Typist.button, "push button", "5")
    #expect(typist.names.suffix(2) == ["Five", "[masked 1]"])
  }

  @Test func nothingOfAPasswordIsKeptOnAnyRoute() {
    for keepsText in [false, true] {
      var typist = Typist(keepsText: keepsText)
      typist.go(to: Typist.password)
      #expect(typist.say("Password, password text") == "Password, password text")
      for (index, character) in "hun Ter2x!".enumerated() {
        typist.type(String(character))
        typist.insert(String(character), into: Typist.password, at: Int32(index))
        typist.event(Typist.password, "object:text-caret-moved", Int32(index + 1))
        typist.say(String(character), kind: .character)
        typist.show(Typist.label, "label", "Weak: " + "hun Ter2x!".prefix(index + 1))
      }
      typist.press("BackSpace")
      typist.press("Shift_L")
      #expect(typist.say("anything at all") == TextMask.hidden)
      typist.press("Tab")
      typist.go(to: Typist.button)
      #expect(typist.say("Finish push button.") == "Finish push button.", "the focus is heard to move on")
      #expect(typist.say("exclaim") == TextMask.hidden, "for a second speech may lag")
      #expect(typist.say("All that was typed is gone") == "All that was typed is gone")
      typist.pass(seconds: 2)
      #expect(typist.say("x", kind: .character) == TextMask.hidden, "and single characters longer")
      typist.pass(seconds: 60)
      #expect(typist.say("No: xhun Ter2x!, or Ter2x") == "No: x[hidden], or [hidden]")
      #expect(typist.inputs.map(\.keyName) == ["Tab", "Tab"])
      #expect(!typist.kept.contains("hun Ter") && !typist.kept.contains("Ter2x"), "\(typist.kept)")
      #expect(typist.events.filter { $0.source == Typist.password }.map(\.type) == ["object:state-changed:focused"])
      #expect(typist.spoken.count == 17, "rows and times of speech stay")
    }
  }

  @Test func aTerminalThatShowsNothingTakesAPassword() {
    for keepsText in [false, true] {
      var typist = Typist(keepsText: keepsText)
      typist.go(to: Typist.terminal)
      typist.type("ab", echoIsOff: true)
      typist.press("BackSpace", echoIsOff: true)
      typist.type("hunter2", echoIsOff: true)
      #expect(typist.say("ahunter2") == TextMask.hidden)
      typist.press("Return", echoIsOff: true)
      typist.pass(seconds: 2)
      #expect(typist.say("Access granted") == "Access granted")
      #expect(typist.say("not ahunter2") == "not [hidden]")
      #expect(typist.inputs.map(\.keyName) == ["Return", "Return"])
    }
  }

  @Test func aTerminalsTextIsMaskedAndFragmentsOfTypedTextAreItsEcho() {
    var typist = Typist()
    typist.go(to: Typist.terminal)
    typist.type("quorvex")
    typist.insert("rv", into: Typist.terminal, at: 3)
    #expect(typist.events.last?.anyData == "[masked 2]")
    #expect(typist.say("rv") == "[masked 2]")
    #expect(typist.say("x") == "[masked 1]")
    typist.type("!")
    #expect(typist.say("exclaim") == TextMask(key: (1, 2)).mask("exclaim"), "characters have names")
    #expect(typist.say("left shift") == "left shift")
    typist.press("Return")
    typist.pass(seconds: 60)
    #expect(typist.say("you said quorvex") == "you said \(TextMask(key: (1, 2)).mask("quorvex"))")
    #expect(typist.say("x", kind: .character) == "[masked 1]", "characters read where one types, however late")
    typist.go(to: Typist.button)
    #expect(typist.say("x", kind: .character) == "x")
  }

  @Test func marksPointIntoTheTextAsItIsKept() {
    var typist = Typist()
    typist.go(to: Typist.entry)
    typist.type("quorvex ")
    typist.go(to: Typist.button)
    let text = typist.say("you said quorvex twice")
    for name in ["4:8", "9:16", "17:22", "9:22", "x"] {
      typist.take(.utteranceMark(UtteranceMark(utteranceID: typist.utterances, time: typist.time, name: name)))
    }
    let mask = TextMask(key: (1, 2)).mask("quorvex")
    let words = typist.marks.dropLast().map { mark in
      let places = mark.name.split(separator: ":").compactMap { Int($0) }
      return String(Array(text)[places[0]..<places[1]])
    }
    #expect(words == ["said", mask, "twice", mask + " twice"])
    #expect(typist.marks.last?.name == "x")
  }

  @Test func aMessageStaysWhatItWasWhenItIsToldOfAgain() {
    var typist = Typist()
    typist.go(to: Typist.entry)
    typist.say("Quorvex was here")
    typist.type("quorvex ")
    typist.utterances -= 1
    #expect(typist.say("Quorvex was here") == "Quorvex was here")
  }

  @Test func withKeptTextEverythingTypedStays() {
    var typist = Typist(keepsText: true)
    typist.go(to: Typist.entry)
    typist.type("quorvex ")
    typist.insert("quorvex", into: Typist.entry, at: 0)
    #expect(typist.say("q", kind: .character) == "q" && typist.say("quorvex") == "quorvex")
    #expect(typist.inputs.compactMap(\.keyName).joined() == "qquuoorrvveexxspacespace")
    #expect(typist.events.last?.anyData == "quorvex")
  }

  @Test func whatIsTypedElsewhereIsNoPartOfTheSession() {
    var typist = Typist(keepsText: true)
    typist.go(to: Typist.button)
    typist.event(Typist.window, "window:deactivate")
    typist.focus = nil
    typist.type("quorvex")
    #expect(typist.inputs.isEmpty)
    #expect(typist.say("x", kind: .character) == TextMask.hidden)
    #expect(typist.say("quorvex found") == "\(TextMask(key: (1, 2)).mask("quorvex")) found")
  }

  @Test func whatNeverSaysWhatItIsMayBeAPasswordField() {
    let stranger = Typist.element("stranger")
    let insert = Event(
      time: MonotonicTime(nanoseconds: 5), type: "object:text-changed:insert", source: stranger, detail1: 3, detail2: 1,
      anyData: "q")
    var typist = Typist()
    #expect(typist.rules.waits(for: .event(insert)))
    typist.take(.event(insert))
    #expect(typist.events.last?.anyData == TextMask.hidden && typist.events.last?.detail1 == 0)
    typist.focus = stranger
    typist.type("q")
    #expect(typist.inputs.isEmpty)
    var redaction = Typist(unknownElements: .masked)
    redaction.take(.event(insert))
    #expect(redaction.events.last?.anyData == "[masked 1]" && redaction.events.last?.detail1 == 3)
  }

  @Test func furtherWordsAreMaskedWhereverTheyStand() {
    var typist = Typist(literals: ["River Street", "ü"])
    #expect(typist.say("At river street 4, für") == "At \(TextMask(key: (1, 2)).mask("river street")) 4, f[masked 1]r")
  }

  @Test func whatIsRememberedHasLimits() {
    var typed = TypedText(endsAtBlank: true)
    var now = MonotonicTime(nanoseconds: 0)
    for number in 0..<TypedText.wordLimit + 30 {
      for character in "w\(number) " {
        now = now + 1
        typed.type(character, at: now)
      }
    }
    let later = now + 60_000_000_000
    #expect(!typed.contains("w12", at: later) && typed.contains("w\(TypedText.wordLimit + 29)", at: later))
  }
}
