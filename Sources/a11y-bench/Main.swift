internal import CommandLineTable

@main
enum Main {
  static let table = Command(
    "a11y-bench", summary: "Measure the tools beside an independent truth",
    subcommands: [
      RecordSinkCommand.table, OnsetErrorCommand.table, OverlapCommand.table,
    ])

  static func main() {
    table.run { arguments throws(UsageError) in
      switch arguments.path.first {
      case "record-sink": return try RecordSinkCommand.run(arguments)
      case "onset-error": return try OnsetErrorCommand.run(arguments)
      case "overlap": return try OverlapCommand.run(arguments)
      default: throw UsageError("no command given")
      }
    }
  }
}
