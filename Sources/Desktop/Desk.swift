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
  var accessibilityBus: BusConnection?
  var reader: Part?
  private let signals: Signals
  private var lock: Descriptor?

  /// A desktop in `place`: `Launcher.isolatedWord`, or the folder of one without namespaces.
  public init(_ plan: DesktopPlan, place: String) throws {
    self.plan = plan
    isIsolated = place == Launcher.isolatedWord
    // Before any thread is made.
    signals = try Signals([SIGINT, SIGTERM, SIGHUP, SIGCHLD])
    Signals.ignoreBrokenPipes()
    folders = try Folders(root: isIsolated ? Launcher.coveredFolder + "/desk" : place, logFolder: plan.logFolder)
    toolFolder = Desk.folderOfThisProgram()
    environment = folders.partEnvironment()
    if !isIsolated {
      becomeSubreaper()
      do {
        lock = try UnixSocket.listen("@a11y-desktop-\(getuid())")
      } catch {
        try? removeFolder()
        throw DesktopError(
          "another desktop without namespaces runs for this user",
          advice: "Wait for its end, or let the kernel give namespaces")
      }
    }
  }

  /// Brings the desktop up, runs the command in it, and takes it down; the command's status.
  public func run() throws -> Int32 {
    defer { tearDown() }
    // A signal that comes while the parts start ends it as one that comes later does.
    try startParts()
    let control = try ReaderControl(path: folders.control)
    var options = Child.Options()
    options.environment = folders.commandEnvironment(toolFolder: toolFolder)
    options.environment["DISPLAY"] = environment["DISPLAY"]
    let command: Child
    do {
      command = try Child(plan.command[0], Array(plan.command.dropFirst()), options)
    } catch {
      throw CommandFailure(error: error)
    }
    let status = try serve(command, control)
    if let path = plan.screenshot { try takeScreenshot(path) }
    return status
  }

  /// The command could not be started, with the status that a shell would give: 127 not found, 126 not executable.
  public struct CommandFailure: Error, CustomStringConvertible {
    let error: SystemError
    /// One line.
    public var description: String { "\(error)" }
    /// The status.
    public var status: Int32 { error.code == ENOENT ? 127 : 126 }
  }

  /// Waits for the command's end, passing signals on and switching the reader when asked to.
  private func serve(_ command: Child, _ control: ReaderControl) throws -> Int32 {
    var killAt = Deadline.never
    while true {
      let found = try pollDescriptors(
        [(command.ended.number, .read), (signals.descriptor.number, .read), (control.descriptor.number, .read)],
        until: killAt)
      if found[0].contains(.read) { return try command.wait()?.shellStatus ?? 70 }
      if killAt.hasPassed { command.signal(SIGKILL) }
      while let signal = signals.next() {
        if signal.number == SIGCHLD {
          reapOrphans(keeping: parts.map(\.child.processID) + [command.processID])
        } else if signal.isFromProcess {
          command.signal(signal.number)
          killAt = .after(seconds: 3)
        } else if signal.number == SIGHUP {
          // The terminal has gone, and the command has been told.
          killAt = .after(seconds: 3)
        }
      }
      if found[2].contains(.read) { control.serve(self) }
    }
  }

  private func takeScreenshot(_ path: String) throws {
    let part = try Part(
      "the screenshot", ["import", "-window", "root", "png:" + path], environment: environment,
      logPath: logPath("screenshot"))
    guard try part.child.wait(until: .after(seconds: 20)) == .exited(0) else {
      throw part.failure("took no picture within 20 s")
    }
  }

  func logPath(_ name: String) -> String { "\(folders.log)/\(name).log" }

  private func tearDown() {
    // In a pid namespace the kernel ends all that is left the moment this process, its first, does.
    guard !isIsolated else { return }
    for part in parts.reversed() { part.child.terminate(within: 1) }
    for number in [SIGTERM, SIGKILL] {
      let deadline = Deadline.after(seconds: 2)
      for id in ProcessTable.descendants(of: getpid()) { kill(id, number) }
      while !ProcessTable.descendants(of: getpid()).isEmpty, !deadline.hasPassed {
        _ = try? pollDescriptors([(signals.descriptor.number, .read)], until: .after(seconds: 0.1))
        while signals.next() != nil {}
        reapOrphans(keeping: [])
      }
    }
    try? removeFolder()
  }

  private func removeFolder() throws {
    let remover = try Child("rm", ["-rf", "--", folders.root])
    _ = try remover.wait(until: .after(seconds: 10))
  }

  private static func folderOfThisProgram() -> String {
    let path = ownProgramPath()
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
