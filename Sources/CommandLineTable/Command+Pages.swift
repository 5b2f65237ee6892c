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

  /// A completion script for bash.
  public func bashCompletions() -> String {
    let function = "_" + name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    func words(_ command: Command) -> String {
      (command.visibleSubcommands.map(\.name) + command.allOptions.map { "--" + $0.name }).joined(separator: " ")
    }
    var script = "\(function)() {\n  local words=\"\(words(self))\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
    script += "  case \"${COMP_WORDS[1]}\" in\n"
    for sub in visibleSubcommands { script += "    \(sub.name)) words=\"\(words(sub))\" ;;\n" }
    script += "  esac\n  case \"$previous\" in\n"
    for option in ([self] + visibleSubcommands).flatMap(\.allOptions) where !option.choices.isEmpty {
      script += "    --\(option.name)) words=\"\(option.choices.joined(separator: " "))\" ;;\n"
    }
    script += "  esac\n  COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n}\n"
    return script + "complete -o default -F \(function) \(name)\n"
  }

  private func roff(_ text: String) -> String {
    let escaped = text.map { $0 == "\\" ? "\\e" : $0 == "-" ? "\\-" : String($0) }.joined()
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
