import Glibc
import Storage
import Synchronization
import TestSupport
import Testing
import Timeline

/// What is written where it can no longer be found, or cannot be written at all.
@Suite struct WriterFaultTests {
  let folder: TemporaryFolder
  var path: String { folder.path + "/run.db" }
  let session = Session(toolVersion: "test", recorderProcessID: 1, command: nil)
  init() throws { folder = try TemporaryFolder() }

  private var event: Record {
    .event(
      Event(
        time: .now, type: "object:state-changed:focused", source: ElementKey(busName: ":1.7", objectPath: "/3"),
        detail1: 1, detail2: 0, anyData: nil))
  }

  @Test(arguments: [true, false]) func aFileThatIsDeletedOrReplacedIsAFailure(_ isReplaced: Bool) throws {
    let failures = Arrivals<StorageError>()
    let writer = TimelineWriter(
      store: try TimelineStore(creating: path, session: session), onFailure: { failures.add($0) })
    unlink(path)
    if isReplaced { close(open(path, O_CREAT | O_RDWR, 0o600)) }
    writer.offer(event, from: .events)
    #expect(failures.wait { !$0.isEmpty }, "it is told of while the session goes on")
    let error = #expect(throws: StorageError.self) { try writer.close(isComplete: true, commandStatus: nil) }
    #expect(error?.exitStatus == 74 && error?.description.contains("was deleted or moved away") == true)
  }

  @Test func whatWasDroppedIsToldBeforeTheEndIsWritten() throws {
    let writer = TimelineWriter(store: try TimelineStore(creating: path, session: session))
    writer.offer(.utteranceMark(UtteranceMark(utteranceID: 99, time: .now, name: "0:2")), from: .speech)
    writer.offer(event, from: .events)
    #expect(writer.settle() == [.speech: 1])
    try writer.close(isComplete: false, commandStatus: nil)
  }

  @Test func anEndlessNameIsCutAndSaysSo() throws {
    let writer = TimelineWriter(store: try TimelineStore(creating: path, session: session))
    writer.setEnvironment("short", String(repeating: "ü", count: 100_000))
    writer.setEnvironment("long", String(repeating: "ü", count: 5_000_000))
    try writer.close(isComplete: true, commandStatus: nil)
    let values = try TimelineFile(reading: path).rows("SELECT value FROM environment ORDER BY name DESC")
    #expect(values[0][0].text?.count == 100_000)
    #expect(values[1][0].text?.hasSuffix("… (cut from 10000000 bytes)") == true)
  }

  @Test func nothingIsWrittenAfterTheEnd() throws {
    let writer = TimelineWriter(store: try TimelineStore(creating: path, session: session))
    writer.offer(event, from: .events)
    try writer.close(isComplete: true, commandStatus: nil)
    func received() throws -> [[Value]] { try TimelineFile(reading: path).rows("SELECT received, dropped FROM source") }
    #expect(try received() == [[.integer(1), .integer(0)]])
    for _ in 0..<10 { writer.offer(event, from: .events) }
    writer.setEnvironment("late", "word")
    _ = writer.settle()
    #expect(try received() == [[.integer(1), .integer(0)]])
    #expect(try TimelineFile(reading: path).rows("SELECT * FROM environment") == [])
  }

  @Test func aJournalThatARecorderLeftIsRolledBack() throws {
    try TimelineStore(creating: path, session: session).close(isComplete: true, commandStatus: nil)
    // Dies in the middle of a transaction of which a part is in the file already.
    let script = """
      import os, sqlite3
      c = sqlite3.connect('\(path)', isolation_level=None)
      c.execute('PRAGMA cache_size = 1')
      c.execute('BEGIN')
      c.execute('UPDATE session SET is_complete = 0')
      for i in range(300): c.execute('INSERT INTO string VALUES (?, ?)', (i, str(i) * 200))
      os._exit(0)
      """
    #expect(try Tool.run("/usr/bin/python3", ["-c", script]).status == 0)
    #expect(folder.names == ["run.db", "run.db-journal"])
    let file = try TimelineFile(reading: path)
    #expect(
      try file.rows("SELECT is_complete, (SELECT count(*) FROM string) FROM session") == [[.integer(1), .integer(0)]])
  }
}
