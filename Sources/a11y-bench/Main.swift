internal import CommandLineTable

@main
enum Main {
  static let table = Command(
    "a11y-bench", summary: "Measure the tools beside an independent truth",
    subcommands: [
      RecordSinkCommand.table, OnsetErrorCommand.table, WriteCommand.table, OpenCommand.table, OverlapCommand.table,
      TerminalCommand.table, SchemaCommand.table, OfferCommand.table, EmitCommand.table, ReceptionCommand.table,
    ])

  static func main() {
    table.run { arguments throws(UsageError) in
      switch arguments.path.first {
      case "record-sink": return try RecordSinkCommand.run(arguments)
      case "onset-error": return try OnsetErrorCommand.run(arguments)
      case "overlap": return try OverlapCommand.run(arguments)
      case "write": return try WriteCommand.run(arguments)
      case "open": return try OpenCommand.run(arguments)
      case "offer": return try OfferCommand.run(arguments)
      case "terminal": return try TerminalCommand.run(arguments)
      case "reception": return try ReceptionCommand.run(arguments)
      case "emit": return try EmitCommand.run(arguments)
      case "schema": return SchemaCommand.run()
      default: throw UsageError("no command given")
      }
    }
  }
}
