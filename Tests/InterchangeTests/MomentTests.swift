import Interchange
import Testing

/// What a person types for a moment.
@Suite struct MomentTests {
  @Test(
    arguments: [
      ("12.5", 12_500_000_000), ("12.5s", 12_500_000_000), ("1:02.250", 62_250_000_000), ("12500ms", 12_500_000_000),
      ("0", 0), ("0.000000001", 1), ("0.0000000019", 1), ("1.5ms", 1_500_000), (".5", 500_000_000),
      ("7.", 7_000_000_000),
      ("1:00:00", 3_600_000_000_000), ("90:00", 5_400_000_000_000), ("999999999s", 999_999_999_000_000_000),
    ] as [(String, Int64)])
  func timesAreNanoseconds(_ text: String, _ nanoseconds: Int64) { #expect(Moment(text) == .time(nanoseconds)) }

  @Test(arguments: [
    "", " ", "s", "ms", ".", ":", "1:", ":1", "1:60", "1:2:3:4", "1.5:00", "-1", "+1", "1e3", "0x10", "inf", "1,5",
    "12 s",
    "1000000000", "99999999999999999999", "١", "opened the map", "12.5.1", "1s2",
  ])
  func everythingElseIsAMark(_ text: String) { #expect(Moment(text) == .mark(text)) }
}
