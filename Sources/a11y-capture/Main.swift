internal import CommandLineTable

@main
enum Main {
  static func main() {
    CaptureCommand.table.run { arguments throws(UsageError) in
      switch arguments.path.first {
      case "tap": try TapCommand.run(arguments)
      case "list": ListCommand.run()
      case "record": try CaptureCommand.runRecorder(arguments)
      case "guard": try CaptureCommand.runGuard(arguments)
      default: try CaptureCommand.run(arguments)
      }
    }
  }
}
