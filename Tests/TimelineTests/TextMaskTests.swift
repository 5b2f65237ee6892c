import Testing
import Timeline

@Suite struct TextMaskTests {
  @Test func equalTextsHaveEqualMasksUnderOneKeyAlone() {
    let mask = TextMask(key: (1, 2))
    #expect(mask.mask("quorvex") == mask.mask("quorvex"))
    #expect(mask.mask("quorvex") != mask.mask("quorvey"))
    #expect(mask.mask("quorvex") != TextMask(key: (1, 3)).mask("quorvex"))
    #expect(TextMask().mask("quorvex") != TextMask().mask("quorvex"), "each has a key of its own")
    #expect(mask.mask("quorvex").hasPrefix("[masked 7 ") && mask.mask("quorvex").count == 19)
  }

  @Test func shortTextsHaveNoHashThatCouldBeCounted() {
    let mask = TextMask()
    #expect(["", "q", "qu", "né"].map(mask.mask) == ["[masked 0]", "[masked 1]", "[masked 2]", "[masked 2]"])
    #expect(mask.mask("four").count == 19)
  }

  @Test func aMaskIsLeftAsItIs() {
    let mask = TextMask()
    for text in [mask.mask("quorvex"), mask.mask("q"), TextMask.hidden] {
      #expect(TextMask.isMask(text) && mask.mask(text) == text)
    }
    for text in ["[masked]", "[masked 4]", "[masked 7 0123456]", "[masked 7 0123456g]", "masked 1", "[masked -1]", ""] {
      #expect(!TextMask.isMask(text), "\(text)")
    }
  }
}
