import Glibc
import Storage
import TestSupport
import Testing
import Timeline

/// The a11y-report program as a person runs it.
@Suite struct ReportCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func timeline(_ name: String = "run.db", isClosed: Bool = true) throws -> (path: String, store: TimelineStore)
  {
    let path = "\(folder.path)/\(name)"
    let store = try TimelineStore(
      creating: path, session: Session(toolVersion: "test", recorderProcessID: getpid(), command: nil))
    try store.setEnvironment("application", "evil\u{1b}[31m")
    if isClosed { try store.close(isComplete: true, commandStatus: nil) }
    return (path, store)
  }

  @Test(arguments: ["overlap", "capture"])
  func aSessionThatShowsNothingIsNotProven(_ report: String) throws {
    let result = try Tool.run("a11y-report", [report, try timeline().path])
    #expect(result.status == 2, "\(result)")
    #expect(result.errors == "")
    #expect(!result.output.contains("\u{1b}"))
    #expect(result.output.contains("evil\\u{1B}[31m"))
  }

  @Test(arguments: [["json"], ["csv"], ["text"]])
  func formatsGoToStandardOutput(_ format: [String]) throws {
    let result = try Tool.run("a11y-report", ["overlap", try timeline().path, "--min-ms", "10", "-f"] + format)
    #expect(result.status == 2 && result.errors == "")
    let starts = ["json": "{\n  \"report\": \"overlap\"", "csv": "activation_id,", "text": "NOT PROVEN: "]
    #expect(result.output.hasPrefix(starts[format[0]] ?? "?"), "\(result.output)")
    if format == ["json"] { #expect(result.output.contains("\"min_ms\": 10,")) }
  }

  @Test func whatCannotBeReadIsNamed() throws {
    let junk = folder.path + "/junk\u{1b}.db"
    let file = try #require(fopen(junk, "w"))
    fputs("this is no database, however long it is made to look like one", file)
    fclose(file)
    let empty = folder.path + "/empty.db"
    fclose(fopen(empty, "w"))
    for (path, words) in [
      (folder.path + "/missing.db", "No such file"), (folder.path, "is not a file"), (junk, "no timeline"),
      (empty, "is no timeline"), ("/dev/null", "is not a file"),
    ] {
      let result = try Tool.run("a11y-report", ["overlap", path])
      #expect(result.status == 66, "\(path): \(result)")
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("a11y-report: ") && result.errors.contains(words), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1 && !result.errors.contains("\u{1b}"))
    }
  }

  @Test(arguments: [
    [], ["overlap"], ["overlap", "a", "b"], ["overlaps", "a"], ["overlap", "a", "--format", "xml"], ["overlap", "-"],
    ["overlap", "a", "--min-ms", "soon"], ["overlap", "a", "--min-ms", "-1"], ["capture", "a", "--min-ms", "5"],
  ])
  func usageIsRefusedWithOneLine(_ arguments: [String]) throws {
    let result = try Tool.run("a11y-report", arguments)
    #expect(result.status == 64, "\(result)")
    #expect(result.output == "" && result.errors.split(separator: "\n").count == 1)
  }

  @Test func helpHasThreeExamples() throws {
    for arguments in [["--help"], ["overlap", "--help"], ["capture", "-h"]] {
      let result = try Tool.run("a11y-report", arguments)
      #expect(result.status == 0)
      #expect(
        result.output.split(separator: "\n").count { $0.hasPrefix("  a11y-report ") && $0.contains(" run.db") } >= 3)
    }
  }

  @Test func aFullDiskIsAnError() throws {
    let path = try timeline().path
    let result = try Tool.run("/bin/sh", ["-c", "a11y-report overlap '\(path)' >/dev/full"])
    #expect(result.status == 74)
    #expect(result.errors.contains("No space left"), "\(result.errors)")
  }

  @Test func whatIsBeingRecordedIsReadAndSaysSo() throws {
    let (path, store) = try timeline(isClosed: false)
    try store.commit()
    for report in ["overlap", "capture"] {
      let result = try Tool.run("a11y-report", [report, path])
      #expect(result.status == 2, "\(result)")
      #expect(result.output.contains("still being recorded"))
    }
    try store.close(isComplete: true, commandStatus: nil)
    #expect(try !Tool.run("a11y-report", ["capture", path]).output.contains("still being recorded"))
  }

  @Test func whatAKilledRecorderLeftIsReadAndSaysSo() throws {
    let path = try timeline(isClosed: false).path
    let result = try Tool.run("a11y-report", ["capture", path])
    #expect(result.status == 2)
    #expect(result.output.hasPrefix("BROKEN OFF"), "\(result.output)")
  }
}
