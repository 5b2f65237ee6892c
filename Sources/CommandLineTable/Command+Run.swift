internal import Glibc

extension Command {
  /// The product's version, as `--version` tells it.
  public static let version = "0.1.0"

  /// Reads the process's command line, answers `--help` and its like, and ends the process with what `body` returns.
  ///
  /// A command line that cannot be understood, by the table or by `body`, ends with status 64 and one line on standard error.
  public func run(_ body: (Arguments) throws(UsageError) -> Int32) -> Never {
    Command.openStandardDescriptors()
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

  /// Gives 0, 1 and 2 to /dev/null where the caller has closed them: the next thing opened would be taken for one of them.
  private static func openStandardDescriptors() {
    while true {
      let number = open("/dev/null", O_RDWR)
      guard number >= 0 else { return }
      if number > STDERR_FILENO {
        close(number)
        return
      }
    }
  }

  /// Ends the process with a status.
  public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Writes a line to standard error, or several; whatever else in it could steer a terminal is written as an escape, since
  /// names of files and of applications are in it.
  public static func printError(_ text: String) {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar != "\n" && scalar != "\t", .format, .lineSeparator, .paragraphSeparator:
        line += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    line += "\n"
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
