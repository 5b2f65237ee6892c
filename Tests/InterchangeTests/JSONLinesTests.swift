import Glibc
import Interchange
import Storage
import TestSupport
import Testing

/// A timeline as JSON lines, and back.
@Suite struct JSONLinesTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func text(_ name: String) throws -> String { try #require(FileContents.read(path(name))) }

  /// Exports, imports, exports: the second export's text, after it was compared with the first.
  @discardableResult private func roundTrip(_ timeline: String) throws -> String {
    try JSONLines.export(timeline, to: path("1.jsonl"), toolVersion: "test")
    try JSONLines.makeTimeline(path("back.db"), from: path("1.jsonl"))
    try JSONLines.export(path("back.db"), to: path("2.jsonl"), toolVersion: "test")
    let first = try text("1.jsonl")
    #expect(try Array(text("2.jsonl").utf8) == Array(first.utf8))
    #expect(try WholeTimeline.contents(path("back.db")) == WholeTimeline.contents(timeline))
    return first
  }

  @Test func everyTableAndEveryTextComesBack() throws {
    try WholeTimeline.make(path("run.db"))
    let lines = try roundTrip(path("run.db")).split(separator: "\n")
    for table in Schema.tables where !["string", "seal"].contains(table.name) {
      let rows = lines.filter { $0.hasPrefix("{\"table\":\"\(table.name)\",") }
      #expect(rows.count == (table.name == "session" ? 1 : 3), "\(table.name)")
      for column in table.columns {
        let key = column.reference == "string" ? String(column.name.dropLast(3)) : column.name
        #expect(rows.contains { $0.contains(",\"\(key)\":") }, "\(table.name).\(column.name)")
      }
    }
    #expect(lines.last == "{\"end\":\(lines.count - 2),\"digest\":\"\(lines.last?.dropLast(2).suffix(16) ?? "")\"}")
    #expect(try TimelineFile(reading: path("back.db")).seal == .intact)
  }

  @Test func timesAsFarApartAsNumbersReachComeBackAndAreTrimmed() throws {
    try WholeTimeline.make(path("run.db"), farApart: true)
    try roundTrip(path("run.db"))
    for (number, window) in [(0, 1), (Int64.min / 4, Int64.max / 4), (5, 1 << 60)].enumerated() {
      _ = try Trim.make(path("\(number).db"), of: path("run.db"), from: .time(window.0), to: .time(window.1))
    }
  }

  @Test(arguments: TemporaryFolder.names(in: Tool.root + "/Captures"))
  func everyCaptureComesBack(_ capture: String) throws { try roundTrip("\(Tool.root)/Captures/\(capture)/timeline.db") }

  @Test func aLineDoesNotDependOnWhereATextWasMetFirst() throws {
    try WholeTimeline.make(path("run.db"))
    let text = try roundTrip(path("run.db"))
    let file = try TimelineFile(reading: path("back.db"))
    #expect(try file.rows("SELECT id FROM string WHERE value = 'Around Me'") != [[.integer(98)]])
    #expect(text.contains("\"Around Me\""))
  }

  @Test func whatIsNotSealedIsNotVouchedFor() throws {
    try WholeTimeline.make(path("run.db"), isSealed: false)
    #expect(try roundTrip(path("run.db")).hasSuffix("{\"end\":\(try WholeTimeline.contents(path("run.db")).count)}\n"))
    #expect(try TimelineFile(reading: path("back.db")).seal == .missing)
  }

  @Test func filesAreForTheirOwnerAndNeverOverwritten() throws {
    try WholeTimeline.make(path("run.db"))
    try roundTrip(path("run.db"))
    for name in ["1.jsonl", "back.db"] {
      var status = stat()
      stat(path(name), &status)
      #expect(status.st_mode & 0o777 == 0o600)
    }
    let before = folder.names
    for error in [
      #expect(throws: StorageError.self) {
        try JSONLines.export(path("run.db"), to: path("back.db"), toolVersion: "test")
      },
      #expect(throws: StorageError.self) { try JSONLines.makeTimeline(path("1.jsonl"), from: path("2.jsonl")) },
    ] { #expect(error?.kind == .inputOutput && error?.message.contains("File exists") == true) }
    #expect(folder.names == before)
    #expect(try Array(text("1.jsonl").utf8) == Array(text("2.jsonl").utf8))
  }

  @Test func keysOfOneTableAreDifferent() {
    for table in Schema.tables {
      let keys = table.columns.map { $0.reference == "string" ? String($0.name.dropLast(3)) : $0.name }
      #expect(Set(keys).count == keys.count && !keys.contains("table") && !keys.contains("end"))
      #expect(table.columns.allSatisfy { $0.reference != "string" || $0.name.hasSuffix("_id") })
    }
  }
}
