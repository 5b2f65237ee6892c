internal import Capture
internal import CommandLineTable
internal import Timeline

/// What `mark`, `pause` and `resume` have in common: they tell every running capture, and say which took it.
enum ControlCommand {
  static let options = [
    Option("capture", value: "FILE", "Reach only the capture that is written into FILE")
  ]
  static let exitStatuses: [(code: Int32, meaning: String)] = [
    (0, "every capture that was meant took it"), (64, "usage"),
    (66, "no capture is running, or none into FILE"), (74, "a capture did not answer within 2 s, or refused"),
  ]

  /// Tells the captures, and prints a line for each by `describe`, which is given whether it made a difference, the file, and the time in its session.
  static func run(
    _ verb: ControlRequest.Verb, _ arguments: Arguments, at time: MonotonicTime,
    describe: (_ isNew: Bool, _ file: String, _ time: String) -> String
  ) throws(UsageError) -> Int32 {
    var request = ControlRequest(verb, at: time, text: arguments.operands.first ?? "")
    if let fault = request.fault { throw UsageError(fault) }
    let path = arguments.value("capture")
    if let path {
      request.file = FileIdentity(path)
      guard request.file != nil else {
        say(verb, "there is no file \(path). Give the timeline that a11y-capture writes")
        return 66
      }
    }
    do {
      return report(try RunningCaptures.tell(request), verb, meant: path, describe)
    } catch {
      say(verb, "\(error)")
      return error.exitStatus
    }
  }

  private static func report(
    _ outcomes: [RunningCaptures.Outcome], _ verb: ControlRequest.Verb, meant path: String?,
    _ describe: (Bool, String, String) -> String
  ) -> Int32 {
    var status: Int32 = 0
    var others: [String] = []
    for outcome in outcomes {
      switch outcome.reply {
      case .taken(let time, let file): print(describe(true, file, seconds(time)))
      case .unchanged(let time, let file): print(describe(false, file, seconds(time)))
      case .other(let file): others.append(file)
      case .refused(let reason):
        say(verb, "the capture of process \(outcome.processID) refused: \(reason)")
        status = 74
      case nil:
        say(verb, "the capture of process \(outcome.processID) did not answer. Has it stopped, or just ended?")
        status = 74
      }
    }
    if let path, status == 0, others.count == outcomes.count {
      say(verb, "no capture is written into \(path). Running: " + others.joined(separator: ", "))
      status = 66
    }
    return status
  }

  private static func say(_ verb: ControlRequest.Verb, _ line: String) {
    Command.printError("a11y-capture \(verb.rawValue): \(line)")
  }

  /// Nanoseconds as seconds to the millisecond.
  private static func seconds(_ nanoseconds: Int64) -> String {
    let milliseconds = nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 >= 500_000 ? 1 : 0)
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest + " s"
  }
}
