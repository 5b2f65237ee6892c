import Storage
import TestSupport
import Testing
import Timeline

/// Timelines that are made out of rows.
@Suite struct TimelineDraftTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }
  private var path: String { folder.path + "/new.db" }
  private let plain = Tool.root + "/Captures/soundscape-tui-plain/timeline.db"

  @Test func aCopyHoldsTheSameRowsAndIsSealed() throws {
    let old = try TimelineFile(reading: plain)
    let draft = try TimelineDraft(creating: path)
    try draft.copy(from: old)
    try draft.finish()
    #expect(folder.names == ["new.db"])
    let new = try TimelineFile(reading: path)
    #expect(new.seal == .intact)
    for table in Schema.tables where table.name != "seal" {
      let sql = "SELECT * FROM main.\(table.name) ORDER BY \(table.primaryKey.joined(separator: ", "))"
      #expect(try new.rows(sql) == old.rows(sql), "\(table.name)")
      if table.name == "event" { #expect(try !new.rows(sql).isEmpty) }
    }
  }

  @Test func whatIsTakenOutLeavesNoByteBehind() throws {
    let draft = try TimelineDraft(creating: path)
    try draft.copy(from: try TimelineFile(reading: plain))
    // No capture holds a terminal's screen yet.
    for column in ["text_id", "label_id", "style_id"] {
      try draft.run("INSERT INTO string (value) VALUES ('Around Me on the screen')")
      let others = ["text_id", "style_id"].filter { $0 != column }
      try draft.run(
        """
        INSERT INTO terminal_highlight (time_ns, screen_row, screen_column, width_cells, via, \(column),
          \(others.joined(separator: ", ")))
        VALUES (1, 0, 0, 1, 'relay', last_insert_rowid(), \(others.map { _ in "1" }.joined(separator: ", ")))
        """)
    }
    try draft.run(
      """
      INSERT INTO terminal_change (time_ns, kind, cause, text_id, via)
      SELECT 1, 'title', 'program', max(id), 'relay' FROM string
      """)
    try draft.run("UPDATE terminal_highlight SET text_id = 1, label_id = NULL, style_id = 1")
    try draft.run("UPDATE terminal_change SET text_id = NULL")
    try draft.run("UPDATE utterance SET text_id = 1, plain_text_id = 1")
    try draft.run("UPDATE element_version SET name_id = NULL, description_id = NULL")
    try draft.run("UPDATE event SET any_data_id = NULL")
    try draft.finish()
    let bytes = try #require(FileContents.bytes(path))
    #expect(bytes.firstRange(of: Array("Around Me".utf8)) == nil)
    #expect(FileContents.bytes(plain)?.firstRange(of: Array("Around Me".utf8)) != nil, "it was there before")
  }

  @Test func aDraftThatIsNotFinishedLeavesNothing() throws {
    do {
      let draft = try TimelineDraft(creating: path)
      try draft.run("INSERT INTO string (value) VALUES ('x')")
    }
    #expect(folder.names == [])
  }

  @Test func aReferenceToNothingIsAnError() throws {
    var draft: TimelineDraft? = try TimelineDraft(creating: path)
    try draft?.insert(
      into: "element", ["id", "application_id", "object_path"], [.integer(1), .integer(9), .text("/")])
    #expect(throws: StorageError.self) { try draft?.finish() }
    draft = nil
    #expect(folder.names == [])
  }
}
