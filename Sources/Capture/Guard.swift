internal import Audio
internal import Glibc
public import System

/// Starts the application once the recorder is armed, and outlives the recorder: whatever becomes of that, the application and
/// its terminal go on, and what was changed for it is put back.
public struct Guard {
  /// What a guard tells of a recording that ended.
  public enum Outcome: Sendable {
    /// The recorder ended by itself, with this status; it has said everything.
    case recorded(status: Int32, command: Int32?)
    /// The recorder was killed or died before its end.
    case recorderDied(command: Int32?)
  }

  private let command: [String]
  private let recorder: Int32
  private var channel: Channel
  private let signals: Signals
  private var application: Child?
  /// Where what passes through a terminal of our own making is copied to; nil where the application is to have the caller's.
  private let copies: Descriptor?
  private let isRelaying: Bool
  private var relayed: RelayedApplication?
  private var sinkModule: UInt32?
  private var killAt = Deadline.never
  private var commandStatus: Int32?

  /// A guard for `command`, beside a recorder that is a child of this process already.
  ///
  /// With `copies` the command has a terminal of our own making, and what passes through it is copied there.
  public init(command: [String], recorder: Int32, channel: Descriptor, copies: Descriptor? = nil) throws(SystemError) {
    self.command = command
    self.recorder = recorder
    self.channel = Channel(channel)
    self.copies = copies
    isRelaying = copies != nil
    signals = try Signals(
      [SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGUSR1] + (isRelaying ? [SIGWINCH, SIGCONT] : []))
    Signals.ignoreBrokenPipes()
  }

  /// Runs until the application and the recorder have ended; throws where the application cannot be started.
  public mutating func run() throws -> Outcome {
    var recorderIsThere = true
    var failure: SystemError?
    while true {
      let wanted: [(Int32, PollInterest)] =
        [(signals.descriptor.number, .read)] + (recorderIsThere ? [(channel.descriptor.number, .read)] : [])
        + (application.map { [($0.ended.number, .read)] } ?? []) + (relayed?.wanted ?? [])
      let found = try pollDescriptors(wanted, until: killAt)
      // Before anything else: somebody waits for what a key does.
      for news in relayed?.serve() ?? [] { failure = take(news) ?? failure }
      passSignalsOn()
      if recorderIsThere, !found[1].isEmpty {
        if let messages = channel.receive() {
          for message in messages { failure = handle(message) ?? failure }
        } else {
          recorderIsThere = false
        }
      }
      if killAt.hasPassed {
        signalApplication(SIGKILL)
        killAt = .never
      }
      if let child = application, let status = try child.wait(until: .after(seconds: 0)) {
        commandStatus = status.shellStatus
        application = nil
        channel.send(.ended(status: commandStatus))
      }
      if application == nil, relayed == nil, !recorderIsThere { break }
    }
    putBack()
    if let failure { throw failure }
    return try outcome()
  }

  private mutating func handle(_ message: Channel.Message) -> SystemError? {
    switch message {
    case .ready(let environment, let module):
      sinkModule = module
      return start(environment)
    case .stop:
      signalApplication(SIGTERM)
      killAt = .after(seconds: 5)
    case .started, .ended, .snapshot: break
    }
    return nil
  }

  private mutating func start(_ environment: [String: String]) -> SystemError? {
    var options = Child.Options()
    options.environment = options.environment.merging(environment) { $1 }
    do {
      guard !isRelaying else {
        relayed = try RelayedApplication(command, environment: options.environment, copies: copies)
        return nil
      }
      let child = try Child(command[0], Array(command.dropFirst()), options)
      application = child
      channel.send(.started(processID: child.processID))
      return nil
    } catch {
      channel.send(.ended(status: nil))
      return error
    }
  }

  /// Takes in what became of an application in a terminal of our own making.
  private mutating func take(_ news: RelayedApplication.News) -> SystemError? {
    switch news {
    case .started(let id):
      channel.send(.started(processID: id))
      return nil
    case .failed(let error):
      relayed = nil
      channel.send(.ended(status: nil))
      return error
    case .ended(let status):
      relayed = nil
      commandStatus = status.shellStatus
      channel.send(.ended(status: commandStatus))
      return nil
    }
  }

  private func signalApplication(_ number: Int32) {
    application?.signal(number)
    relayed?.signal(number)
  }

  private mutating func passSignalsOn() {
    while let signal = signals.next() {
      switch signal.number {
      case SIGUSR1: channel.send(.snapshot)
      case SIGCHLD: break
      case SIGWINCH: relayed?.followSize()
      case SIGCONT: relayed?.resume()
      // What the terminal sends, the application has been sent as well, unless it has another one.
      default:
        guard signal.isFromProcess || isRelaying else { continue }
        signalApplication(signal.number)
        killAt = .after(seconds: 5)
      }
    }
  }

  private func putBack() {
    guard let sinkModule else { return }
    try? AudioCollector.unloadSink(module: sinkModule)
  }

  private func outcome() throws -> Outcome {
    var status: Int32 = 0
    while waitpid(recorder, &status, 0) < 0 {
      guard errno == EINTR else { return .recorderDied(command: commandStatus) }
    }
    // The low seven bits of a wait status are the signal that ended the process, if one did.
    guard status & 0x7f == 0 else { return .recorderDied(command: commandStatus) }
    return .recorded(status: (status >> 8) & 0xff, command: commandStatus)
  }
}
