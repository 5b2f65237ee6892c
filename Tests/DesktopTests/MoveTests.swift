import Queries
import Storage
import TestSupport
import Testing

extension DesktopTests {
  /// Focus moves and activations, beside what each application wrote down of them: each is there, none is invented, in order.
  @Suite(.serialized) struct MoveTests {
    /// Of all toolkits together; as many of each.
    private static let count = Seed.moves(200)

    @Test(arguments: ["gtk3", "gtk4", "provider", "terminal"])
    func everyMoveAndActivationIsInTheTimeline(_ kind: String) throws {
      let folder = try TemporaryFolder()
      let result = try Tool.run(
        "a11y-desktop",
        [
          "--", "/usr/bin/python3", Tool.root + "/Tests/DesktopTests/moves.py", folder.path, kind, "\(Self.count / 4)",
          "\(Seed.value)",
        ], within: 60 + Double(Self.count))
      let comment: Comment = "\(kind), SEED=\(Seed.value), MOVES=\(Self.count)"
      try #require(result.status == 0, "\(comment): \(result)")
      let moves = try RecordedMoves(folder.path + "/" + kind)
      #expect(moves.differences(of: "focus") == [], comment)
      #expect(moves.differences(of: "activation") == [], comment)
      let written = moves.written("focus").count + moves.written("activation").count
      #expect(written == Self.count / 4, comment)
      let delays = moves.delays
      #expect(delays.allSatisfy { $0 >= 0 }, "before the application itself knew: \(delays.min() ?? 0) ms; \(comment)")
      print("\(kind): \(written) moves and activations; focus told \(delays[delays.count / 2]) ms late in the median")
    }

    @Test func whatIsLostInventedOrOutOfOrderIsADifference() {
      let told = ["A", "B", "A"]
      #expect(RecordedMoves.differences(["A", "B", "A"], told) == [])
      #expect(RecordedMoves.differences(["A", "B", "C", "A"], told) == ["lost 3: C"])
      #expect(RecordedMoves.differences(["A", "A"], told) == ["invented 2: B"])
      #expect(RecordedMoves.differences(["B", "A", "A"], told).count == 2)
    }
  }
}
