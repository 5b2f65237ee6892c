import Testing
import Timeline

@testable import Privacy

@Suite struct MaskedTextTests {
  @Test func aPlaceIsWhereItsTextWent() {
    let text = MaskedText(
      Array("one two three"),
      [.init(range: 4..<7, replacement: "[masked 3]"), .init(range: 5..<9, replacement: "dropped")])
    #expect(text.text == "one [masked 3] three" && text.edits.count == 1)
    for (before, after) in [
      (0..<3, 0..<3), (4..<7, 4..<14), (5..<6, 4..<14), (8..<13, 15..<20), (0..<13, 0..<20), (7..<7, 14..<14),
    ] {
      #expect(text.place(of: before) == after, "\(before)")
    }
    #expect(MaskedText("abc", replacedBy: "[hidden]").place(of: 1..<3) == 0..<8)
  }

  @Test func masksAreFoundInATextAndNotMaskedAgain() {
    let characters = Array("[x] [masked 7 0a1b2c3d] [hidden] [masked 9] [masked 2]")
    #expect(characters.masks.map { String(characters[$0]) } == ["[masked 7 0a1b2c3d]", "[hidden]", "[masked 2]"])
  }
}
