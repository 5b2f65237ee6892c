public import ATSPI
internal import DBus
internal import Glibc
internal import System

/// An application that runs already.
public struct RunningApplication: Sendable {
  /// What it is called.
  public var name: String
  /// Its process; nil where the bus did not say.
  public var processID: Int32?
  /// What the a11y bus says of it; nil where it is not there.
  public var busEntry: BusApplications.Entry?
  /// Whether it is a terminal that is there, in which the application runs.
  public var isInTerminal = false
}

/// What `--app NAME` and `-- COMMAND` mean.
public enum Target: Sendable {
  /// It runs already.
  case running(RunningApplication)
  /// It is to be started.
  case command([String])

  /// Finds what a name means: an application on the a11y bus, else a process, else a program to start; exact names
  /// before a prefix that only one has.
  ///
  /// Our own processes never.
  public static func find(_ name: String) throws(CaptureError) -> Target {
    let bus = try? AccessibilityBus.connect()
    let onBus = bus.flatMap { try? BusApplications.list(on: $0) } ?? []
    let ours = ProcessTable.ancestors(of: getpid())
    let candidates = onBus.filter { entry in entry.processID.map { !ours.contains($0) } ?? true }
    if let entry = try choose(name, among: candidates, by: \.name, what: "application") {
      return .running(RunningApplication(name: entry.name, processID: entry.processID, busEntry: entry))
    }
    let processes = ProcessTable.all.filter { !ours.contains($0) }.compactMap { id in
      program(of: id).map { (id: id, name: $0) }
    }
    if let process = try choose(name, among: processes.filter { $0.name == name }, by: \.name, what: "process") {
      return .running(running(process.id, name: process.name, onBus: candidates))
    }
    if (try? Child.locate(name, searchPath: currentEnvironment()["PATH"] ?? "/usr/bin:/bin")) != nil {
      return .command([name])
    }
    let known = Set(candidates.map(\.name).filter { !$0.isEmpty }).sorted()
    throw CaptureError(
      "no application, process or program is called '\(name)'",
      advice: bus == nil
        ? "No a11y bus can be reached; start a desktop of your own: a11y-desktop -- …"
        : known.isEmpty ? "No application is on the a11y bus" : "On the a11y bus: " + known.joined(separator: ", "),
      exitStatus: 66)
  }

  /// Throws where a program cannot be started, before anything is made for it.
  public static func checkProgram(_ program: String) throws(CaptureError) {
    do {
      let path = try Child.locate(program, searchPath: currentEnvironment()["PATH"] ?? "/usr/bin:/bin")
      guard access(path, X_OK) == 0 else { throw SystemError("start \(program)") }
    } catch {
      throw CaptureError("\(error)", advice: "Give a program on PATH, or its path", exitStatus: 66)
    }
  }

  private static func choose<Entry>(
    _ name: String, among entries: [Entry], by key: KeyPath<Entry, String>, what: String
  ) throws(CaptureError) -> Entry? {
    var found = entries.filter { $0[keyPath: key] == name }
    if found.isEmpty { found = entries.filter { !name.isEmpty && $0[keyPath: key].hasPrefix(name) } }
    guard found.count > 1 else { return found.first }
    throw CaptureError(
      "'\(name)' means \(found.count) of them: " + found.map { "\(what) \($0)" }.joined(separator: "; "),
      advice: "End all but one, or start it anew: a11y-capture -- COMMAND", exitStatus: 64)
  }

  /// The name of the program that a process runs, scripts by the script's name.
  private static func program(of processID: Int32) -> String? {
    let words = ProcessTable.words(of: processID)
    guard let first = words.first else { return nil }
    func base(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
    let interpreters = ["python3", "python", "bash", "sh", "perl", "node", "gjs"]
    if interpreters.contains(base(first)), words.count > 1, !words[1].hasPrefix("-") { return base(words[1]) }
    return base(first)
  }

  /// A process, with its own connection on the a11y bus or else that of the terminal that it runs in.
  private static func running(_ id: Int32, name: String, onBus: [BusApplications.Entry]) -> RunningApplication {
    if let own = onBus.first(where: { $0.processID == id }) {
      return RunningApplication(name: name, processID: id, busEntry: own)
    }
    let ancestors = ProcessTable.ancestors(of: id)
    let terminal = onBus.first { entry in entry.processID.map(ancestors.contains) ?? false }
    return RunningApplication(
      name: name, processID: terminal?.processID ?? id, busEntry: terminal, isInTerminal: terminal != nil)
  }
}
