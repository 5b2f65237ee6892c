import Testing
import Timeline

@testable import Terminal

/// A screen as a terminal tells it to assistive technology.
@Suite struct AccessibleScreenTests {
  private let white = ["bg-color": "65535,65535,65535", "fg-color": "0,0,0"]
  private let blue = ["bg-color": "0,0,65535", "fg-color": "0,0,0"]

  @Test func runsAreCountedInBytesAndTheCursorInCharacters() {
    let text = "│ One │\n│ Two │\nthird\n"
    // "│ " has four bytes.
    let state = AccessibleScreen.state(
      text, [(0..<4, white), (4..<7, blue), (7..<text.utf8.count, white)], 10)
    #expect(state.lines == ["│ One │", "│ Two │", "third"])
    #expect(state.highlights == [ScreenRun(row: 0, column: 2, width: 3, text: "One", style: "on #0000ff")])
    #expect(state.cursor == ScreenCursor(row: 1, column: 2, isVisible: true))
    #expect(AccessibleScreen.state(text, [], nil).cursor.isVisible == false)
    #expect(AccessibleScreen.state("", [], 0).lines == [""])
  }

  @Test func underlineIsToldAndWhatIsNotOfColourIsLeftOut() {
    let state = AccessibleScreen.state(
      "plain text und\n", [(0..<11, white), (11..<14, white.merging(["underline": "true"]) { $1 })], 0)
    #expect(state.highlights.map(\.style) == ["underline"])
    let odd = AccessibleScreen.state("x y\n", [(0..<1, ["bg-color": "no"]), (1..<99, [:])], 99)
    #expect(odd.highlights.isEmpty && odd.cursor == ScreenCursor(row: 0, column: 0, isVisible: true))
  }
}
