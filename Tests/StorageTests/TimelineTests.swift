import Glibc
import Storage
import Synchronization
import TestSupport
import Testing
import Timeline

@Suite struct TimelineTests {
  let folder: TemporaryFolder
  var path: String { folder.path + "/run.db" }
  let session = Session(toolVersion: "test", recorderProcessID: 1, command: ["soundscape-tui", "--style", "hush"])
  init() throws { folder = try TemporaryFolder() }

  let button = ElementKey(busName: ":1.7", objectPath: "/org/a11y/atspi/accessible/3")

  private func at(_ milliseconds: Int) -> MonotonicTime { session.start + .milliseconds(milliseconds) }

  /// One record of each kind, in an order in which a session could have brought them.
  private var records: [(Record, SourceName)] {
    var version = ElementVersion(key: button, time: at(11))
    version.name = "My Location"
    version.states = ["focusable", "focused"]
    version.attributes = ["plays-sound": "true", "starts-media-session": "true"]
    version.parent = ElementKey(busName: ":1.7", objectPath: "/org/a11y/atspi/accessible/2")
    var utterance = Utterance(
      id: 1, connection: 2, client: "root:orca:main", priority: "message", kind: .message,
      text: "<speak>My &lt;</speak>", plainText: "My <", queuedAt: at(60))
    let queued = utterance
    utterance.begunAt = at(64)
    utterance.endedAt = at(900)
    var segment = AudioSegment(id: 1, streamID: 1, onset: at(80), peakDB: -6, kind: .other)
    let begun = segment
    segment.offset = at(600)
    segment.kind = .speech
    var highlight = TerminalHighlight(
      id: 1, time: at(30), row: 4, column: 2, width: 9, text: "Install", style: "reverse")
    let drawn = highlight
    highlight.until = at(45)
    return [
      (.source(SourceStatus(.events, armedAt: at(0))), .events),
      (.application(Application(busName: ":1.7", name: "soundscape-tui", processID: 42, firstSeen: at(5))), .events),
      (
        .event(
          Event(
            time: at(10), type: "object:state-changed:focused", source: button, detail1: 1, detail2: 0, anyData: nil)),
        .events
      ),
      (.element(version), .events),
      (.input(Input(time: at(9), isPress: true, keyName: "Tab", modifiers: 0, focus: button)), .keys),
      (.actionCall(ActionCall(id: 1, time: at(20), caller: ":1.9", target: button, actionIndex: 0)), .calls),
      (.utterance(queued), .speech), (.utterance(utterance), .speech),
      (.utteranceMark(UtteranceMark(utteranceID: 1, time: at(70), name: "0:2")), .speech),
      (
        .audioStream(AudioStream(id: 1, role: .reader, route: .streamMonitor, rateHz: 48_000, openedAt: at(1))),
        .readerAudio
      ),
      (.audioSegment(begun), .readerAudio), (.audioSegment(segment), .readerAudio),
      (.audioLevel(AudioLevel(streamID: 1, time: at(85), levelDB: -20)), .readerAudio),
      (.audioLevel(AudioLevel(streamID: 1, time: at(88), levelDB: -10)), .readerAudio),
      (.terminalHighlight(drawn), .terminal), (.terminalHighlight(highlight), .terminal),
      (
        .terminalChange(TerminalChange(time: at(45), kind: .cursor, cause: .key, row: 5, column: 7, text: "block")),
        .terminal
      ),
      (.gap(Gap(source: .speech, start: at(100), end: nil, reason: "the tap ended")), .speech),
    ]
  }

  @Test func whatIsOfferedIsReadBackAndCounted() throws {
    let committed = Mutex(0)
    let writer = TimelineWriter(
      store: try TimelineStore(creating: path, session: session),
      onCommit: { batch in committed.withLock { $0 += batch.count } })
    writer.setEnvironment("reader", "orca 43.1")
    for (record, source) in records { writer.offer(record, from: source) }
    try writer.close(isComplete: true, commandStatus: 3)
    #expect(folder.names == ["run.db"], "no -wal or -shm is left")
    var status = stat()
    stat(path, &status)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(committed.withLock { $0 } == records.count)

    let file = try TimelineFile(reading: path)
    #expect(
      try file.rows("SELECT is_complete, command_status, command FROM session") == [
        [.integer(1), .integer(3), .text(#"["soundscape-tui","--style","hush"]"#)]
      ])
    #expect(try file.rows("SELECT value FROM environment") == [[.text("orca 43.1")]])
    #expect(
      try file.rows("SELECT value, time_ns, detail1 FROM event JOIN string ON string.id = type_id") == [
        [.text("object:state-changed:focused"), .integer(10_000_000), .integer(1)]
      ])
    #expect(
      try file.rows(
        """
        SELECT name.value, states.value, attributes.value, parent_element_id IS NOT NULL, description_id
        FROM element_version JOIN string AS name ON name.id = name_id JOIN string AS states ON states.id = states_id
        JOIN string AS attributes ON attributes.id = attributes_id
        """) == [
          [
            .text("My Location"), .text(#"["focusable","focused"]"#),
            .text(#"{"plays-sound":"true","starts-media-session":"true"}"#),
            .integer(1), .null,
          ]
        ])
    #expect(
      try file.rows(
        "SELECT value, queued_ns, begun_ns, ended_ns, cancelled_ns FROM utterance JOIN string ON string.id = plain_text_id"
      ) == [
        [.text("My <"), .integer(60_000_000), .integer(64_000_000), .integer(900_000_000), .null]
      ], "the later record replaced the earlier")
    #expect(
      try file.rows("SELECT onset_ns, offset_ns, kind FROM audio_segment") == [
        [.integer(80_000_000), .integer(600_000_000), .text("speech")]
      ])
    #expect(
      try file.rows("SELECT frame, level_db FROM audio_level") == [[.integer(8), .real(-10)]], "the louder stands")
    #expect(
      try file.rows("SELECT name, reason, end_ns FROM gap JOIN source ON source.id = source_id") == [
        [.text("speech"), .text("the tap ended"), .null]
      ])
    #expect(
      try file.rows(
        "SELECT time_ns, until_ns, screen_row, value FROM terminal_highlight JOIN string ON string.id = text_id") == [
          [.integer(30_000_000), .integer(45_000_000), .integer(4), .text("Install")]
        ])
    #expect(
      try file.rows(
        """
        SELECT kind, cause, screen_row, screen_column, value, via FROM terminal_change JOIN string ON string.id = text_id
        """) == [
          [.text("cursor"), .text("key"), .integer(5), .integer(7), .text("block"), .text("relay")]
        ])
    #expect(try file.rows("SELECT via FROM input") == [[.text("key-watcher")]])
    let counts = try file.rows("SELECT sum(received), sum(stored), sum(dropped) FROM source")
    #expect(counts == [[.integer(Int64(records.count)), .integer(Int64(records.count)), .integer(0)]])
  }

  @Test func aRecordThatBreaksAConstraintIsCountedAndTheSessionGoesOn() throws {
    let writer = TimelineWriter(store: try TimelineStore(creating: path, session: session))
    var backwards = AudioSegment(id: 1, streamID: 1, onset: at(80), peakDB: -6, kind: .other)
    backwards.offset = at(10)
    writer.offer(records[9].0, from: .readerAudio)
    writer.offer(.audioSegment(backwards), from: .readerAudio)
    writer.offer(.utteranceMark(UtteranceMark(utteranceID: 99, time: at(70), name: "0:2")), from: .speech)
    try writer.close(isComplete: true, commandStatus: nil)
    let file = try TimelineFile(reading: path)
    #expect(
      try file.rows("SELECT name, received, stored, dropped FROM source ORDER BY name") == [
        [.text("reader-audio"), .integer(2), .integer(1), .integer(1)],
        [.text("speech"), .integer(1), .integer(0), .integer(1)],
      ])
  }

  @Test func aTimelineIsNeverOverwritten() throws {
    _ = try TimelineStore(creating: path, session: session)
    let error = #expect(throws: StorageError.self) { _ = try TimelineStore(creating: path, session: session) }
    #expect(error?.description.contains("never overwritten") == true)
  }

  @Test func aRecorderThatDiedLeavesAReadableIncompleteFile() throws {
    let store = try TimelineStore(creating: path, session: session)
    for (record, _) in records { try store.write(record) }
    try store.commit()
    let file = try TimelineFile(reading: path)
    #expect(try file.rows("SELECT ended_ns, is_complete FROM session") == [[.null, .integer(0)]])
    #expect(try file.rows("SELECT count(*) FROM utterance") == [[.integer(1)]])
  }

  @Test func whatIsNoTimelineIsNamed() throws {
    #expect(throws: StorageError.self) { try TimelineFile(reading: folder.path + "/missing.db") }
    let folderError = #expect(throws: StorageError.self) { try TimelineFile(reading: folder.path) }
    #expect(folderError?.description.contains("not a file") == true)
    let text = open(path, O_CREAT | O_WRONLY, 0o600)
    write(text, String(repeating: "hello ", count: 200), 1200)
    close(text)
    let error = #expect(throws: StorageError.self) { try TimelineFile(reading: path) }
    #expect(error?.exitStatus == 66)
  }

  @Test func aNewerSchemaIsRefused() throws {
    try TimelineStore(creating: path, session: session).close(isComplete: true, commandStatus: nil)
    // The header's user_version: 4 bytes, big-endian, at 60.
    let file = open(path, O_RDWR)
    pwrite(file, [UInt8(0), 0, 0, 99], 4, 60)
    close(file)
    let error = #expect(throws: StorageError.self) { try TimelineFile(reading: path) }
    #expect(error?.description.contains("has schema 99") == true)
  }
}
