import TestSupport
import Testing

/// The benchmarks at a small size: that all peers write and find the same, whatever the figures.
@Suite(.serialized) struct BenchTests {
  private func bench(_ arguments: String...) throws -> Tool.Result {
    try Tool.run("a11y-bench", arguments, directory: Tool.root, within: 120)
  }

  @Test func productLoopAndPythonWriteTheSameRows() throws {
    let result = try bench("write", "--count", "3000", "--rounds", "1")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("3000 events") && result.output.contains("the same rows in each file"), "\(result)")
  }

  @Test func queryAndSweepFindTheSamePairs() throws {
    let result = try bench("overlap", "--count", "400", "--rounds", "1")
    #expect(result.status == 0, "\(result)")
    #expect(!result.output.contains("NOT EQUAL") && result.output.contains("10 of them very long"), "\(result)")
    #expect(result.output.contains("DuckDB: left out"))
  }

  @Test func aMadeUpHourIsReported() throws {
    let folder = try TemporaryFolder()
    let hour = folder.path + "/hour.db"
    #expect(try bench("open", "--hour", hour).status == 0)
    let report = try Tool.run("a11y-report", ["overlap", hour])
    #expect(report.status == 1, "\(report.errors)")
    #expect(report.output.contains("600 activations, 600 with a callout. 600 focus moves, 600 heard to be spoken."))
    #expect(report.output.contains("talked over app 60 times"), "\(report.output.prefix(200))")
  }

  @Test func theSchemaIsWhatSQLiteTakes() throws {
    let result = try Tool.run(
      "/bin/sh",
      ["-c", "a11y-bench schema | sqlite3 :memory: '.read /dev/stdin' 'SELECT count(*) > 20 FROM sqlite_schema'"])
    #expect(result.output == "1\n", "\(result)")
  }
}
