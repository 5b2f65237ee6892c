internal import Capture
internal import CommandLineTable
internal import Timeline

/// `a11y-capture pause [REASON]`: nothing is stored until `resume`.
enum PauseCommand {
  static let table = Command(
    "pause", summary: "Store nothing in any capture of yours that runs, until it is resumed", operands: "[REASON]",
    operandCount: 0...1, options: ControlCommand.options,
    examples: [
      .init(
        "a11y-capture pause \"answering the door\"",
        "What begins from now on is not recorded; reports say so, with the reason")
    ],
    exitStatuses: ControlCommand.exitStatuses)

  static func run(_ arguments: Arguments, at time: MonotonicTime) throws(UsageError) -> Int32 {
    try ControlCommand.run(.pause, arguments, at: time) { isNew, file, time in
      isNew ? "paused \(file) at \(time)" : "\(file) was paused already, since \(time)"
    }
  }
}
