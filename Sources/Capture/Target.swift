public import ATSPI
internal import Glibc
internal import System

/// An application that runs already.
public struct RunningApplication: Sendable {
  /// What it is called.
  public var name: String
  /// Its first process; nil where the bus did not say.
  public var processID: Int32?
  /// What the a11y bus says of it, a connection each; empty where it is not there.
  public var busEntries: [BusApplications.Entry] = []
  /// The terminal that it runs in, where it is not on the a11y bus itself; nil where it is, or runs in none.
  public var terminal: BusApplications.Entry?
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
  /// Our own processes never. A number is also a process of that number. Throws where nothing is called so, or several are.
  public static func find(_ name: String) throws(CaptureError) -> Target { try Surroundings.here().find(name) }

  /// All applications on the a11y bus, the screen reader and the bus's own left out.
  public static func all() -> [RunningApplication] {
    let here = Surroundings.here()
    let servants = Set(here.processes.filter(Surroundings.serves).map(\.id))
    return here.candidateApplications.filter { entry in !(entry.processID.map(servants.contains) ?? false) }.map {
      RunningApplication(name: $0.name, processID: nil, busEntries: [$0])
    }
  }

  /// All applications of a name that run now.
  public static func running(_ name: String) -> [RunningApplication] { Surroundings.here().running(name) }

  /// The terminal on the a11y bus in which our guard runs a program that is not there itself; nil where it is, or there is none.
  static func terminalOfProgram(startedBy guardID: Int32) -> BusApplications.Entry? {
    let here = Surroundings.here()
    let connected = here.applications.compactMap(\.processID) + here.unlisted.map(\.processID)
    // The recorder is the guard's child, too.
    let isOnBus = connected.contains { id in
      id != here.processID && here.line(of: id).contains { $0.id == guardID }
    }
    return isOnBus ? nil : here.terminal(of: guardID)
  }

  /// Whether a process, or one that it descends from, is called `name`; for an application that starts later.
  static func isProcess(_ processID: Int32, called name: String) -> Bool {
    var next: Int32? = processID
    var seen: Set<Int32> = []
    while let id = next, id > 1, seen.insert(id).inserted, let process = ProcessTable.entry(of: id) {
      if !Surroundings.isOurs(process), let likeness = ProgramNames(process).likeness(to: name), likeness < .prefix {
        return true
      }
      next = process.parent
    }
    return false
  }

  /// Throws where a program cannot be started, before anything is made for it.
  public static func checkProgram(_ program: String) throws(CaptureError) {
    do {
      let path = try Child.locate(program, searchPath: searchPath)
      guard access(path, X_OK) == 0 else { throw SystemError("start \(program)") }
    } catch {
      throw CaptureError("\(error)", advice: "Give a program on PATH, or its path", exitStatus: 66)
    }
  }

  static var searchPath: String { currentEnvironment()["PATH"] ?? "/usr/bin:/bin" }
}

extension Surroundings {
  /// Finds what a name means among what is here.
  func find(_ name: String) throws(CaptureError) -> Target {
    for likenesses in [[NameLikeness.exact, .alike], [.prefix]] {
      for likeness in likenesses {
        if let found = try application(name, likeness) { return .running(found) }
      }
      for likeness in likenesses {
        if let found = try process(name, likeness) { return .running(found) }
      }
      if likenesses.contains(.exact), hasProgram(name) { return .command([name]) }
    }
    throw nothing(name)
  }

  /// All of a name that run, on the a11y bus or not; of those that descend from one another, the first.
  func running(_ name: String) -> [RunningApplication] {
    let onBus = candidateApplications.filter { NameLikeness(name, $0.name).map { $0 < .prefix } ?? false }
    let others = candidates.filter { process in
      process.userID == userID && ProgramNames(process).likeness(to: name).map { $0 < .prefix } ?? false
    }
    return topmost(onBus.compactMap(\.processID) + others.map(\.id)).map { running($0, name) }
  }

  private func application(_ name: String, _ likeness: NameLikeness) throws(CaptureError) -> RunningApplication? {
    let found = candidateApplications.filter { NameLikeness(name, $0.name) == likeness }
    let known = topmost(found.compactMap(\.processID)).map { id in
      running(id, found.first { $0.processID == id }?.name ?? name)
    }
    let unknown = found.filter { $0.processID == nil }.map {
      RunningApplication(name: $0.name, processID: nil, busEntries: [$0])
    }
    return try one(name, of: known + unknown, what: "application")
  }

  private func process(_ name: String, _ likeness: NameLikeness) throws(CaptureError) -> RunningApplication? {
    let found = candidates.filter { process in
      guard process.userID == userID else { return false }
      if likeness == .exact, process.id == Int32(name) { return true }
      return ProgramNames(process).likeness(to: name) == likeness
    }
    return try one(name, of: topmost(found.map(\.id)).map { running($0, name) }, what: "process")
  }

  /// Of processes that descend from one another, the first: several processes may be one application.
  private func topmost(_ ids: [Int32]) -> [Int32] {
    let all = Set(ids)
    return all.filter { id in line(of: id).dropFirst().allSatisfy { !all.contains($0.id) } }.sorted()
  }

  private func one(_ name: String, of found: [RunningApplication], what: String) throws(CaptureError)
    -> RunningApplication?
  {
    guard found.count > 1 else { return found.first }
    let list = found.map { "\(what) \($0.name)" + ($0.processID.map { ", number \($0)" } ?? "") }
    throw CaptureError(
      "'\(name)' means \(found.count) of them: " + list.joined(separator: "; "),
      advice: "Give the number of the one that is meant: a11y-capture --app "
        + (found.first?.processID.map(String.init) ?? "NUMBER"), exitStatus: 64)
  }

  /// An application by its first process, with its own connections on the a11y bus or else that of its terminal.
  private func running(_ id: Int32, _ name: String) -> RunningApplication {
    var application = RunningApplication(name: name, processID: id)
    func isInside(_ process: Int32) -> Bool { process == id || line(of: process).contains { $0.id == id } }
    application.busEntries = candidateApplications.filter { $0.processID.map(isInside) ?? false }
    if application.busEntries.isEmpty {
      let others = unlisted.filter { isInside($0.processID) }
      application.busEntries = others.compactMap { ask($0.busName, $0.processID) }
    }
    if application.busEntries.isEmpty { application.terminal = terminal(of: id) }
    return application
  }

  /// The nearest ancestor on the a11y bus that does not share the process's terminal, and so is what shows it; nil for a
  /// process without a terminal.
  fileprivate func terminal(of id: Int32) -> BusApplications.Entry? {
    let line = line(of: id)
    guard let device = line.first?.terminal, device != 0 else { return nil }
    return line.dropFirst().filter { $0.terminal != device }.lazy.compactMap { ancestor in
      applications.first { $0.processID == ancestor.id }
    }.first
  }

  private func nothing(_ name: String) -> CaptureError {
    let others = candidates.filter { process in
      process.userID != userID && ProgramNames(process).likeness(to: name).map { $0 < .prefix } ?? false
    }
    if let other = others.first {
      return CaptureError(
        "'\(name)' is process \(other.id) of another user", advice: "Record it as that user, on that user's desktop",
        exitStatus: 66)
    }
    let known = Set(candidateApplications.map(\.name).filter { !$0.isEmpty }).sorted()
    return CaptureError(
      "no application, process or program is called '\(name)'",
      advice: !hasBus
        ? "No a11y bus can be reached; start a desktop of your own: a11y-desktop -- …"
        : known.isEmpty ? "No application is on the a11y bus" : "On the a11y bus: " + known.joined(separator: ", "),
      exitStatus: 66)
  }
}
