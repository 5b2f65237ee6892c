import Glibc
import Queries
import Report
import Storage
import TestSupport
import Testing

/// Every folder of Captures/: a kept session, and what reports have to say of it.
///
/// With REWRITE_EXPECTED=1 what reports say is written anew, and the run fails, so that none passes by having done so. What the
/// screen showed, people write.
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

  /// Walks of real applications, and what the screen showed of each.
  private static let walked = captures.flatMap { capture in
    ["stops", "activations"].map { (capture, $0) }.filter { access("\(folder)/\($0)/expected/\($1).txt", R_OK) == 0 }
  }

  @Test(arguments: walked)
  func aWalkBroughtWhatTheScreenShowed(_ capture: String, _ what: String) throws {
    let timeline = try TimelineFile(reading: "\(Self.folder)/\(capture)/timeline.db")
    for query in Queries.all { try timeline.load(query.sql) }
    let sql = try #require(FileContents.read("\(Tool.root)/scripts/walked-\(what).sql"))
    let told = try timeline.rows(sql).map { $0[0].text ?? "" }
    let expected = try #require(FileContents.read("\(Self.folder)/\(capture)/expected/\(what).txt"))
    // Of each line what the toolkit tells, after a bar where that is not what the screen showed.
    let lines = expected.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      line.split(separator: "|", maxSplits: 1).last.map { String($0.drop { $0 == " " }) } ?? ""
    }
    #expect(told == lines.filter { $0 != "-" }, "\(capture)")
    #expect(!told.isEmpty)
  }

  private static func write(_ text: String, to path: String) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    #expect(fputs(text, file) >= 0)
  }
}
