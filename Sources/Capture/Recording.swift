internal import Glibc
public import System
internal import Timeline

/// One run of a recorder: from armed until the application has ended, the time is over, or it is told to stop.
public struct Recording {
  private let plan: Recorder.Plan
  private let seconds: Double?
  private let warn: (String) -> Void
  private let signals: Signals

  /// A recording of `plan`, for `seconds` at most where given; `warn` tells the person one line.
  public init(_ plan: Recorder.Plan, seconds: Double?, warn: @escaping (String) -> Void) throws(SystemError) {
    self.plan = plan
    self.seconds = seconds
    self.warn = warn
    // Before any thread is made.
    signals = try Signals([SIGINT, SIGTERM, SIGHUP, SIGUSR1])
    Signals.ignoreBrokenPipes()
  }

  /// Records applications that run already, and those that the plan reaches later.
  ///
  /// Where it reaches no more than the one application, the recording ends with it.
  public func run(_ targets: [RunningApplication]) throws -> Account {
    let recorder = try Recorder(plan)
    tellWhatIsMissing(recorder)
    recorder.adopt(targets)
    recorder.tellThatItRecords()
    let process = plan.reach == .application ? targets.first?.processID.flatMap { ProcessHandle($0) } : nil
    let deadline = seconds.map { Deadline.after(seconds: $0) } ?? .never
    let wanted: [(Int32, PollInterest)] =
      [(signals.descriptor.number, .read), (recorder.failure.number, .read)]
      + (process.map { [($0.ended.number, .read)] } ?? [])
    var found = try pollDescriptors(wanted, until: deadline)
    while !found[0].isEmpty, !isTheEnd(recorder) { found = try pollDescriptors(wanted, until: deadline) }
    return try recorder.finish(
      commandStatus: nil, reason: found[1].isEmpty ? nil : "the file could not be written any more")
  }

  /// Records what a guard at the other end of `descriptor` starts.
  public func run(guardedBy descriptor: Descriptor) throws -> Account {
    var channel = Channel(descriptor)
    let recorder = try Recorder(plan)
    tellWhatIsMissing(recorder)
    if plan.reach == .everything { recorder.adopt(Target.all()) }
    recorder.tellThatItRecords()
    channel.send(.ready(environment: recorder.applicationEnvironment, sinkModule: recorder.sinkModule))
    var deadline = seconds.map { Deadline.after(seconds: $0) } ?? .never
    var status: Int32?
    var reason: String?
    recording: while true {
      let found = try pollDescriptors(
        [(signals.descriptor.number, .read), (recorder.failure.number, .read), (descriptor.number, .read)],
        until: deadline)
      if deadline.hasPassed {
        channel.send(.stop)
        deadline = .never
      }
      if !found[0].isEmpty, isTheEnd(recorder) { break }
      if !found[1].isEmpty { break }
      guard !found[2].isEmpty else { continue }
      guard let messages = channel.receive() else {
        reason = "the process that had started the application is gone"
        break
      }
      for message in messages {
        switch message {
        case .started(let id): recorder.add(process: id)
        case .ended(let ended):
          status = ended
          if ended == nil { reason = "the application could not be started" }
          break recording
        case .snapshot: recorder.takeSnapshot()
        case .ready, .stop: break
        }
      }
    }
    let outcome = Result { try recorder.finish(commandStatus: status, reason: reason) }
    // Until then the terminal is the application's, and nothing is to be said on it.
    if status == nil, reason == nil { waitForTheEnd(&channel) }
    return try outcome.get()
  }

  /// Whether a signal tells to end; SIGUSR1 asks for a snapshot, and goes on.
  private func isTheEnd(_ recorder: Recorder) -> Bool {
    while let signal = signals.next() {
      guard signal.number == SIGUSR1 else { return true }
      recorder.takeSnapshot()
    }
    return false
  }

  /// Waits until the application has ended, or this process is told to end once more.
  private func waitForTheEnd(_ channel: inout Channel) {
    while let found = try? pollDescriptors(
      [(signals.descriptor.number, .read), (channel.descriptor.number, .read)], until: .never)
    {
      if !found[0].isEmpty, signals.next() != nil { return }
      guard !found[1].isEmpty else { continue }
      guard let messages = channel.receive() else { return }
      if messages.contains(where: { if case .ended = $0 { true } else { false } }) { return }
    }
  }

  private func tellWhatIsMissing(_ recorder: Recorder) {
    for (source, reason) in recorder.missing { warn("\(source.rawValue) cannot be recorded: \(reason)") }
    for (source, reason) in recorder.doubtful { warn("\(source.rawValue) may hear nothing: \(reason)") }
    if let reason = recorder.controlFault { warn("marks and pauses cannot be taken: \(reason)") }
  }
}
