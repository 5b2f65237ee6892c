internal import Glibc

extension Command {
  /// The product's version, as `--version` tells it.
  public static let version = "0.1.0"

  /// Reads the process's command line, answers `--help` and its like, and ends the process with what `body` returns.
  ///
  /// A command line that cannot be understood, by the table or by `body`, ends with status 64 and one line on standard error.
  public func run(_ body: (Arguments) throws(UsageError) -> Int32) -> Never {
    do {
      let arguments = try parse(CommandLine.arguments.dropFirst())
      if let answer = answer(to: arguments) {
        print(answer, terminator: "")
        Command.exit(0)
      }
      Command.exit(try body(arguments))
    } catch {
      Command.printError("\(name): \(error). Try '\(name) --help'.")
      Command.exit(64)
    }
  }

  /// Ends the process with a status.
  public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Writes one line to standard error.
  public static func printError(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  private func answer(to arguments: Arguments) -> String? {
    if arguments.has("version") { return "\(name) \(Command.version)\n" }
    if arguments.has("man") { return manualPage(version: Command.version) }
    if arguments.has("completions") { return bashCompletions() }
    guard arguments.has("help") else { return nil }
    var command = self
    for word in arguments.path { command = command.subcommands.first { $0.name == word } ?? command }
    return command.helpText(program: [name] + arguments.path)
  }
}
