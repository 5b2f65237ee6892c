import Glibc
import Report
import TestSupport
import Testing

/// Every folder of Captures/: a kept session, and what reports have to say of it.
///
/// With REWRITE_EXPECTED=1 the expected results are written anew, and the run fails, so that none passes by having done so.
@Suite struct CapturesTests {
  private static let folder = Tool.root + "/Captures"

  private static let captures = TemporaryFolder.names(in: folder).filter {
    access("\(folder)/\($0)/timeline.db", R_OK) == 0
  }

  @Test(arguments: captures, ReportFormat.allCases)
  func reportsSayWhatIsExpected(_ capture: String, _ format: ReportFormat) throws {
    let folder = "\(Self.folder)/\(capture)"
    #expect(FileContents.read(folder + "/about.md") != nil, "about.md says how it was recorded")
    let text = try OverlapReport(try Analysis(reading: folder + "/timeline.db")).text(as: format)
    let path = "\(folder)/expected/overlap.\(format == .text ? "txt" : format.rawValue)"
    guard getenv("REWRITE_EXPECTED") == nil else {
      mkdir(folder + "/expected", 0o755)
      try Self.write(text, to: path)
      Issue.record("\(path) was written anew: look at it, and run again without REWRITE_EXPECTED")
      return
    }
    #expect(text == FileContents.read(path), "\(path) differs; make expected writes it anew")
  }

  private static func write(_ text: String, to path: String) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    #expect(fputs(text, file) >= 0)
  }
}
