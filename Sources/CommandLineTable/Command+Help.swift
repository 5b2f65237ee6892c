extension Command {
  /// The help text of the command at `path`, whose first word is the program.
  public func helpText(program path: [String]) -> String {
    var text = "\(path.joined(separator: " ")) — \(summary)\n\nUsage:\n"
    text += usageLines(path).map { "  \($0)\n" }.joined()
    if !visibleSubcommands.isEmpty {
      text += "\nCommands:\n" + table(visibleSubcommands.map { ($0.name, $0.summary) })
    }
    text +=
      "\nOptions:\n"
      + table(allOptions.map { ($0.synopsis, $0.fullHelp) })
    if !examples.isEmpty {
      text += "\nExamples:\n" + examples.map { "  # \($0.purpose)\n  \($0.line)\n" }.joined(separator: "\n")
    }
    if !exitStatuses.isEmpty {
      text += "\nExit status:\n" + table(exitStatuses.map { ("\($0.code)", $0.meaning) })
    }
    return text
  }

  func usageLines(_ path: [String]) -> [String] {
    let name = path.joined(separator: " ")
    var own = name + " [options]"
    if !operands.isEmpty { own += " " + operands }
    if runsCommand { own += " [--] COMMAND …" }
    let hasOwn = subcommands.isEmpty || !operands.isEmpty || runsCommand || !options.isEmpty
    return (hasOwn ? [own] : [])
      + visibleSubcommands.map { "\(name) \($0.name)" + ($0.operands.isEmpty ? "" : " " + $0.operands) }
  }

  /// Two columns, the second wrapped to fit 100 characters.
  private func table(_ rows: [(String, String)]) -> String {
    let width = min(28, rows.map(\.0.count).max() ?? 0)
    return rows.map { left, right in
      var lines = [""]
      for word in right.split(separator: " ") {
        if lines[lines.count - 1].count + word.count + 1 > 96 - width { lines.append("") }
        lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
      }
      let indent = String(repeating: " ", count: width + 4)
      let first = left.count <= width ? "  " + left.padded(to: width) + "  " : "  \(left)\n\(indent)"
      return first + lines.joined(separator: "\n\(indent)") + "\n"
    }.joined()
  }
}

extension Option {
  var synopsis: String {
    (letter.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0)" } ?? "")
  }
  var fullHelp: String { help + (choices.isEmpty ? "" : " (\(choices.joined(separator: ", ")))") }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
