internal import ATSPI
internal import DBus
internal import Glibc
internal import System

/// What there is to choose an application from.
struct Surroundings {
  /// The processes.
  var processes: [ProcessEntry]
  /// The applications that the a11y registry lists.
  var applications: [BusApplications.Entry]
  /// The other connections on the a11y bus, by their processes.
  var unlisted: [(busName: String, processID: Int32)] = []
  /// Such a connection as an application; nil where it is none.
  var ask: (_ busName: String, _ processID: Int32) -> BusApplications.Entry? = { _, _ in nil }
  /// Whether the a11y bus could be asked.
  var hasBus = true
  /// The user who looks.
  var userID: UInt32
  /// The process that looks.
  var processID: Int32
  /// Whether a program of that name can be started.
  var hasProgram: (String) -> Bool

  /// What is here now.
  static func here() -> Surroundings {
    let bus = try? AccessibilityBus.connect()
    let applications = bus.flatMap { try? BusApplications.list(on: $0) } ?? []
    var here = Surroundings(
      processes: ProcessTable.entries, applications: applications, hasBus: bus != nil, userID: geteuid(),
      processID: getpid(), hasProgram: { (try? Child.locate($0, searchPath: Target.searchPath)) != nil })
    if let bus {
      here.unlisted = (try? BusApplications.unlisted(on: bus, beside: applications)) ?? []
      here.ask = { BusApplications.entry($0, $1, on: bus) }
    }
    return here
  }

  /// Processes that can be meant: no zombie, no thread of the kernel, nothing of ours, and not the shell or the timer that has
  /// our words because it runs us.
  var candidates: [ProcessEntry] {
    let callers = Set(line(of: processID).map(\.id))
    return processes.filter { $0.isAlive && !callers.contains($0.id) && !Self.isOurs($0) }
  }

  /// Applications that can be meant; the terminal that we were typed into is one.
  var candidateApplications: [BusApplications.Entry] {
    let out = Set(processes.filter { !$0.isAlive || $0.id == processID || Self.isOurs($0) }.map(\.id))
    return applications.filter { entry in !(entry.processID.map(out.contains) ?? false) }
  }

  /// Whether a process is one of this product's.
  static func isOurs(_ process: ProcessEntry) -> Bool { ours.contains(process.name) }

  /// Whether a process is no application but serves them: a screen reader, what speaks for it, and the bus's own.
  static func serves(_ process: ProcessEntry) -> Bool {
    process.name.hasPrefix("sd_") || servants.contains(process.name)
  }

  /// As the kernel has their names, of which it keeps 15 bytes.
  private static let servants: Set<String> = [
    "orca", "speech-dispatch", "at-spi2-registr", "at-spi-bus-laun", "dbus-daemon", "dbus-broker",
  ]

  /// As the kernel has their names.
  private static let ours: Set<String> = [
    "a11y-capture", "a11y-guard", "a11y-session", "a11y-tap", "a11y-desktop", "a11y-report", "a11y-replay",
  ]

  /// A process, its parent, and so on up to the first, nearest first.
  func line(of processID: Int32) -> [ProcessEntry] {
    let byID = Dictionary(processes.map { ($0.id, $0) }) { $1 }
    var found: [ProcessEntry] = []
    var next = byID[processID]
    while let entry = next, !found.contains(where: { $0.id == entry.id }) {
      found.append(entry)
      next = byID[entry.parent]
    }
    return found
  }
}
