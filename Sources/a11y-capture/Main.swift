internal import CommandLineTable
internal import Timeline

@main
enum Main {
  static func main() {
    // A marker stands where it was asked for, so this comes before any work.
    let time = MonotonicTime.now
    CaptureCommand.table.run { arguments throws(UsageError) in
      switch arguments.path.first {
      case "tap": try TapCommand.run(arguments)
      case "list": ListCommand.run()
      case "doctor": try DoctorCommand.run(arguments)
      case "mark": try MarkCommand.run(arguments, at: time)
      case "pause": try PauseCommand.run(arguments, at: time)
      case "resume": try ResumeCommand.run(arguments, at: time)
      case "record": try CaptureCommand.runRecorder(arguments)
      case "session": try CaptureCommand.runSession(arguments)
      case "guard": try CaptureCommand.runGuard(arguments)
      default: try CaptureCommand.run(arguments)
      }
    }
  }
}
