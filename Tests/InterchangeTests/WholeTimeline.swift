import Storage
import TestSupport

/// A timeline with rows in every table, and with everything in its texts and numbers that a file can hold.
enum WholeTimeline {
  static let texts = [
    "", " ", "Around Me", "tab\tline\nreturn\rquote\"backslash\\slash/", "\u{1}\u{7f}\u{85}\u{9f}\u{a0}",
    "\u{2028}\u{2029}\u{feff}",
    "caf\u{e9}", "cafe\u{301}", "👩🏽‍🦯 says שלום", "\u{10ffff}\u{fffd}", "{\"table\":\"event\"}", "'; DROP TABLE event; --",
    "\0 within \0",
  ]

  /// Makes it; the texts go into every column that takes any, another one for each.
  ///
  /// With `farApart`, times and counts are as small and as great as a number can be.
  static func make(_ path: String, isSealed: Bool = true, farApart: Bool = false) throws {
    let draft = try TimelineDraft(creating: path)
    for (index, text) in texts.enumerated() {
      try draft.insert(into: "string", ["id", "value"], [.integer(Int64(100 - index)), .text(text)])
    }
    for table in Schema.tables where !["string", "seal"].contains(table.name) {
      for row in 1...(table.name == "session" ? 1 : 3) {
        try draft.insert(into: table.name, table.columns.map(\.name), values(table, row))
      }
    }
    if farApart {
      for table in Schema.tables where table.name != "seal" {
        for column in table.columns where column.name.hasSuffix("_ns") || column.name.hasSuffix("_frame") {
          // The second row reaches from the one end to the other.
          let value = column.name.hasPrefix("end_") || column.name.hasPrefix("offset_") ? Int64.max : .min
          try draft.run(
            "UPDATE \(table.name) SET \(column.name) = CASE rowid WHEN 1 THEN ?1 WHEN 2 THEN ?2 ELSE ?3 END",
            [.integer(.min), .integer(value), .integer(.max)])
        }
      }
    }
    try draft.finish(isSealed: isSealed)
  }

  private static func values(_ table: Table, _ row: Int) -> [Value] {
    table.columns.enumerated().map { index, column in
      // Every optional column is once there and once not.
      if column.isOptional, table.name != "session", (index + row) % 2 == 0 { return .null }
      return allowed["\(table.name).\(column.name)"] ?? value(column, row, (index * 3 + row) % texts.count)
    }
  }

  private static func value(_ column: Table.Column, _ row: Int, _ choice: Int) -> Value {
    if column.reference == "string" { return .integer(Int64(100 - choice)) }
    if column.reference != nil || ["id", "ordinal", "frame"].contains(column.name) { return .integer(Int64(row)) }
    switch column.type {
    case "REAL": return .real([-6, 0.1 + 0.2, -.infinity][row - 1])
    case "TEXT": return .text(row == 1 ? texts[choice] : "\(row) \(texts[choice])")
    default:
      if column.name.hasPrefix("is_") || column.name == "accepted" || column.name == "keeps_text" {
        return .integer(Int64(row % 2))
      }
      return .integer([7, 9_007_199_254_740_993, .max][row - 1])
    }
  }

  /// What the schema allows there.
  private static let allowed: [String: Value] = [
    "element_version.cause": .text("read-back"), "gap.kind": .text("trim"), "utterance.kind": .text("message"),
    "input.via": .text("terminal"), "terminal_highlight.via": .text("relay"), "terminal_change.via": .text("relay"),
    "terminal_change.kind": .text("text"), "terminal_change.cause": .text("key"),
    "audio_segment.kind": .text("tone"),
    "audio_stream.role": .text("reader"), "audio_stream.route": .text("sink-monitor"),
  ]

  /// Every row of every table but the seal, with texts in place of the numbers of strings.
  static func contents(_ path: String) throws -> [String] {
    let file = try TimelineFile(reading: path)
    var rows: [String] = []
    for table in Schema.tables where !["string", "seal"].contains(table.name) {
      let values = table.columns.map {
        $0.reference == "string" ? "(SELECT value FROM string WHERE id = \($0.name)) AS \($0.name)" : $0.name
      }
      for row in try file.rows("SELECT \(values.joined(separator: ", ")) FROM \(table.name) ORDER BY 1, 2") {
        // Compared byte by byte: two texts can be equal to Swift and differ.
        rows.append(
          table.name + " " + row.map { "\($0)".utf8.map { String($0, radix: 16) }.joined() }.joined(separator: " "))
      }
    }
    return rows
  }
}
