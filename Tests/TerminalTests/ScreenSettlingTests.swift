import Terminal
import Testing
import Timeline

@Suite struct ScreenSettlingTests {
  private func at(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: .milliseconds(milliseconds)) }

  @Test func aScreenSettlesOnceItIsQuiet() {
    var settling = ScreenSettling()
    #expect(settling.due == nil && !settling.hasSettled(at: at(5)))
    settling.drew(at: at(0))
    settling.drew(at: at(8))
    #expect(settling.due == at(18) && !settling.hasSettled(at: at(17)) && settling.hasSettled(at: at(18)))
    #expect(settling.due == nil && !settling.hasSettled(at: at(50)) && settling.last == at(8))
  }

  @Test func oneThatNeverRestsIsLookedAtAllTheSame() {
    var settling = ScreenSettling()
    var looks: [Int64] = []
    for time in stride(from: Int64(0), to: 500, by: 5) {
      if settling.hasSettled(at: at(time)) { looks.append(time) }
      settling.drew(at: at(time))
    }
    #expect(looks == [100, 200, 300, 400])
  }
}
