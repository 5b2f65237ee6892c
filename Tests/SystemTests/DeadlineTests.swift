import System
import Testing

@Suite struct DeadlineTests {
  @Test(arguments: [1e12, 1e300, Double.infinity]) func aDeadlineBeyondAllTimeNeverComes(_ seconds: Double) {
    #expect(!Deadline.after(seconds: seconds).hasPassed)
  }
}
