internal import DBus
internal import Glibc
internal import Pulse
internal import System

/// The desktop from within: starts its parts in order, runs the command, and takes everything down.
public final class Desk {
  let plan: DesktopPlan
  let folders: Folders
  let isIsolated: Bool
  let toolFolder: String
  var environment: [String: String]
  var parts: [Part] = []
  var sessionBus: BusConnection?
  var accessibilityBus: BusConnection?
  /// Readable when somebody has registered for events on the a11y bus.
  var listenerRegistered: Descriptor?
  var reader: Part?
  /// Readable when the desktop is to end.
  let stop: Signals
  private let childEnded: Signals
  private let warn: (String) -> Void
  private var lock: Descriptor?

  /// A desktop in `place`: `Launcher.isolatedWord`, or the folder of one without namespaces; `warn` tells the person one line.
  public init(_ plan: DesktopPlan, place: String, warn: @escaping (String) -> Void) throws {
    self.plan = plan
    self.warn = warn
    isIsolated = place == Launcher.isolatedWord
    // Before any thread is made.
    stop = try Signals(Launcher.stopSignals)
    childEnded = try Signals([SIGCHLD])
    Signals.ignoreBrokenPipes()
    if !isIsolated {
      becomeSubreaper()
      do {
        lock = try UnixSocket.listen("@a11y-desktop-\(getuid())")
      } catch {
        throw DesktopError(
          "another desktop without namespaces runs for this user",
          advice: "Wait for its end, or let the kernel give namespaces")
      }
      // Not one that somebody else has made there.
      guard mkdir(place, 0o700) == 0 else { throw SystemError("make the folder \(place)") }
    }
    folders = try Folders(root: isIsolated ? Launcher.coveredFolder + "/desk" : place, logFolder: plan.logFolder)
    toolFolder = Desk.folderOfThisProgram()
    environment = folders.partEnvironment()
  }

  /// Brings the desktop up, runs the command in it, and takes it down; the command's status.
  public func run() throws -> Int32 {
    defer { tearDown() }
    var options = Child.Options()
    options.environment = folders.commandEnvironment(toolFolder: toolFolder)
    do {
      try checkCommand(options)
      try startParts()
      let control = try ReaderControl(path: folders.control)
      options.environment["DISPLAY"] = environment["DISPLAY"]
      let command = try start(plan.command, options)
      let status = try serve(command, control)
      warnOfLostParts()
      return takeScreenshot() ? status : (status == 0 ? 70 : status)
    } catch is Stopped {
      return 128 + (stop.next()?.number ?? SIGTERM)
    }
  }

  /// Throws where a signal has asked for the end.
  func checkStop() throws {
    if try pollDescriptors([(stop.descriptor.number, .read)], until: .after(seconds: 0))[0].contains(.read) {
      throw Stopped()
    }
  }

  /// Looks for the command at once, so that nobody waits for a desktop that will not be used.
  private func checkCommand(_ options: Child.Options) throws(CommandFailure) {
    do {
      _ = try Child.locate(plan.command[0], searchPath: options.environment["PATH"] ?? "")
    } catch {
      throw CommandFailure(error: error)
    }
  }

  private func start(_ words: [String], _ options: Child.Options) throws(CommandFailure) -> Child {
    do {
      return try Child(words[0], Array(words.dropFirst()), options)
    } catch {
      throw CommandFailure(error: error)
    }
  }

  /// Waits for the command's end, passing signals on and switching the reader when asked to.
  private func serve(_ command: Child, _ control: ReaderControl) throws -> Int32 {
    var killAt = Deadline.never
    while true {
      reapOrphans(keeping: parts.map(\.child.processID) + [command.processID])
      let found = try pollDescriptors(
        [
          (command.ended.number, .read), (stop.descriptor.number, .read), (childEnded.descriptor.number, .read),
          (control.descriptor.number, .read),
        ], until: killAt)
      if found[0].contains(.read) { return try command.wait()?.shellStatus ?? 70 }
      while childEnded.next() != nil {}
      if killAt.hasPassed {
        command.signal(SIGKILL)
        killAt = .never
      }
      while let signal = stop.next() {
        // What comes from the terminal, Ctrl-C or its going, has come to the command as well.
        // What that makes of Ctrl-C is its own affair.
        if signal.isFromProcess { command.signal(signal.number) }
        if signal.isFromProcess || signal.number == SIGHUP { killAt = .after(seconds: 3) }
      }
      if found[3].contains(.read) { control.serve(self) }
    }
  }

  /// Tells of parts that ended while the command ran, since it may have failed for want of them.
  private func warnOfLostParts() {
    for part in parts where part.hasEnded { warn("while the command ran, \(part.failure("ended"))") }
  }

  /// False where a picture was asked for and could not be taken.
  private func takeScreenshot() -> Bool {
    guard let path = plan.screenshot else { return true }
    do {
      let part = try Part(
        "the screenshot", ["import", "-window", "root", "png:" + path], environment: environment,
        logPath: logPath("screenshot"))
      guard try part.child.wait(until: .after(seconds: 20)) == .exited(0) else {
        throw part.failure("took no picture within 20 s")
      }
      return true
    } catch {
      warn("\(error)")
      return false
    }
  }

  func logPath(_ name: String) -> String { "\(folders.log)/\(name).log" }

  private func tearDown() {
    // A recorder that was left running closes its file when it is asked to end.
    Remains.end(by: SIGTERM, within: 2, keeping: parts.map(\.child.processID))
    // In a pid namespace the kernel ends all that is left the moment this process, its first, does.
    guard !isIsolated else { return }
    for part in parts.reversed() { part.child.terminate(within: 1) }
    Remains.remove(folders.root)
  }

  private static func folderOfThisProgram() -> String {
    let path = ownProgramPath()
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
