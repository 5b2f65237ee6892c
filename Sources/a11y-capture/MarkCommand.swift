internal import Capture
internal import CommandLineTable
internal import Timeline

/// `a11y-capture mark TEXT`: puts a marker into every running capture.
enum MarkCommand {
  static let table = Command(
    "mark", summary: "Put a marker into every capture of yours that runs", operands: "TEXT", operandCount: 1...1,
    options: ControlCommand.options,
    examples: [
      .init(
        "a11y-capture mark \"now the slider\"",
        "From another terminal, a test or a hotkey; its time is the command's start"),
      .init("a11y-capture mark --capture run1.db start", "Into one capture of several"),
    ],
    exitStatuses: ControlCommand.exitStatuses)

  static func run(_ arguments: Arguments, at time: MonotonicTime) throws(UsageError) -> Int32 {
    try ControlCommand.run(.mark, arguments, at: time) { _, file, time in "marked \(file) at \(time)" }
  }
}
