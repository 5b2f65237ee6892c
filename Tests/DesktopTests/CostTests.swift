import TestSupport
import Testing

extension DesktopTests {
  /// What recording costs an application: that the figures come out, whatever they are.
  @Suite(.serialized) struct CostTests {
    @Test func everyKeyIsMeasuredInEachWay() throws {
      let result = try Tool.run(
        "a11y-desktop", ["--", "/usr/bin/python3", Tool.root + "/scripts/cost.py", "1", "4"], within: 120)
      try #require(result.status == 0, "\(result)")
      let lines = result.output.split(separator: "\n").filter { $0.contains(": 4 keys, p50 ") }
      #expect(lines.count == 18, "three applications, two figures, three ways: \(result.output)")
    }
  }
}
