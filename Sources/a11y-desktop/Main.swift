import CommandLineTable
import Desktop
import System

@main
enum Main {
  static let table = Command(
    "a11y-desktop", summary: "A fresh private accessible desktop around a command, headless and unheard",
    runsCommand: true,
    options: [
      Option(
        "screen-reader", value: "READER",
        "orca (the default), none, or a command line that starts another reader or another build of Orca"),
      Option("key-echo", "Let Orca say each key, as it does by default; it then says the focus 0.75 s later"),
      Option("logs", value: "DIR", "Keep the parts' logs in DIR"),
      Option("screenshot", value: "FILE", "Put a PNG of the screen into FILE at the end"),
      Option("no-namespaces", "Do without namespaces; then only one such desktop at a time"),
    ],
    subcommands: [
      Command(
        "reader", summary: "In a desktop: switch its screen reader on or off, or tell whether it is on",
        operands: "on|off|status", operandCount: 1...1,
        exitStatuses: [(0, "It is as wanted"), (64, "Usage"), (70, "It cannot be switched")]),
      Command(Launcher.insideWord, summary: "the desktop from within", isHidden: true),
    ],
    examples: [
      .init("a11y-desktop -- mate-terminal --disable-factory", "A terminal with Orca, on a display that nobody sees"),
      .init(
        "a11y-desktop --logs logs --screenshot end.png -- ./my-test.sh",
        "A test script, its parts' logs and the last picture kept"),
      .init("a11y-desktop --screen-reader none -- gtk3-demo", "The same application without a reader"),
    ],
    exitStatuses: [
      (0, "COMMAND ended with 0"), (1, "… to 125, or 128 and a signal: COMMAND's own status"), (64, "Usage"),
      (70, "A part did not come up"), (126, "COMMAND cannot be executed"), (127, "COMMAND was not found"),
    ])

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == Launcher.insideWord, words.count > 2 {
      inside(place: words[1], words: Array(words.dropFirst(2)))
    }
    table.run { arguments throws(UsageError) in
      if arguments.path.first == "reader" { return try reader(arguments) }
      let plan = try plan(arguments)
      return guarded { try Launcher(plan, words: words, warn: tell).run() }
    }
  }

  private static func inside(place: String, words: [String]) -> Never {
    Command.exit(
      guarded {
        let plan = try plan(try table.parse(words))
        do {
          return try Desk(plan, place: place, warn: tell).run()
        } catch let failure as CommandFailure {
          tell("\(failure)")
          return failure.status
        }
      })
  }

  private static func plan(_ arguments: Arguments) throws(UsageError) -> DesktopPlan {
    guard !arguments.command.isEmpty else { throw UsageError("no COMMAND given") }
    var plan = DesktopPlan(command: arguments.command)
    switch arguments.value("screen-reader") {
    case nil, "orca": plan.screenReader = .orca
    case "none": plan.screenReader = .none
    case let line?: plan.screenReader = .command(line)
    }
    plan.hasKeyEcho = arguments.has("key-echo")
    plan.logFolder = arguments.value("logs")
    plan.screenshot = arguments.value("screenshot")
    plan.usesNamespaces = !arguments.has("no-namespaces")
    return plan
  }

  private static func reader(_ arguments: Arguments) throws(UsageError) -> Int32 {
    guard let request = ReaderControl.Request(rawValue: arguments.operands[0]) else {
      throw UsageError("reader is one of on, off, status, not '\(arguments.operands[0])'")
    }
    return guarded {
      print(try ReaderControl.ask(request))
      return 0
    }
  }

  private static func tell(_ line: String) { Command.printError("a11y-desktop: " + line) }

  private static func guarded(_ work: () throws -> Int32) -> Int32 {
    do {
      return try work()
    } catch {
      tell("\(error)")
      return 70
    }
  }
}
