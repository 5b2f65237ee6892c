import Glibc
import Storage
import TestSupport
import Testing
import Timeline

/// Every byte of a closed file counts.
@Suite struct SealTests {
  let folder: TemporaryFolder
  var path: String { folder.path + "/run.db" }

  init() throws {
    folder = try TemporaryFolder()
    let store = try TimelineStore(
      creating: path, session: Session(toolVersion: "test", recorderProcessID: 1, command: nil))
    for number in 0..<300 {
      try store.write(.marker(Marker(time: .now, text: "mark \(number)")))
    }
    #expect(try TimelineFile(reading: path).seal == .missing, "while it is written")
    try store.close(isComplete: true, commandStatus: nil)
  }

  @Test func aClosedFileIsSealed() throws { #expect(try TimelineFile(reading: path).seal == .intact) }

  @Test(arguments: [
    "UPDATE marker SET text = 'x' WHERE id = 7", "ANALYZE", "VACUUM", "DELETE FROM marker WHERE id = 300",
  ])
  func aChangeBreaksIt(_ sql: String) throws {
    let result = try Tool.run("/usr/bin/sqlite3", [path, sql])
    try #require(result.status == 0, "\(result)")
    #expect(try TimelineFile(reading: path).seal == .broken)
  }

  @Test func soDoesASealOfAnotherFile() throws {
    let result = try Tool.run("/usr/bin/sqlite3", [path, "DELETE FROM seal"])
    try #require(result.status == 0, "\(result)")
    #expect(try TimelineFile(reading: path).seal == .missing)
  }

  /// A bit flipped inside a text, where no check of SQLite's sees it.
  @Test func aFlippedBitBreaksIt() throws {
    let bytes = try #require(FileContents.bytes(path))
    let place = try #require(bytes.firstRange(of: Array("mark 123".utf8))?.lowerBound)
    let file = open(path, O_RDWR)
    pwrite(file, [bytes[place] ^ 1], 1, off_t(place))
    close(file)
    let damaged = try TimelineFile(reading: path)
    #expect(try damaged.rows("SELECT text FROM marker WHERE id = 124") == [[.text("lark 123")]])
    #expect(damaged.seal == .broken)
  }

  /// The header and the seal's own page count as well, but for what stands in their unused bytes.
  @Test func noByteIsLeftOut() throws {
    let bytes = try #require(FileContents.bytes(path))
    let size = bytes.count / 4096
    let page = try #require(
      Int(
        try Tool.run("/usr/bin/sqlite3", ["-readonly", path, "SELECT rootpage FROM sqlite_schema WHERE name = 'seal'"])
          .output
          .filter(\.isNumber)))
    try #require(page <= size)
    let file = open(path, O_RDWR)
    defer { close(file) }
    let seal = (page - 1) * 4096..<page * 4096
    for place in Array(0..<100) + Array(stride(from: seal.lowerBound, to: seal.upperBound - 40, by: 61))
      + Array(seal.upperBound - 40..<seal.upperBound)
    {
      pwrite(file, [bytes[place] ^ 4], 1, off_t(place))
      #expect((try? TimelineFile(reading: path).seal) != .intact, "byte \(place)")
      pwrite(file, [bytes[place]], 1, off_t(place))
    }
    #expect(try TimelineFile(reading: path).seal == .intact)
  }

  @Test func readingChangesNothing() throws {
    let before = FileContents.bytes(path)
    _ = try Tool.run("/usr/bin/sqlite3", [path, "SELECT count(*) FROM marker"])
    _ = try TimelineFile(reading: path).rows("SELECT * FROM marker")
    #expect(FileContents.bytes(path) == before)
  }
}
