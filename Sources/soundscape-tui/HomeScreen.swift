/// Soundscape's home screen, drawn.
struct HomeScreen {
  /// Which button has the focus.
  var focused = 0
  /// What the buttons are called at the moment.
  var names = CalloutButton.all.map(\.name)
  /// What is going on.
  var status = "Ready"
  /// What is missing, and why.
  var missing: [SoundscapeApp.Part: String] = [:]

  private static let labelWidth = 14
  private static let least = Terminal.Size(rows: 24, columns: 80)

  /// The whole screen as the terminal takes it.
  func picture(_ size: Terminal.Size) -> String {
    var lines = Array(repeating: "", count: size.rows)
    guard size.rows >= Self.least.rows, size.columns >= Self.least.columns else {
      lines[0] = "Soundscape needs 80x24, and this is \(size.columns)x\(size.rows)."
      if lines.count > 1 { lines[1] = "> " + names[focused] }
      return compose(lines.map { String($0.prefix(size.columns)) })
    }
    lines[0] = "\u{1b}[7m" + centred("Soundscape", size.columns) + "\u{1b}[0m"
    lines[2] = "  Queen Street"
    lines[3] = "  Facing north"
    lines[5] = "  Status: \(status)"
    lines[7] = "  Tab or arrows move, Return or Space starts a callout, q leaves."
    for (line, part) in missing.sorted(by: { $0.key.rawValue < $1.key.rawValue }).enumerated() {
      lines[9 + line] = "  " + String(part.value.prefix(size.columns - 4))
    }
    let bar = size.rows - 5
    // No drawn line: a reader that reads the whole screen would say each letter of it.
    lines[bar] = "\u{1b}[7m" + "  Callouts".padded(to: size.columns) + "\u{1b}[0m"
    lines[bar + 2] = names.indices.map(button).joined(separator: "  ")
    lines[bar + 4] = "  " + CalloutButton.all[focused].hint
    return compose(lines)
  }

  private func button(_ index: Int) -> String {
    let name = names[index]
    let label = name.count > Self.labelWidth ? name.prefix(Self.labelWidth - 1) + "…" : centred(name, Self.labelWidth)
    return index == focused ? " \u{1b}[7m[\(label)]\u{1b}[0m" : " [\(label)]"
  }

  private func centred(_ text: String, _ width: Int) -> String {
    let room = max(0, width - text.count)
    return String(repeating: " ", count: room / 2) + text + String(repeating: " ", count: room - room / 2)
  }

  /// Each line is put in its place and its rest cleared, so that nothing flickers.
  private func compose(_ lines: [String]) -> String {
    lines.enumerated().map { "\u{1b}[\($0 + 1);1H\($1)\u{1b}[K" }.joined()
  }
}

extension String {
  /// Filled up with blanks.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
