internal import ATSPI
internal import Audio
internal import DBus
internal import Glibc
internal import System

/// What can be recorded of one application.
extension Doctor {
  /// Finds it as a recorder would, and looks at what it tells.
  static func look(at name: String) -> [Check] {
    do {
      switch try Target.find(name) {
      case .command(let words):
        return [.ok("application", "\(words[0]) does not run, and would be started")]
      case .running(let application): return examine(application)
      }
    } catch {
      return [.failed("application", error)]
    }
  }

  private static func examine(_ application: RunningApplication) -> [Check] {
    let number = application.processID.map { "process \($0)" } ?? "a process that the bus does not know"
    let found = Check.ok("application", "\(application.name), \(number)")
    if let terminal = application.terminal {
      let words = "it is not there itself, and its terminal \(terminal.name) speaks for it"
      return [found, .ok("application on the a11y bus", words), sounds(of: application)]
    }
    guard let entry = application.busEntries.first else {
      return [
        found,
        .missing(
          "application on the a11y bus", "it is not there, and it runs in no terminal that is",
          try: "Is accessibility on in its toolkit? NO_AT_BRIDGE and GTK_A11Y switch it off; then start it anew"),
        sounds(of: application),
      ]
    }
    return [found, tree(of: entry), peerToPeer(application), sounds(of: application)]
  }

  private static func tree(of entry: BusApplications.Entry) -> Check {
    let name = "application on the a11y bus"
    let toolkit = entry.toolkit.isEmpty ? "a toolkit that it does not name" : entry.toolkit
    guard let bus = try? AccessibilityBus.connect(), let windows = try? BusApplications.windowCount(of: entry, on: bus)
    else {
      return .notProven(name, "it is there, by \(toolkit), and does not answer", try: "Is it hung?")
    }
    guard windows > 0 else {
      return .notProven(name, "it is there, by \(toolkit), without a window", try: "Open its window")
    }
    return .ok(name, "it is there, by \(toolkit), with \(windows) \(windows == 1 ? "window" : "windows")")
  }

  /// GTK 3 answers its clients on a socket of its own, where no bus sees the calls.
  private static func peerToPeer(_ application: RunningApplication) -> Check {
    let name = "calls to the application"
    let folder = currentEnvironment()["XDG_RUNTIME_DIR"] ?? ""
    let ids = application.busEntries.compactMap(\.processID)
    guard let id = ids.first(where: { access("\(folder)/at-spi2-socket-\($0)", F_OK) == 0 }) else {
      return .ok(name, "they go over the bus")
    }
    return .notProven(
      name,
      "process \(id) answers its clients peer to peer, where no bus sees them; keys show activations all the same",
      try:
        "GTK 3 stays on the bus where it is started with XDG_RUNTIME_DIR=/nowhere, and the bus's address and PULSE_SERVER set"
    ).asOptional
  }

  private static func sounds(of application: RunningApplication) -> Check {
    let name = "sound of the application"
    let scope = ApplicationScope()
    for id in application.busEntries.compactMap(\.processID) { scope.add(root: id) }
    if let id = application.processID { scope.add(root: id) }
    let streams = (try? AudioCollector.listStreams()) ?? []
    let its = streams.filter { $0.processID.map(scope.contains) ?? false }
    if its.isEmpty {
      return Check.notProven(
        name, "it plays nothing now; a sound's first 10 ms are lost where the recorder did not start it",
        try: "Let the recorder start it: a11y-capture -- COMMAND"
      ).asOptional
    }
    return .ok(name, "it plays now: " + its.map(\.mediaName).joined(separator: ", "))
  }
}
