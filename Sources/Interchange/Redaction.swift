public import Storage

/// A timeline with what was typed in it masked, made of another; times and which texts are equal stay as they are.
///
/// The rules are those that a recorder follows (module Privacy). No text that is masked is written to the new file at any moment.
public struct Redaction: Sendable {
  /// Rows of a table in which something was masked, and rows that were taken out.
  public struct Count: Sendable {
    /// The table.
    public var table: String
    /// Rows with a masked text.
    public var masked: Int
    /// Rows that are not there any more.
    public var removed: Int
  }

  /// What was done, by table.
  public let counts: [Count]
  /// What cannot be known, in plain words.
  public let doubts: [String]

  /// Columns of free text, besides those that the rules decide on, in which further words are masked.
  private static let free: [String: Set<String>] = [
    "session": ["command"], "environment": ["value"], "source": ["note"], "gap": ["reason"], "application": ["name"],
    "element_version": ["accessible_id_id", "actions_id", "key_bindings_id"], "utterance": ["client_id"],
    "audio_stream": ["application_name", "media_name"], "marker": ["text"],
  ]

  /// Makes the timeline `newPath` of `path`; each of `words` is masked wherever it stands.
  public static func make(_ newPath: String, of path: String, masking words: [String]) throws(StorageError) -> Redaction
  {
    let file = try openDerived(path)
    let rows = try RedactedRows(of: file, masking: words)
    let draft = try TimelineDraft(creating: newPath)
    var writer = try RedactionWriter(rows: rows, file: file, draft: draft, hasWords: !words.isEmpty)
    var counts: [Count] = []
    for table in Schema.tables where !["seal", "string"].contains(table.name) {
      let count = try writer.copy(table, free: free[table.name] ?? [])
      if count.masked + count.removed > 0 { counts.append(count) }
    }
    try writer.writeTexts()
    try draft.run(
      "UPDATE session SET keeps_text = 0, origin = 'redact' || CASE origin WHEN 'recorded' THEN '' ELSE ' of ' || origin END"
    )
    try draft.finish(isSealed: [.intact, .unknown].contains(file.seal))
    return Redaction(counts: counts, doubts: doubts(rows, file))
  }

  /// What was done, a sentence a line.
  public var text: String {
    var lines = counts.map { count in
      let parts = [(count.masked, "masked"), (count.removed, "taken out")].filter { $0.0 > 0 }
      return "\(count.table): " + parts.map { "\($0.0) \($0.0 == 1 ? "row" : "rows") \($0.1)" }.joined(separator: ", ")
    }
    if lines.isEmpty { lines = ["Nothing was found that had been typed."] }
    lines.append(
      "Times, and which texts are equal, are as they were; texts of less than four characters tell their length alone.")
    return (lines + doubts.map { "Not known: " + $0 }).joined(separator: "\n")
  }

  private static func doubts(_ rows: RedactedRows, _ file: TimelineFile) -> [String] {
    var doubts: [String] = []
    if rows.namelessKeys > 0 {
      doubts.append(
        "what \(rows.namelessKeys) keys typed whose names the file does not hold; where it comes back in a name or in speech it is "
          + "masked only if an editable element told of it, too")
    }
    if !rows.strangers.isEmpty {
      doubts.append(
        "what \(rows.strangers.count) elements are that told of text; it is masked, and would be taken out had one said that it is a "
          + "password field")
    }
    doubts.append("whether a terminal was asked for a password; what was typed into it is masked")
    doubts.append(
      "text that was there before the recording, and names of files, windows and people; give them with --text")
    return doubts
  }
}

/// Writes the rows of a timeline anew, each text as it is to be kept.
struct RedactionWriter {
  let rows: RedactedRows
  let file: TimelineFile
  let draft: TimelineDraft
  let hasWords: Bool
  /// Texts of the file that rows of the draft name, and the new ones.
  private var used: Set<Int64> = []
  private var newIDs: [[UInt8]: Int64] = [:]
  private var nextID: Int64
  /// What becomes of a text of the file in which further words are masked.
  private var freeIDs: [Int64: Int64] = [:]

  init(rows: RedactedRows, file: TimelineFile, draft: TimelineDraft, hasWords: Bool) throws(StorageError) {
    self.rows = rows
    self.file = file
    self.draft = draft
    self.hasWords = hasWords
    nextID = (try file.rows("SELECT max(id) FROM string").first?.first?.integer ?? 0) + 1
  }

  /// Copies the rows of a table that are kept.
  mutating func copy(_ table: Table, free: Set<String>) throws(StorageError) -> Redaction.Count {
    let names = table.columns.map(\.name)
    let references = Set(table.columns.filter { $0.reference == "string" }.map(\.name))
    let idPlace = names.firstIndex(of: "id")
    let (changes, removed) = (rows.changes[table.name] ?? [:], rows.removed[table.name] ?? [])
    var count = Redaction.Count(table: table.name, masked: 0, removed: removed.count)
    try file.forEachRow("SELECT \(names.joined(separator: ", ")) FROM main.\(table.name)") { row throws(StorageError) in
      let id = idPlace.flatMap { row[$0].integer }
      if let id, removed.contains(id) { return }
      var row = row
      var isMasked = false
      for (place, name) in names.enumerated() {
        let isReference = references.contains(name)
        if let id, let text = changes[id]?[name] {
          row[place] = .null
          if let text { row[place] = isReference ? .integer(try newID(text)) : .text(text) }
          isMasked = true
        } else if hasWords, free.contains(name) {
          let masked = isReference ? try masked(reference: row[place]) : masked(text: row[place])
          isMasked = isMasked || masked != row[place]
          row[place] = masked
        }
        if isReference, let id = row[place].integer { used.insert(id) }
      }
      if isMasked { count.masked += 1 }
      try draft.insert(into: table.name, names, row)
    }
    return count
  }

  /// Writes the texts of the file that rows name; the new ones are written already.
  mutating func writeTexts() throws(StorageError) {
    try file.forEachRow("SELECT id, value FROM string") { row throws(StorageError) in
      guard let id = row[0].integer, used.contains(id) else { return }
      try draft.insert(into: "string", ["id", "value"], row)
    }
  }

  private mutating func newID(_ text: String) throws(StorageError) -> Int64 {
    let bytes = Array(text.utf8)
    if let id = newIDs[bytes] { return id }
    let id = nextID
    nextID += 1
    newIDs[bytes] = id
    try draft.insert(into: "string", ["id", "value"], [.integer(id), .text(text)])
    return id
  }

  private func masked(text value: Value) -> Value { value.text.map { .text(rows.maskingWords(in: $0)) } ?? value }

  private mutating func masked(reference value: Value) throws(StorageError) -> Value {
    guard let id = value.integer else { return value }
    if let known = freeIDs[id] { return .integer(known) }
    let text = try file.rows("SELECT value FROM string WHERE id = ?", [value]).first?.first?.text ?? ""
    let masked = rows.maskingWords(in: text)
    let new = masked == text ? id : try newID(masked)
    freeIDs[id] = new
    return .integer(new)
  }
}
