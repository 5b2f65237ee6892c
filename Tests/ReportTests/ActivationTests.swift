import Testing
import Timeline

/// Activations, derived from rows written by hand.
@Suite struct ActivationTests {
  @Test func aPressSeenAsKeyAndAsCallIsOneActivationDatedToThePress() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "A")
    try session.press(on: 1, 102)
    try session.call(1, 100)
    try session.call(1, 1000)
    try session.press("space", on: 1, 2000)
    try session.call(2, 2010)
    #expect(
      try session.ask(
        "SELECT activation_id, time_ns / 1000000, element_id, via, input_id, action_call_id FROM activation")
        == [
          ["1", "102", "1", "key", "1", "1"], ["2", "1000", "1", "action", "-", "2"],
          ["3", "2000", "1", "key", "3", "-"],
          ["4", "2010", "2", "action", "-", "3"],
        ])
  }

  /// The recorder knew the last focus: another thread had not told it yet, or the bus had not.
  @Test func aPressIsOnTheStopThatItsKeyFollowed() throws {
    let session = try RecordedSession()
    for number in 1...3 { try session.version(number, 0, "A") }
    try session.focus(1, 0)
    try session.press("Tab", on: 1, 1000)
    try session.focus(2, 1020)
    try session.press("space", on: 1, 1021)
    try session.press("Tab", on: 2, 2000)
    try session.press(on: 2, 2060)
    try session.focus(3, 2070)
    // Told of after the focus that it moved; the next is by no key before the press.
    try session.focus(1, 3000)
    try session.press("Tab", on: 1, 3001)
    try session.press(on: 1, 3060)
    try session.focus(2, 3100)
    #expect(
      try session.ask("SELECT time_ns / 1000000, element_id FROM activation")
        == [["1021", "2"], ["2060", "3"], ["3060", "1"]])
  }

  @Test func aPressThatMovesTheFocusIsOnWhatHadIt() throws {
    let session = try RecordedSession()
    for number in 1...3 { try session.version(number, 0, "A") }
    try session.focus(1, 0)
    try session.press(on: 1, 1000)
    try session.focus(2, 1030)
    try session.press("Left", on: 2, 2000)
    try session.press(on: 2, 2100)
    try session.focus(3, 2200)
    #expect(try session.ask("SELECT element_id FROM activation") == [["1"], ["2"]], "an arrow that moved nothing")
  }

  @Test func aPressWhoseByteCameLaterIsOnWhatHadTheFocusThen() throws {
    let session = try RecordedSession()
    for number in 1...2 { try session.version(number, 0, "A") }
    try session.focus(1, 0)
    try session.press(on: 1, 1000)
    try session.focus(2, 1010)
    try session.byte("Return", on: 2, 1040)
    #expect(try session.ask("SELECT time_ns / 1000000, element_id FROM activation") == [["1000", "2"]])
  }

  @Test(arguments: [[true, false], [false, true]])
  func aPressSeenInThreeWaysIsOne(_ terminalIsFirst: [Bool]) throws {
    let session = try RecordedSession()
    try session.version(1, 0, "A")
    // The terminal's byte is pressed and let go at once; the key itself is let go when the finger is lifted.
    for isTerminal in terminalIsFirst {
      try session.stroke(on: 1, isTerminal ? 1000.5 : 1000.2, isPress: true)
      if isTerminal { try session.stroke(on: 1, 1000.5, isPress: false) }
    }
    try session.call(1, 1020)
    try session.stroke(on: 1, 1080, isPress: false)
    try session.press(on: 1, 2000)
    #expect(
      try session.ask("SELECT time_ns / 1000000, via, action_call_id FROM activation") == [
        ["1000", "key", "1"], ["2000", "key", "-"],
      ])
  }

  @Test func twoPressesAreTwoHoweverFastAndEachHasItsCall() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "A")
    for time in [0.0, 150] {
      try session.press("space", on: 1, time)
      try session.call(1, time + 60)
    }
    #expect(
      try session.ask("SELECT time_ns / 1000000, via, action_call_id FROM activation") == [
        ["0", "key", "1"], ["150", "key", "2"],
      ])
  }

  @Test func callsThatNoPressIsNearToAreActsOfTheirOwn() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "A")
    try session.call(1, 0)
    try session.call(1, 200)
    try session.press(on: 1, 1000)
    try session.call(1, 1300)
    try session.call(1, 1299)
    try session.press(on: 1, 2000)
    try session.call(1, 2300.001)
    #expect(
      try session.ask("SELECT time_ns / 1000000, input_id, action_call_id FROM activation") == [
        ["0", "-", "1"], ["200", "-", "2"], ["1000", "1", "4"], ["1300", "-", "3"], ["2000", "3", "-"],
        ["2300", "-", "5"],
      ])
  }

  @Test func aHeldKeyIsOneActivationEvenWhereAReleaseWasNotSeenLongBefore() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "A")
    for time in stride(from: 0.0, through: 1500, by: 500) { try session.press(on: 1, time, isHeld: true) }
    try session.press(on: 1, 5000)
    #expect(try session.ask("SELECT time_ns / 1000000 FROM activation") == [["0"], ["5000"]])
  }

  @Test func aHeldKeyIsOneActivationWhereEachRepeatIsToldAsLetGoAndPressed() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "A")
    try session.version(2, 0, "B")
    try session.stroke(on: 1, 0, isPress: true)
    for time in stride(from: 500.0, through: 800, by: 33) {
      // Meanwhile the focus has gone to another element, which nobody has pressed.
      try session.stroke(on: 2, time, isPress: false)
      try session.stroke(on: 2, time + 0.3, isPress: true)
    }
    try session.stroke(on: 2, 820, isPress: false)
    try session.press(on: 2, 900)
    #expect(
      try session.ask("SELECT time_ns / 1000000, element_id FROM activation") == [["0", "1"], ["900", "2"]])
  }

  @Test func aKeyHeldWhileAnotherIsPressedIsNoRepeatOfIt() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "A")
    try session.press("Return", on: 1, 0)
    try session.press("space", on: 1, 20)
    #expect(try session.ask("SELECT time_ns / 1000000 FROM activation") == [["0"], ["20"]])
  }

  /// GTK 4.8 names no action of what it turns over.
  @Test(arguments: ["check box", "radio button", "toggle button"])
  func aPressTurnsOverWhatHasTwoStatesAndNoAction(_ role: String) throws {
    let session = try RecordedSession()
    try session.version(1, 0, "Mute", actions: [], role: Role(rawValue: role))
    try session.press("space", on: 1, 1000)
    #expect(try session.ask("SELECT element_role, via FROM activation") == [[role, "key"]])
  }

  @Test func whatIsRefusedOrDoneOnNothingOrMeansACommandIsNoActivation() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "A")
    try session.version(2, 0, "A label", actions: [])
    try session.version(3, 0, "A picture", actions: nil)
    try session.call(1, 0, accepted: false)
    try session.call(1, 1000, accepted: nil, error: "org.freedesktop.DBus.Error.Failed")
    try session.press(on: nil, 2000)
    for (number, bit) in [UInt32(4), 8, 64].enumerated() {
      try session.press(on: 1, 3000 + Double(number) * 1000, modifiers: bit)
    }
    try session.press("Tab", on: 1, 7000)
    try session.press(on: 2, 8000)
    try session.press(on: 3, 9000)
    #expect(try session.ask("SELECT * FROM activation") == [])
  }

  @Test func typingIsNoActivation() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "Entry", actions: ["activate"], states: ["editable", "single-line"])
    try session.version(2, 0, "Text", actions: ["activate"], states: ["editable", "multi-line"])
    try session.press("space", on: 1, 1000)
    try session.press("Return", on: 1, 2000)
    try session.press("space", on: 2, 3000)
    try session.press("Return", on: 2, 4000)
    try session.call(2, 5000)
    #expect(
      try session.ask("SELECT time_ns / 1000000, element_id FROM activation") == [["2000", "1"], ["5000", "2"]])
  }

  @Test func aPressOfThePointerIsOneWithItsCallAndNoneElsewhere() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "Button")
    try session.version(2, 0, "Label", actions: nil)
    try session.version(3, 0, "Entry", states: ["editable"])
    try session.click(1, 1000)
    try session.call(1, 1005)
    try session.click(1, 2000, button: 3)
    try session.click(2, 3000)
    try session.click(3, 4000)
    try session.click(nil, 5000)
    try session.click(1, 6000)
    try session.click(1, 6200)
    #expect(
      try session.ask("SELECT time_ns / 1000000, via, action_call_id FROM activation") == [
        ["1000", "pointer", "1"], ["6000", "pointer", "-"], ["6200", "pointer", "-"],
      ])
  }

  @Test func aValueThatIsSetAndAFocusThatIsGrabbedAreNoActivation() throws {
    let session = try RecordedSession()
    for (id, method) in ["CurrentValue", "GrabFocus"].enumerated() {
      try session.write(
        .actionCall(
          ActionCall(id: Int64(id + 1), time: session.at(1), caller: ":1.9", target: session.element(1), method: method)
        ))
    }
    #expect(try session.ask("SELECT * FROM activation") == [])
  }

  @Test func whatNobodyCouldBeAskedAboutIsGivenTheBenefitOfTheDoubt() throws {
    let session = try RecordedSession()
    try session.call(1, 0, accepted: nil)
    try session.press(on: 2, 1000)
    #expect(try session.ask("SELECT via FROM activation") == [["action"], ["key"]])
  }
}
