internal import Capture
internal import CommandLineTable
internal import Timeline

/// `a11y-capture resume`: ends a pause.
enum ResumeCommand {
  static let table = Command(
    "resume", summary: "Go on storing in every capture of yours that is paused", options: ControlCommand.options,
    examples: [.init("a11y-capture resume", "What begins from now on is recorded again")],
    exitStatuses: ControlCommand.exitStatuses)

  static func run(_ arguments: Arguments, at time: MonotonicTime) throws(UsageError) -> Int32 {
    try ControlCommand.run(.resume, arguments, at: time) { isNew, file, time in
      isNew ? "resumed \(file) at \(time)" : "\(file) was not paused at \(time)"
    }
  }
}
