extension Command {
  /// Reads a command line, without the program's own name.
  public func parse(_ words: some Sequence<String>) throws(UsageError) -> Arguments {
    var result = Arguments()
    var rest = Array(words)[...]
    try parse(&rest, into: &result, from: self.name)
    return result
  }

  private func parse(_ rest: inout ArraySlice<String>, into result: inout Arguments, from name: String)
    throws(UsageError)
  {
    while let word = rest.popFirst() {
      if word == "--" {
        guard runsCommand else {
          result.operands += rest
          break
        }
        result.command = Array(rest)
        rest = []
      } else if word.hasPrefix("--") {
        try takeLong(word.dropFirst(2), &rest, &result)
      } else if word.hasPrefix("-"), word != "-" {
        try takeLetters(word.dropFirst(), &rest, &result)
      } else if result.operands.isEmpty, let sub = subcommands.first(where: { $0.name == word }) {
        result.path.append(word)
        return try sub.parse(&rest, into: &result, from: "\(name) \(word)")
      } else if runsCommand, operandCount.upperBound == 0 {
        result.command = [word] + rest
        rest = []
      } else {
        result.operands.append(word)
      }
    }
    try checkOperands(result)
  }

  private func checkOperands(_ result: Arguments) throws(UsageError) {
    // Help and version ask for no operands.
    if result.has("help") || result.has("version") || result.has("man") || result.has("completions") { return }
    let count = result.operands.count
    if operandCount.upperBound == 0, let extra = result.operands.first {
      let kind = subcommands.isEmpty ? "argument" : "command"
      throw UsageError("unknown \(kind) '\(extra)'" + suggestion(for: extra, among: visibleSubcommands.map(\.name)))
    }
    if count < operandCount.lowerBound { throw UsageError("\(operands) is missing") }
    if count > operandCount.upperBound {
      throw UsageError("too many arguments: '\(result.operands[operandCount.upperBound])'")
    }
  }

  private func takeLong(
    _ word: Substring, _ rest: inout ArraySlice<String>, _ result: inout Arguments
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = allOptions.first(where: { $0.name == parts[0] }) else {
      throw UsageError(
        "unknown option '--\(parts[0])'" + suggestion(for: parts[0], among: allOptions.map { "--" + $0.name }))
    }
    try take(option, attached: parts.count > 1 ? parts[1] : nil, &rest, &result)
  }

  private func takeLetters(
    _ letters: Substring, _ rest: inout ArraySlice<String>, _ result: inout Arguments
  ) throws(UsageError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = allOptions.first(where: { $0.letter == letter }) else {
        throw UsageError("unknown option '-\(letter)'")
      }
      let attached = option.value != nil && !letters.isEmpty ? String(letters) : nil
      if attached != nil { letters = "" }
      try take(option, attached: attached, &rest, &result)
    }
  }

  private func take(
    _ option: Option, attached: String?, _ rest: inout ArraySlice<String>, _ result: inout Arguments
  ) throws(UsageError) {
    guard let name = option.value else {
      if attached != nil { throw UsageError("--\(option.name) takes no value") }
      result.values[option.name, default: []].append("")
      return
    }
    guard let value = attached ?? rest.popFirst() else { throw UsageError("--\(option.name) needs a value: \(name)") }
    if !option.choices.isEmpty, !option.choices.contains(value) {
      throw UsageError("--\(option.name) is one of \(option.choices.joined(separator: ", ")), not '\(value)'")
    }
    result.values[option.name, default: []].append(value)
  }

  private func suggestion(for word: String, among names: [String]) -> String {
    let bare = word.drop { $0 == "-" }
    let near = names.min { distance(bare, $0.drop { $0 == "-" }) < distance(bare, $1.drop { $0 == "-" }) }
    guard let near, distance(bare, near.drop { $0 == "-" }) <= max(2, bare.count / 3) else { return "" }
    return "; did you mean '\(near)'?"
  }

  /// Edits between two words (Levenshtein).
  private func distance(_ a: Substring, _ b: Substring) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let cost = min(row[j + 1] + 1, row[j] + 1, diagonal + (letter == b[j] ? 0 : 1))
        diagonal = row[j + 1]
        row[j + 1] = cost
      }
    }
    return row[b.count]
  }

  var allOptions: [Option] { options + Command.commonOptions }
  var visibleSubcommands: [Command] { subcommands.filter { !$0.isHidden } }

  static let commonOptions = [
    Option("help", letter: "h", "Show this help"),
    Option("version", "Show the version"),
    Option("completions", value: "SHELL", choices: ["bash"], "Print a completion script for SHELL"),
    Option("man", "Print the manual page, for man -l -"),
  ]
}
