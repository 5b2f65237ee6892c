import Testing
import Timeline

/// Stops, derived from rows written by hand, as the toolkits send them.
@Suite struct StopTests {
  /// Milliseconds, element, and raw events of each stop.
  private static func stops(_ session: RecordedSession) throws -> [[String]] {
    try session.ask("SELECT time_ns / 1000000, element_id, events FROM stop")
  }

  @Test func focusNamedAgainAtOnceIsOneStopAndABAIsThree() throws {
    let session = try RecordedSession()
    try session.focus(1, 0)
    try session.focus(1, 5)
    try session.event("focus:", 1, 9)
    try session.event("object:state-changed:focused", 1, 12, detail1: 0)
    try session.focus(2, 20)
    try session.focus(1, 25)
    try session.focus(1, 76)
    #expect(
      try session.ask("SELECT stop_id, time_ns / 1000000, element_id, events FROM stop") == [
        ["1", "0", "1", "3"], ["2", "20", "2", "1"], ["3", "25", "1", "1"], ["4", "76", "1", "1"],
      ])
    #expect(
      try RecordedSession.ask(session.path, "SELECT count(*) FROM stop", settings: "same_stop_ms = 60") == [["3"]])
  }

  @Test func theLimitHolds() throws {
    let session = try RecordedSession()
    for time in [0, 50, 100, 150.001] { try session.focus(1, time) }
    #expect(try Self.stops(session) == [["0", "1", "3"], ["150", "1", "1"]])
  }

  @Test func gtk3TellsEveryMoveTwice() throws {
    let session = try RecordedSession()
    try session.focus(1, 0)
    try session.focus(1, 8)
    try session.event("object:state-changed:focused", 1, 1000, detail1: 0)
    try session.focus(2, 1001)
    try session.focus(2, 1010)
    #expect(try Self.stops(session) == [["0", "1", "2"], ["1001", "2", "2"]])
  }

  @Test func gtk3TellsItAgainWhenTheWindowBecomesActive() throws {
    let session = try RecordedSession()
    try session.event("window:activate", 3, 0)
    try session.focus(1, 1)
    try session.event("object:state-changed:active", 3, 2, detail1: 1)
    try session.focus(1, 3)
    #expect(try Self.stops(session) == [["1", "2", "2"]], "the window is no stop; elements are numbered as they come")
  }

  @Test func gtk4TellsEveryMoveInTwoWays() throws {
    let session = try RecordedSession()
    for (element, time) in [(1, 0.0), (2, 1000)] {
      try session.event("object:state-changed:focused", 3 - element, time, detail1: 0)
      try session.focus(element, time + 0.4)
      try session.event("focus:", element, time + 0.6)
    }
    #expect(try session.ask("SELECT time_ns / 1000000, events FROM stop") == [["0", "2"], ["1000", "2"]])
  }

  @Test func whatGTK3TellsASecondTimeLateSinceAKeyHeldItUpIsTheSameStop() throws {
    let session = try RecordedSession()
    try session.focus(1, 0)
    try session.press(on: 1, 4)
    try session.press("ISO_Left_Tab", on: 1, 68)
    try session.focus(1, 70)
    try session.focus(2, 110)
    #expect(try Self.stops(session) == [["0", "1", "2"], ["110", "2", "1"]])
  }

  @Test func whatIsToldAgainWithoutAKeyOrAfterTabOrALossIsAStop() throws {
    let session = try RecordedSession()
    for time in [0.0, 70] { try session.focus(1, time) }
    try session.press(on: 1, 1000)
    try session.press("Tab", on: 1, 1100)
    try session.focus(1, 1130)
    try session.press(on: 1, 1200)
    try session.event("object:state-changed:focused", 1, 1300, detail1: 0)
    try session.focus(1, 1310)
    #expect(try Self.stops(session).map { $0[0] } == ["0", "70", "1130", "1310"])
  }

  @Test func someToolkitsTellItByFocusAlone() throws {
    let session = try RecordedSession()
    for (element, time) in [(1, 0.0), (2, 300), (1, 600)] { try session.event("focus:", element, time) }
    #expect(try Self.stops(session) == [["0", "1", "1"], ["300", "2", "1"], ["600", "1", "1"]])
  }

  @Test func everyLapCounts() throws {
    let session = try RecordedSession()
    for step in 0..<7 { try session.focus(1 + step % 3, Double(step) * 400) }
    #expect(try Self.stops(session).map { $0[1] } == ["1", "2", "3", "1", "2", "3", "1"])
  }

  @Test func aLapOfOneElementIsAStopEachTime() throws {
    let session = try RecordedSession()
    for time in [0.0, 4, 400, 404] { try session.focus(1, time) }
    #expect(try Self.stops(session) == [["0", "1", "2"], ["400", "1", "2"]])
  }

  @Test func anElementOfAContainerThatHasTheFocusIsAStopWhenItIsSelected() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "List")
    for row in 2...4 { try session.version(row, 0, "Row \(row)", in: 1) }
    try session.focus(1, 100)
    try session.select(2, 104)
    for (from, to, time) in [(2, 3, 500), (3, 4, 533), (4, 3, 566)] as [(Int, Int, Double)] {
      try session.select(from, time, false)
      try session.select(to, time + 1)
    }
    #expect(
      try Self.stops(session) == [["100", "2", "2"], ["501", "3", "1"], ["534", "4", "1"], ["567", "3", "1"]],
      "a held arrow moves on within 50 ms, and each is a move")
  }

  /// As zenity --list tells it: 1 the table, 2 and 3 a row's cells, 4 and 5 the next row's.
  @Test func gtk3SelectsAllCellsOfARowAndTellsTheFocusOfOne() throws {
    let session = try RecordedSession()
    for cell in 2...5 { try session.version(cell, 0, "Cell \(cell)", in: 1) }
    func row(_ cell: Int, _ ms: Double, after last: Int?) throws {
      if let last { for number in [last, last + 1] { try session.select(number, ms, false) } }
      for number in [cell, cell + 1] { try session.select(number, ms + 0.3) }
      try session.focus(cell, ms + 0.6)
      try session.event("object:active-descendant-changed", 1, ms + 0.8, names: cell)
    }
    try session.focus(1, 0)
    try row(2, 1000, after: nil)
    try row(4, 1001, after: 2)
    try row(2, 2000, after: 4)
    #expect(
      try session.ask("SELECT time_ns / 100000, object_path, events FROM stop JOIN element ON element.id = element_id")
        == [["0", "/1", "1"], ["10006", "/2", "2"], ["10016", "/4", "2"], ["20006", "/2", "2"]])
  }

  @Test func aSelectionOfWhatHasTheFocusIsNoMove() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "Row", in: 9)
    try session.focus(1, 0)
    try session.select(1, 500)
    #expect(try Self.stops(session) == [["0", "1", "1"]])
  }

  @Test func aSelectionElsewhereOrOfSeveralIsNoMove() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "List")
    for row in 2...5 { try session.version(row, 0, "Row \(row)", in: 1) }
    try session.version(6, 0, "Button")
    try session.version(7, 0, "Orphan")
    try session.select(2, 1)
    try session.focus(6, 10)
    try session.select(3, 500)
    try session.select(7, 700)
    try session.event("object:selection-changed", 1, 700)
    try session.focus(1, 1000)
    for row in 2...5 { try session.select(row, 2000 + Double(row)) }
    #expect(try Self.stops(session).map { $0[0] } == ["10", "1000"])
  }

  @Test func anItemOfAClosedComboBoxIsTwoStepsBelowIt() throws {
    let session = try RecordedSession()
    try session.version(1, 0, "Combo box")
    try session.version(2, 0, "Menu", in: 1)
    try session.version(3, 0, "Item", in: 2)
    try session.focus(1, 0)
    try session.select(3, 1000)
    #expect(try Self.stops(session).map { $0[0] } == ["0", "1000"])
  }

  @Test func anActiveDescendantCountsWhereItsContainerHasTheFocus() throws {
    let session = try RecordedSession()
    try session.event("object:active-descendant-changed", 1, 0)
    try session.focus(2, 1000)
    try session.event("object:active-descendant-changed", 1, 2000)
    try session.event("object:active-descendant-changed", 1, 2960)
    try session.focus(1, 3000)
    #expect(
      try session.ask("SELECT time_ns / 1000000, events FROM stop") == [["0", "1"], ["1000", "1"], ["2960", "2"]])
  }

  @Test func whereTheFocusIsInAContainerIsOneStopWithTheContainersOwn() throws {
    let session = try RecordedSession()
    func descendant(_ number: Int, _ ms: Double) throws {
      try session.event("object:active-descendant-changed", 1, ms, names: number)
    }
    // Into the table, as GTK 3 tells it; down a row; down another, which tells itself too; out, and back.
    try session.focus(1, 0)
    try session.focus(1, 4)
    try descendant(2, 8)
    try descendant(3, 1000)
    try session.focus(1, 1010)
    try descendant(4, 2000)
    try session.focus(4, 2002)
    try session.focus(5, 3000)
    try descendant(4, 3990)
    try session.focus(1, 4000)
    try session.focus(1, 5000)
    #expect(
      try session.ask("SELECT time_ns / 1000000, object_path, events FROM stop JOIN element ON element.id = element_id")
        == [
          ["0", "/2", "3"], ["1000", "/3", "2"], ["2000", "/4", "2"], ["3000", "/5", "1"], ["3990", "/4", "2"],
          ["5000", "/1", "1"],
        ])
  }

  /// As GTK 3's notebooks tell it: 1 the list of tabs, which keeps the focus while 2 and 3, its tabs, tell of their own.
  @Test func aTabThatTellsItsFocusAfterItsListIsOneStop() throws {
    let session = try RecordedSession()
    for tab in 2...3 { try session.version(tab, 0, "Tab \(tab)", in: 1) }
    try session.focus(1, 0)
    try session.focus(2, 16)
    try session.select(2, 492, false)
    try session.select(3, 492)
    try session.focus(3, 500)
    try session.focus(1, 1000)
    try session.focus(3, 1051)
    #expect(
      try session.ask("SELECT time_ns / 1000000, object_path, events FROM stop JOIN element ON element.id = element_id")
        == [["0", "/2", "2"], ["500", "/3", "1"], ["1000", "/1", "1"], ["1051", "/3", "1"]])
  }

  @Test func aRowThatIsSelectedAgainIsNoMove() throws {
    let session = try RecordedSession()
    for row in 2...3 { try session.version(row, 0, "Row \(row)", in: 1) }
    try session.focus(1, 0)
    try session.select(2, 400, false)
    try session.select(2, 400)
    try session.select(2, 500, false)
    try session.select(2, 551)
    #expect(
      try Self.stops(session).map { $0[0] } == ["0", "551"], "as long after as that, it is a move that somebody made")
  }

  @Test func aContainerWithoutTheFocusTellsNoMove() throws {
    let session = try RecordedSession()
    try session.focus(5, 0)
    try session.event("object:active-descendant-changed", 1, 1000, names: 2)
    try session.focus(5, 2000)
    #expect(try session.ask("SELECT time_ns / 1000000 FROM stop") == [["0"], ["2000"]])
  }

  @Test func aStopIsNamedByWhatTheElementWasThenOrElseByWhatWasLearntFirst() throws {
    let session = try RecordedSession()
    try session.focus(1, 0)
    try session.version(1, 5, "First")
    try session.version(1, 50, "Second")
    try session.focus(2, 60)
    try session.focus(1, 100)
    #expect(try session.ask("SELECT name FROM stop") == [["First"], ["-"], ["Second"]])
  }
}
