internal import CommandLineTable
internal import System
internal import Walking

@main
enum Main {
  static let table = Command(
    "walk-screen", summary: "Perform a walk, from a file of keys and of what each has to bring, while it is recorded",
    operands: "WALK", operandCount: 1...1,
    options: [
      Option("status", value: "PIPE", "The named pipe into which a11y-capture --status-fd writes"),
      Option("pictures", value: "DIR", "Put a PNG of the screen into DIR after each step"),
      Option("limit", value: "SECONDS", "How long a step may take; 20 by default"),
    ],
    examples: [
      .init("walk-screen --status status.fifo Captures/whiptail/walk", "The walk of the kept capture, once more")
    ],
    exitStatuses: [
      (0, "the walk was performed"), (64, "usage"), (66, "no such walk"), (70, "a step did not come about"),
    ])

  static func main() {
    table.run { arguments throws(UsageError) in
      guard let path = arguments.value("status") else { throw UsageError("--status is missing") }
      let limit = try arguments.number("limit", of: "seconds") ?? 20
      guard let text = ProcessTable.readFile(arguments.operands[0]) else {
        Command.printError("walk-screen: \(arguments.operands[0]) cannot be read")
        return 66
      }
      do {
        let walk = ScreenWalk(
          script: try Script(text), stream: try StatusStream(path: path), limit: limit,
          pictures: arguments.value("pictures"))
        try walk.run()
        return 0
      } catch {
        Command.printError("walk-screen: \(error)")
        return 70
      }
    }
  }
}
