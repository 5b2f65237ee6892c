internal import Glibc
internal import System
internal import Terminal

/// An application that the guard runs in a terminal of its own making, of which every byte passes through the guard.
final class RelayedApplication {
  /// What became of it.
  enum News {
    case started(processID: Int32)
    case failed(SystemError)
    case ended(ExitStatus)
  }

  private let relay: TerminalRelay
  private let session: Child
  private let report: Descriptor
  private var partial: [UInt8] = []
  private var program: ProcessHandle?
  private var processID: Int32?
  /// Signals that came before the program was told to have started.
  private var early: [Int32] = []
  private var isStopped = false
  private var isOver = false

  /// Starts a command with an environment; copies of all that passes go to `copies`.
  init(_ command: [String], environment: [String: String], copies: Descriptor?) throws(SystemError) {
    relay = try TerminalRelay(copies: copies.map { RelayCopies(to: $0) })
    let (read, write) = try Descriptor.pipe()
    report = read
    let inner = relay.programsEnd?.number ?? -1
    var options = Child.Options()
    options.environment = environment
    options.newSession = true
    options.takesTerminal = true
    options.descriptors = [inner, inner, isatty(STDERR_FILENO) == 1 ? inner : STDERR_FILENO, write.number]
    relay.begin()
    do throws(SystemError) {
      session = try Child(ownProgramPath(), ["session", "--channel", "3", "--"] + command, options)
    } catch {
      relay.putBack()
      throw error
    }
    relay.letGoOfProgramsEnd()
  }

  /// What is to be waited for.
  var wanted: [(descriptor: Int32, interest: PollInterest)] {
    isOver ? [] : relay.wanted + [(report.number, .read)]
  }

  /// Passes bytes on, and takes in what became of the program.
  func serve() -> [News] {
    guard !isOver else { return [] }
    relay.pass()
    guard let found = try? pollDescriptors([(report.number, .read)], until: .after(seconds: 0)),
      !found[0].isEmpty
    else { return [] }
    let bytes = (try? report.readSome()) ?? []
    guard !bytes.isEmpty else { return end(.signaled(SIGKILL)) }
    partial += bytes
    var news: [News] = []
    while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: partial[..<end], as: UTF8.self)
      partial.removeSubrange(...end)
      if let told = TerminalSession.Report(line: line[...]) { news += take(told) }
    }
    return news
  }

  private func take(_ told: TerminalSession.Report) -> [News] {
    switch told {
    case .started(let id):
      processID = id
      program = ProcessHandle(id)
      for number in early { program?.signal(number) }
      early = []
      return [.started(processID: id)]
    case .failed(let code, let operation):
      finish()
      return [.failed(SystemError(operation, code: code))]
    case .stopped:
      stop()
      return []
    case .ended(let status): return end(status)
    }
  }

  private func end(_ status: ExitStatus) -> [News] {
    finish()
    return [.ended(status)]
  }

  private func finish() {
    relay.drain(within: 0.1)
    relay.putBack()
    isOver = true
    _ = session.terminate()
  }

  /// The program was stopped, as by Ctrl-Z: whoever waits for us is to have the terminal meanwhile.
  private func stop() {
    isStopped = true
    relay.pass()
    relay.putBack()
    kill(0, SIGTSTP)
    // Either somebody has continued us, or nobody could, and the kernel has let us go on.
    resume()
  }

  /// To be called when this process was continued.
  func resume() {
    guard !isOver else { return }
    relay.begin()
    guard isStopped, let processID else { return }
    isStopped = false
    kill(-processID, SIGCONT)
  }

  /// To be called when the outer terminal's size has changed.
  func followSize() { relay.followSize() }

  /// Sends the program a signal.
  func signal(_ number: Int32) {
    guard !isOver else { return }
    guard let program else {
      // Not told to have started yet: its session's first process would take the signal for itself.
      if number == SIGKILL { session.signal(number) } else { early.append(number) }
      return
    }
    program.signal(number)
    if isStopped, number != SIGKILL, let processID { kill(-processID, SIGCONT) }
  }
}
