extension Command {
  /// A manual page in the man macros, section 1.
  public func manualPage(version: String) -> String {
    var page =
      ".TH \(name.uppercased()) 1 \"\" \"\(name) \(version)\"\n.SH NAME\n\(roff(name)) \\- \(roff(summary))\n.SH SYNOPSIS\n"
    page += usageLines([name]).map { "\(roff($0))\n.br\n" }.joined()
    if !visibleSubcommands.isEmpty {
      page += ".SH COMMANDS\n"
      for sub in visibleSubcommands {
        page += ".TP\n.B \(roff(sub.name + (sub.operands.isEmpty ? "" : " " + sub.operands)))\n\(roff(sub.summary))\n"
        for option in sub.options { page += ".RS\n.TP\n.B \(roff(option.synopsis))\n\(roff(option.fullHelp))\n.RE\n" }
      }
    }
    page += ".SH OPTIONS\n" + allOptions.map { ".TP\n.B \(roff($0.synopsis))\n\(roff($0.fullHelp))\n" }.joined()
    if !exitStatuses.isEmpty {
      page += ".SH EXIT STATUS\n" + exitStatuses.map { ".TP\n.B \($0.code)\n\(roff($0.meaning))\n" }.joined()
    }
    if !examples.isEmpty {
      page +=
        ".SH EXAMPLES\n" + examples.map { "\(roff($0.purpose)):\n.PP\n.nf\n    \(roff($0.line))\n.fi\n.PP\n" }.joined()
    }
    return page
  }

  /// A completion script for bash: subcommands, options and their choices; everywhere else file names.
  public func bashCompletions() -> String {
    let function = "_" + name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    let commands = [self] + visibleSubcommands
    let options = commands.flatMap(\.allOptions)
    func flags(_ option: Option) -> [String] { ["--" + option.name] + (option.letter.map { ["-\($0)"] } ?? []) }
    func words(_ words: [String]) -> String { words.joined(separator: " ") }
    var choices: [String: [String]] = [:]
    for option in options where !option.choices.isEmpty {
      choices[flags(option).joined(separator: "|")] = option.choices
    }
    let valued = Set(options.filter { $0.value != nil && $0.choices.isEmpty }.flatMap(flags)).sorted()
    var script =
      "\(function)() {\n  local word=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\" words=\n"
    script += "  case \" ${COMP_WORDS[*]:0:COMP_CWORD} \" in *' -- '*) return ;; esac\n  case \"$previous\" in\n"
    for (flags, values) in choices.sorted(by: { $0.key < $1.key }) {
      script += "    \(flags)) COMPREPLY=($(compgen -W \"\(words(values))\" -- \"$word\")); return ;;\n"
    }
    if !valued.isEmpty { script += "    \(valued.joined(separator: "|"))) return ;;\n" }
    script += "  esac\n  case \"${COMP_WORDS[1]}\" in\n"
    for sub in visibleSubcommands {
      let operands = sub.operands.contains("|") ? sub.operands.split(separator: "|").map(String.init) : []
      script += "    \(sub.name)) words=\"\(words(operands + sub.allOptions.flatMap(flags)))\" ;;\n"
    }
    script +=
      "    *) words=\"\(words(allOptions.flatMap(flags)))\"; [ $COMP_CWORD -gt 1 ] || words+=\" \(words(visibleSubcommands.map(\.name)))\" ;;\n"
    // Options only where one was begun, so that file names are offered everywhere else.
    script += "  esac\n  [[ $word == -* ]] || words=\" $words\" words=${words//\\ -+([^ ])/}\n"
    script += "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
    return "shopt -s extglob\n" + script + "complete -o default -F \(function) \(name)\n"
  }

  private func roff(_ text: String) -> String {
    let escaped = text.map { $0 == "\\" ? "\\e" : $0 == "-" ? "\\-" : String($0) }.joined()
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
