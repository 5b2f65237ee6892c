import CommandLineTable
import Testing

@Suite struct CommandTests {
  let tool = Command(
    "tool", summary: "does things", operands: "[FILE]", operandCount: 0...1, runsCommand: true,
    options: [
      Option("output", letter: "o", value: "FILE", "Where to"),
      Option("quiet", letter: "q", "Say nothing"),
      Option("format", value: "FORMAT", choices: ["text", "json"], "How"),
    ],
    subcommands: [
      Command("list", summary: "lists", options: [Option("all", "Everything")]),
      Command("secret", summary: "hidden", isHidden: true),
    ],
    examples: [.init("tool -o x file", "write x")])

  @Test func optionsOperandsAndCommand() throws {
    let a = try tool.parse(["-qo", "out", "--format=json", "in", "--", "ls", "-l"])
    #expect(a.has("quiet"))
    #expect(a.value("output") == "out")
    #expect(a.value("format") == "json")
    #expect(a.operands == ["in"])
    #expect(a.command == ["ls", "-l"])
    #expect(try tool.parse(["-ofile"]).value("output") == "file")
    #expect(try tool.parse(["list", "--all"]).path == ["list"])
    #expect(try tool.parse(["-"]).operands == ["-"])
  }

  @Test func aCommandStartsAtTheFirstOperandWhereThereAreNone() throws {
    let runner = Command("run", summary: "runs", runsCommand: true, options: [Option("x", "x")])
    #expect(try runner.parse(["--x", "ls", "--x", "-l"]).command == ["ls", "--x", "-l"])
  }

  @Test(arguments: [
    (["--quite"], "did you mean '--quiet'?"),
    (["--format", "yaml"], "is one of text, json"),
    (["--output"], "needs a value"),
    (["--quiet=1"], "takes no value"),
    (["-z"], "unknown option '-z'"),
    (["a", "b"], "too many arguments: 'b'"),
    (["list", "x"], "unknown argument 'x'"),
  ])
  func mistakesAreNamed(_ words: [String], _ part: String) {
    let error = #expect(throws: UsageError.self) { try tool.parse(words) }
    #expect(error?.description.contains(part) == true, "\(String(describing: error))")
  }

  @Test func numbersAreChecked() throws {
    let table = Command("t", summary: "t", options: [Option("min-ms", value: "MS", "Least")])
    #expect(try table.parse(["--min-ms", "15"]).number("min-ms", of: "milliseconds") == 15)
    #expect(throws: UsageError.self) { try table.parse(["--min-ms", "-1"]).number("min-ms", of: "milliseconds") }
    #expect(throws: UsageError.self) { try table.parse(["--min-ms", "soon"]).number("min-ms", of: "milliseconds") }
  }

  @Test func helpShowsWhatIsMeantToBeSeen() {
    let help = tool.helpText(program: ["tool"])
    #expect(help.contains("-o, --output FILE"))
    #expect(help.contains("tool -o x file"))
    #expect(help.contains("list"))
    #expect(!help.contains("secret"))
    #expect(tool.manualPage(version: "1").contains(".B \\-o, \\-\\-output FILE"))
    #expect(tool.bashCompletions().contains("complete -o default -F _tool tool"))
  }
}
