internal import CommandLineTable

@main
enum Main {
  static let table = Command(
    "a11y-capture", summary: "Record what an application tells assistive technology, and what is heard",
    subcommands: [TapCommand.table])

  static func main() {
    table.run { arguments throws(UsageError) in
      switch arguments.path.first {
      case "tap": return try TapCommand.run(arguments)
      default: throw UsageError("no command given")
      }
    }
  }
}
