import Glibc
import Storage
import TestSupport
import Testing
import Timeline

/// Timelines from elsewhere that are not what they say they are.
@Suite struct HostileFileTests {
  let folder: TemporaryFolder
  var path: String { folder.path + "/run.db" }

  init() throws {
    folder = try TemporaryFolder()
    let store = try TimelineStore(
      creating: path, session: Session(toolVersion: "test", recorderProcessID: 1, command: nil))
    try store.write(.source(SourceStatus(.events, armedAt: .now)))
    try store.write(
      .audioStream(AudioStream(id: 1, role: .reader, route: .streamMonitor, rateHz: 48_000, openedAt: .now)))
    for frame in 0..<2000 {
      try store.write(.audioLevel(AudioLevel(streamID: 1, time: .now + .milliseconds(10 * frame), levelDB: -20)))
    }
    try store.close(isComplete: true, commandStatus: nil)
  }

  private func change(_ sql: String) throws {
    let result = try Tool.run("/usr/bin/sqlite3", [path, "PRAGMA foreign_keys = OFF; " + sql])
    try #require(result.status == 0, "\(result)")
  }

  @Test(arguments: [
    ("CREATE TRIGGER t AFTER INSERT ON event BEGIN SELECT 1; END", "trigger t"),
    ("CREATE VIEW heard AS SELECT 1", "view heard"),
    ("CREATE TABLE speaking (utterance_id)", "speaking"),
    ("CREATE VIRTUAL TABLE words USING fts5(word)", "words"),
    ("ALTER TABLE utterance ADD COLUMN x TEXT AS (hex(zeroblob(400000000)))", "column utterance.x"),
    ("DROP TABLE audio_level", "lacks the"),
    ("DROP TABLE gap; CREATE TABLE gap (id INTEGER PRIMARY KEY, source_id, start_ns, end_ns, reason)", "column gap."),
    ("PRAGMA user_version = 0", "schema 0"), ("PRAGMA user_version = -5", "schema -5"),
    ("PRAGMA application_id = 3", "no timeline"),
    ("UPDATE audio_level SET stream_id = 9", "damaged"),
  ])
  func whatIsOfAnotherMakeIsRefusedAndNamed(_ sql: String, _ word: String) throws {
    _ = try TimelineFile(reading: path)
    try change(sql)
    let error = #expect(throws: StorageError.self) { try TimelineFile(reading: path) }
    #expect(error?.exitStatus == 66 && error?.description.contains(word) == true, "\(String(describing: error))")
  }

  @Test func statisticsChangeNothing() throws {
    try change("ANALYZE")
    _ = try TimelineFile(reading: path)
  }

  @Test func aPageInAnothersPlaceIsDamage() throws {
    let file = open(path, O_RDWR)
    defer { close(file) }
    var status = stat()
    fstat(file, &status)
    // Leaves of the levels, which lie behind everything else.
    let last = Int(status.st_size) / 4096 - 1
    var page = [UInt8](repeating: 0, count: 4096)
    pread(file, &page, 4096, (last - 1) * 4096)
    pwrite(file, page, 4096, last * 4096)
    #expect(throws: StorageError.self) { try TimelineFile(reading: path) }
  }

  @Test func aTextWithoutEndIsRefusedInsteadOfReadForMinutes() throws {
    try change("INSERT INTO environment VALUES ('application', hex(zeroblob(30000000)))")
    let started = ContinuousClock.now
    let error = #expect(throws: StorageError.self) {
      _ = try TimelineFile(reading: path).rows("SELECT value FROM environment")
    }
    #expect(error?.exitStatus == 66)
    #expect(ContinuousClock.now - started < .seconds(5))
  }

  @Test func aQuestionWithoutEndIsBrokenOff() throws {
    let file = try TimelineFile(reading: path)
    let error = #expect(throws: StorageError.self) {
      try file.rows("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
    }
    #expect(error?.exitStatus == 66 && error?.description.contains("of work, which no recording") == true)
  }
}
