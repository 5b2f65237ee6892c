import Testing
import Timeline

@Suite struct MonotonicTimeTests {
  @Test func momentsAreOrderedAndApartInNanoseconds() {
    let first = MonotonicTime.now
    let second = MonotonicTime.now
    #expect(second >= first)
    #expect(first + .milliseconds(5) - first == 5_000_000)
    #expect(first < first + 1)
  }

  @Test func sourcesOfLaterVersionsKeepTheirName() {
    #expect(SourceName(rawValue: "braille").rawValue == "braille")
    #expect(SourceName.events == "events")
  }
}
