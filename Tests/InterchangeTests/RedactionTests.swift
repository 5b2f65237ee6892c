import Interchange
import Storage
import TestSupport
import Testing
import Timeline

@Suite struct RedactionTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/run.db" }
  private var new: String { folder.path + "/new.db" }

  init() throws {
    folder = try TemporaryFolder()
    try Self.record(into: folder.path + "/run.db")
  }

  /// A session recorded with its text kept: a secret typed into an entry, a password into its field by a recorder without rules.
  private static func record(into path: String) throws {
    var session = Session(toolVersion: "test", recorderProcessID: 1, command: ["notes", "Jane Doe"])
    session.keepsText = true
    let store = try TimelineStore(creating: path, session: session)
    var time = session.start
    var utterances: Int64 = 0
    func key(_ name: String) -> ElementKey { ElementKey(busName: ":1.9", objectPath: "/" + name) }
    func event(_ type: EventType, _ element: String, _ offset: Int = 0, _ data: String? = nil) throws {
      time = time + 10_000_000
      try store.write(
        .event(
          Event(time: time, type: type, source: key(element), detail1: Int32(offset), detail2: 1, anyData: data)))
    }
    func show(_ element: String, _ role: Role, _ name: String, _ states: [ElementState] = []) throws {
      var version = ElementVersion(key: key(element), time: time)
      (version.role, version.name, version.states) = (role, name, states)
      try store.write(.element(version))
    }
    func say(_ text: String, _ kind: Utterance.Kind = .message) throws {
      time = time + 10_000_000
      utterances += 1
      try store.write(
        .utterance(
          Utterance(
            id: utterances, connection: 1, client: "jane doe:orca", priority: nil, kind: kind,
            text: "<speak>\(text)</speak>", plainText: text, queuedAt: time)))
      try store.write(.utteranceMark(UtteranceMark(utteranceID: utterances, time: time, name: "0:\(text.count)")))
    }
    func press(_ name: String, in element: String) throws {
      for isPress in [true, false] {
        time = time + 10_000_000
        try store.write(
          .input(Input(time: time, isPress: isPress, keyName: name, modifiers: 0, focus: key(element))))
      }
    }
    try event("window:activate", "window", 0, "Notes of Jane Doe")
    try show("button", "push button", "Finish")
    for (field, text) in [("entry", "quorvex"), ("password", "hunter2x")] {
      // It is asked what it is only after it has told of its first text.
      try event("object:state-changed:focused", field, 1)
      for (index, character) in text.enumerated() {
        try press(String(character), in: field)
        try event("object:text-changed:insert", field, index, String(character))
        try say(String(character), .character)
        try show("label", "label", "You wrote " + text.prefix(index + 1))
      }
      try show(field, field == "entry" ? "text" : "password text", "Field", ["editable"])
      try press("Tab", in: field)
    }
    try event("object:state-changed:focused", "button", 1)
    time = time + 10_000_000_000
    try say("Finish push button.")
    try say("You wrote quorvex")
    try event("object:property-change:accessible-name", "label", 0, "You wrote quorvex")
    for (row, text, cause) in [
      (0, "Word:", .program), (0, "Word: quo", .typing), (1, "You wrote quorvex", .key),
    ] as [(Int, String, TerminalChange.Cause)] {
      try store.write(
        .terminalChange(TerminalChange(time: time, kind: .text, cause: cause, row: row, text: text)))
    }
    for (id, row, column, text) in [(1, 0, 6, "quo"), (2, 1, 0, "You wrote quorvex")] as [(Int64, Int, Int, String)] {
      try store.write(
        .terminalHighlight(
          TerminalHighlight(
            id: id, time: time, row: row, column: column, width: text.count, text: text, style: "reverse")))
    }
    try store.write(.marker(Marker(time: time, text: "jane doe looks away")))
    try store.close(isComplete: true, commandStatus: 0)
  }

  private func contains(_ text: String, in path: String) throws -> Bool {
    String(decoding: try #require(FileContents.bytes(path)), as: UTF8.self).lowercased().contains(text)
  }

  @Test func whatWasTypedIsMaskedAndPasswordsAreGone() throws {
    for text in ["quorv", "rvex", "hunter2x", "nter2"] { #expect(try contains(text, in: path)) }
    let redaction = try Redaction.make(new, of: path, masking: [])
    for text in ["quorv", "rvex", "hunter2x", "nter2"] { #expect(try !contains(text, in: new), "\(text)") }
    let file = try TimelineFile(reading: new)
    #expect(file.seal == .intact)
    #expect(try file.rows("SELECT keeps_text, origin FROM session") == [[.integer(0), .text("redact")]])
    #expect(try file.rows("SELECT DISTINCT key_name FROM input ORDER BY 1") == [[.null], [.text("Tab")]])
    #expect(try file.rows("SELECT count(*) FROM input") == [[.integer(18)]], "fourteen of the secret, four of Tab")
    let data = try file.rows(
      "SELECT DISTINCT value FROM event JOIN string ON string.id = any_data_id WHERE detail2 = 1 AND value LIKE '[%'")
    #expect(data == [[.text("[masked 1]")]])
    #expect(redaction.counts.first { $0.table == "input" }?.removed == 16)
    #expect(redaction.text.contains("input: 14 rows masked, 16 rows taken out"), "\(redaction.text)")
    #expect(redaction.text.contains("Not known:"))
    #expect(TemporaryFolder.names(in: folder.path) == ["new.db", "run.db"])
  }

  @Test func whatWasTypedIsMaskedOnATerminalsScreen() throws {
    _ = try Redaction.make(new, of: path, masking: [])
    let file = try TimelineFile(reading: new)
    let rows = try file.rows(
      "SELECT value FROM terminal_change JOIN string ON string.id = text_id ORDER BY terminal_change.id")
    let word = rows.last?[0].text ?? ""
    #expect(rows.first == [.text("Word:")] && rows[1][0].text?.hasPrefix("Word:[masked 4 ") == true, "\(rows)")
    #expect(word.hasPrefix("You wrote [masked 7 "))
    let runs = try file.rows(
      "SELECT value FROM terminal_highlight JOIN string ON string.id = text_id ORDER BY terminal_highlight.id")
    #expect(runs == [[.text("[masked 3]")], [.text(word)]])
  }

  @Test func timesAndEqualityStay() throws {
    _ = try Redaction.make(new, of: path, masking: [])
    let (before, after) = (try TimelineFile(reading: path), try TimelineFile(reading: new))
    for table in ["utterance (queued_ns", "element_version (time_ns", "marker (time_ns"] {
      let words = table.split(separator: " (")
      let sql = "SELECT id, \(words[1]) FROM \(words[0]) ORDER BY id"
      #expect(try before.rows(sql) == after.rows(sql), "\(table)")
    }
    let same = """
      SELECT utterance.id FROM utterance JOIN string AS said ON said.id = plain_text_id
      JOIN event JOIN string AS told ON told.id = any_data_id AND told.value = said.value
      """
    #expect(try before.rows(same).count > 0 && before.rows(same).last == after.rows(same).last)
    #expect(
      try after.rows("SELECT value FROM utterance JOIN string ON string.id = plain_text_id WHERE value LIKE 'Finish%'")
        == [[.text("Finish push button.")]], "what the application had shown is no secret")
    let mark = try after.rows(
      """
      SELECT name, length(value) FROM utterance_mark JOIN utterance ON utterance.id = utterance_id
      JOIN string ON string.id = plain_text_id WHERE value LIKE 'You wrote%'
      """)
    #expect(mark.count == 1 && mark.first?[0].text == "0:\(mark.first?[1].integer ?? 0)", "\(mark)")
  }

  @Test func furtherWordsAreMaskedEverywhereAndASecondTimeChangesNothing() throws {
    _ = try Redaction.make(new, of: path, masking: ["Jane Doe"])
    #expect(try contains("jane doe", in: path) && !contains("jane doe", in: new))
    let again = folder.path + "/again.db"
    let second = try Redaction.make(again, of: new, masking: ["Jane Doe"])
    #expect(second.counts.isEmpty, "\(second.counts)")
    #expect(try TimelineFile(reading: again).rows("SELECT origin FROM session") == [[.text("redact of redact")]])
  }

  @Test func aFileThatIsThereStays() throws {
    #expect(throws: StorageError.self) { try Redaction.make(path, of: path, masking: []) }
    #expect(try contains("quorvex", in: path))
  }

  @Test func aTimelineOfSchema1IsMaskedToo() throws {
    let old = Tool.root + "/Captures/schema-1/timeline.db"
    let redaction = try Redaction.make(new, of: old, masking: ["My Location"])
    #expect(try contains("my location", in: old) && !contains("my location", in: new))
    #expect(redaction.counts.contains { $0.table == "element_version" && $0.masked > 0 })
  }
}
