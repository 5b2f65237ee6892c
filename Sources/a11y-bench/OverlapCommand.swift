internal import CommandLineTable
internal import Queries
internal import Storage
internal import System

/// `a11y-bench overlap`: the product's own interval join beside a sweep in memory and DuckDB's.
enum OverlapCommand {
  static let table = Command(
    "overlap", summary: "Measure the overlap of utterances and sounds beside a sweep in memory and DuckDB",
    options: [
      Option("count", value: "N", "Utterances, and as many sounds of the application; 100000 by default"),
      Option("rounds", value: "N", "Rounds of which the median is told; 5 by default"),
      Option("duckdb", value: "PYTHON", "A Python that has DuckDB; without it that peer is left out, and said to be"),
    ],
    examples: [.init("a11y-bench overlap --duckdb out/duckdb/bin/python", "From the repository's root")],
    exitStatuses: [(0, "all found the same"), (1, "one found other pairs"), (64, "usage"), (70, "a peer failed")])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    let count = Int(try arguments.number("count", of: "utterances", atLeast: 100) ?? 100_000)
    let rounds = Int(try arguments.number("rounds", of: "rounds", atLeast: 1) ?? 5)
    return BenchFailure.caught("overlap") {
      var isEqual = true
      for longCount in [0, 10] {
        let bench = try OverlapBench(count: count, longCount: longCount, duckDB: arguments.value("duckdb"))
        print(try bench.text(rounds: rounds))
        isEqual = isEqual && bench.areEqual
      }
      return isEqual ? 0 : 1
    }
  }
}
