public import Storage
internal import Timeline

extension JSONLines {
  /// Makes the timeline `newPath` out of the export at `path`, or on standard input where that is "-"; gives the number of rows.
  @discardableResult public static func makeTimeline(
    _ newPath: String, from path: String
  ) throws(StorageError) -> Int64 {
    var reader = try LineReader(path)
    var hash = SipHash(key: (0, 0))
    try readHeader(&reader, &hash)
    let draft = try TimelineDraft(creating: newPath)
    var rows = ImportedRows(draft)
    var count: Int64 = 0
    while let line = try reader.next() {
      if let end = try take(line, into: &rows, of: reader) {
        guard rows.hasSession else { throw reader.faultOfFile("holds no session") }
        let isSealed = try check(end, count, JSONLines.text(ofDigest: hash), in: reader)
        guard try reader.next() == nil else { throw reader.fault("stands behind the end") }
        try draft.finish(isSealed: isSealed)
        return count
      }
      add(line, to: &hash)
      count += 1
    }
    // Cut between two rows it would otherwise seem whole.
    throw reader.faultOfFile("breaks off after \(count) rows: its last line is missing", advice: "Take another copy")
  }

  private static func readHeader(_ reader: inout LineReader, _ hash: inout SipHash) throws(StorageError) {
    let advice = "Give a file that 'a11y-report export' has written"
    guard let line = try reader.next() else { throw reader.faultOfFile("is empty", advice: advice) }
    // Whatever is no export at all is better called so than by what its first character should be.
    guard let header = try? JSONMembers.read(line),
      header.contains(where: { $0.name == "format" && $0.value == .text(format) })
    else { throw reader.fault("does not begin an export", advice: advice) }
    for (name, known) in [("format_version", version), ("schema_version", Int64(Schema.version))] {
      guard case .integer(let found)? = header.first(where: { $0.name == name })?.value else {
        throw reader.fault("has no \(name)")
      }
      guard found == known else {
        throw reader.fault(
          "has \(name) \(found), and this version reads \(known)",
          advice: found > known
            ? "Use a newer a11y-report"
            : "Import it with the version that wrote it, and export the timeline with this one")
      }
    }
    add(line, to: &hash)
  }

  /// Inserts the row of one line; gives the members of the last line, where it is that.
  private static func take(
    _ line: ArraySlice<UInt8>, into rows: inout ImportedRows, of reader: LineReader
  ) throws(StorageError) -> [(name: String, value: Value)]? {
    do throws(StorageError) {
      let members = try JSONMembers.read(line)
      if members.first?.name == "end" { return members }
      try rows.insert(members)
      return nil
    } catch {
      guard error.kind != .inputOutput else { throw error }
      throw reader.fault(error.message, advice: error.advice)
    }
  }

  /// Whether the last line vouches for the others; throws where it does not fit them.
  private static func check(
    _ end: [(name: String, value: Value)], _ count: Int64, _ digest: String, in reader: LineReader
  ) throws(StorageError) -> Bool {
    guard end[0].value == .integer(count) else {
      throw reader.fault("does not count the \(count) rows that stand before it", advice: "Take another copy")
    }
    guard let kept = end.dropFirst().first else { return false }
    guard kept.name == "digest", end.count == 2 else { throw reader.fault("has more than end and digest") }
    guard kept.value == .text(digest) else {
      throw reader.fault(
        "has another digest than what stands before it, which was changed or damaged",
        advice: "Take another copy; or take the digest out, and reports will say that it is not what was recorded")
    }
    return true
  }

  private static func add(_ line: ArraySlice<UInt8>, to hash: inout SipHash) {
    line.withUnsafeBytes { hash.add($0) }
    [UInt8(ascii: "\n")].withUnsafeBytes { hash.add($0) }
  }
}
