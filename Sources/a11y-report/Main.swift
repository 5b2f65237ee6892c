internal import CommandLineTable

@main
enum Main {
  static func main() {
    ReportCommand.table.run { arguments throws(UsageError) in try ReportCommand.run(arguments) }
  }
}
