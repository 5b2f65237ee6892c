internal import ATSPI
internal import DBus
internal import System
internal import Timeline

/// What is told on the a11y bus.
extension Doctor {
  private static let ownDesktop = "a11y-desktop -- COMMAND opens a desktop that has everything"

  /// The session bus, the a11y bus, and whether the desktop has accessibility switched on.
  static func buses(_ accessibility: Result<BusConnection, BusError>) -> [Check] {
    let session = Result { () throws(BusError) in try BusConnection.session() }
    var buses: [Check] = [
      check("session bus", session, try: "Log in to a desktop; " + ownDesktop),
      check("a11y bus", accessibility, try: "apt-get install at-spi2-core, and log in anew; " + ownDesktop),
    ]
    if buses[1].state != .ok, let address = currentEnvironment()["AT_SPI_BUS_ADDRESS"], !address.isEmpty {
      buses[1].advice = "AT_SPI_BUS_ADDRESS names it; without that variable the session's own is used"
    }
    guard case .success(let bus) = session else {
      return buses + [.notProven("accessibility", "without a session bus nobody tells whether it is on", try: nil)]
    }
    return buses + [isEnabled(on: bus)]
  }

  private static func check(_ name: String, _ bus: Result<BusConnection, BusError>, try advice: String) -> Check {
    switch bus {
    case .success(let bus): .ok(name, "connected as \(bus.uniqueName)")
    case .failure(let error): .failed(name, error, try: advice)
    }
  }

  private static func isEnabled(on session: BusConnection) -> Check {
    let name = "accessibility"
    do {
      let isOn = try session.property(
        "IsEnabled", of: "org.a11y.Status", "org.a11y.Bus", "/org/a11y/bus", timeoutSeconds: 5)
      if isOn.bool == true { return .ok(name, "the desktop says that it is on") }
      return .notProven(
        name, "the desktop says that it is off, and toolkits that ask, as Qt and Chromium do, tell nothing",
        try: "Start a screen reader, or switch accessibility on in the desktop's settings; this tool never does")
    } catch {
      return .failed(name, error, .notProven, try: "apt-get install at-spi2-core, and log in anew")
    }
  }

  /// The registry, with how many applications are in it.
  static func registry(on bus: BusConnection) -> [Check] {
    do {
      let names = try BusApplications.list(on: bus).map { $0.name.isEmpty ? "one without a name" : $0.name }
      let list = names.isEmpty ? "no application" : names.joined(separator: ", ")
      return [.ok("registry", "it answers, and lists \(list)")]
    } catch {
      return [.failed("registry", error, try: "apt-get install at-spi2-core, and log in anew")]
    }
  }

  /// Who else listens for the focus: without a screen reader nothing is spoken.
  static func listeners(on bus: BusConnection) -> [Check] {
    let name = "screen reader"
    do {
      let processes = try FocusListeners.others(on: bus).compactMap { try? bus.processID(of: $0) }
      let readers = processes.compactMap(ProcessTable.entry(of:)).filter { !Surroundings.isOurs($0) }.map {
        "\($0.name), process \($0.id)"
      }
      guard !readers.isEmpty else {
        return [.missing(name, "nobody listens for the focus", try: "Start it: orca; install it: apt-get install orca")]
      }
      return [.ok(name, "listens for the focus: " + readers.joined(separator: "; "))]
    } catch {
      return [.failed(name, error, .notProven)]
    }
  }

  /// Events and calls, each by one of our own.
  static func signals() -> [Check] {
    do {
      let collector = try EventCollector(sink: Unrecorded()) { _ in false }
      defer { collector.stop() }
      try collector.start()
      do {
        try collector.testItself(within: testSeconds)
        return [Check.ok(events, "one of our own came back").asSource, monitor()]
      } catch {
        return [
          Check.failed(events, error, .notProven, try: "Is the machine very busy? Try again").asSource, monitor(),
        ]
      }
    } catch {
      return [Check.failed(events, error).asSource, monitor()]
    }
  }

  private static func monitor() -> Check {
    do {
      let monitor = try CallMonitor(sink: Unrecorded()) { _ in false }
      defer { monitor.stop() }
      try monitor.start()
      try monitor.testItself(within: testSeconds)
      return Check.ok(calls, "the bus lets us monitor, and one of our own was seen").asSource
    } catch {
      return Check.failed(
        calls, error, try: "The a11y bus may forbid monitors; record with --no-calls, keys show activations too"
      ).asSource
    }
  }

  /// What is missing with the a11y bus; keys are anybody's where no event tells that the application has the focus.
  static let withoutBus = [SourceName.events, .calls, .keys].map {
    Check.missing($0.rawValue, "there is no a11y bus to see them on", try: "Mend the a11y bus first").asSource
  }

  /// Keys, as far as they can be watched without pressing one.
  static func keys() -> Check {
    let environment = currentEnvironment()
    let isWayland = environment["WAYLAND_DISPLAY"].map { !$0.isEmpty } ?? false
    let advice =
      isWayland
      ? "Wayland shows keys to nobody; log in to an X session, or: " + ownDesktop
      : "Set DISPLAY to an X display; " + ownDesktop
    let watcher = KeyWatcher { _ in }
    do {
      try watcher.start(within: testSeconds)
      let display = environment["DISPLAY"] ?? ""
      guard isWayland else { return Check.ok("keys", "a watcher is set on the X display \(display)").asSource }
      return Check.notProven(
        "keys", "this is Wayland, and on the X display \(display) beside it only keys of X programs are seen",
        try: advice
      ).asSource
    } catch {
      return Check(name: "keys", state: .missing, found: error.message, advice: advice, isSource: true)
    }
  }
}
