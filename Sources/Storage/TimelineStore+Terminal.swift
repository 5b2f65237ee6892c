internal import Timeline

/// What a terminal's screen showed.
extension TimelineStore {
  func write(_ highlight: TerminalHighlight) throws(StorageError) {
    let text = try stringID(highlight.text) as Int64
    let label = try stringID(highlight.label)
    let style = try stringID(highlight.style) as Int64
    try run(
      """
      INSERT INTO terminal_highlight (id, time_ns, until_ns, screen_row, screen_column, width_cells, text_id, label_id,
        style_id, via) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET until_ns = excluded.until_ns
      """, highlight.id, time(highlight.time), time(highlight.until), highlight.row, highlight.column, highlight.width,
      text, label, style, highlight.route.rawValue)
  }

  func write(_ change: TerminalChange) throws(StorageError) {
    let text = try stringID(change.text)
    try run(
      """
      INSERT INTO terminal_change (time_ns, kind, cause, screen_row, screen_column, text_id, via)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, time(change.time), change.kind.rawValue, change.cause.rawValue, change.row, change.column, text,
      change.route.rawValue)
  }
}
