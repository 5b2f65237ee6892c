import Glibc
import System
import TestSupport
import Testing

/// `a11y-capture doctor` where there is nothing, and where there is a bus without anything else.
@Suite struct DoctorTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func doctor(_ arguments: String..., environment: [String: String] = [:]) throws -> Tool.Result {
    let nowhere = [
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere", "AT_SPI_BUS_ADDRESS": "", "DISPLAY": "", "WAYLAND_DISPLAY": "",
      "XDG_RUNTIME_DIR": folder.path, "PULSE_SERVER": "unix:/nowhere", "A11Y_DESKTOP": "",
    ]
    return try Tool.run(
      "a11y-capture", ["doctor"] + arguments, environment: nowhere.merging(environment) { $1 }, directory: folder.path)
  }

  /// The state of each check, by its name.
  private func states(_ result: Tool.Result) -> [String: String] {
    let lines = result.output.split(separator: "\n").dropFirst().map { $0.split(separator: ":", maxSplits: 1) }
    return Dictionary(
      lines.compactMap { parts in
        parts.count == 2 ? (String(parts[0]), String(parts[1].dropFirst().prefix { $0 != "," })) : nil
      }, uniquingKeysWith: { $1 })
  }

  @Test func whereNothingIsEverySourceIsMissingAndEachLineSaysWhatToTry() throws {
    let result = try doctor()
    #expect(result.status == 74 && result.errors == "", "\(result)")
    #expect(result.output.hasPrefix("NOTHING can be recorded here.\n\n"))
    let states = states(result)
    for name in [
      "session bus", "a11y bus", "events", "calls", "keys", "speech", "sound server", "application-audio",
      "reader-audio",
    ] {
      #expect(states[name] == "missing", "\(name): \(result.output)")
    }
    #expect(states["XDG_RUNTIME_DIR"] == "ok" && states["folder for timelines"] == "ok", "\(result.output)")
    for line in result.output.split(separator: "\n") where line.contains(": missing, ") {
      #expect(line.contains(". Try: "), "\(line)")
    }
    #expect(folder.names == [], "it leaves nothing behind")
  }

  @Test func onABusEventsAndCallsAreProvenAndTheRestIsNamed() throws {
    let bus = try PrivateBus()
    let result = try doctor(environment: ["AT_SPI_BUS_ADDRESS": bus.address])
    #expect(result.status == 2 && result.output.hasPrefix("PARTLY: "), "\(result)")
    let states = states(result)
    for name in ["a11y bus", "registry", "events", "calls"] { #expect(states[name] == "ok", "\(name): \(result)") }
    for name in ["screen reader", "keys", "speech", "sound server"] {
      #expect(states[name] == "missing", "\(name): \(result)")
    }
  }

  @Test func anApplicationIsLookedAtAsARecorderWouldFindIt() throws {
    let bus = try PrivateBus()
    var environment = SoundscapeTests.nowhere
    environment["AT_SPI_BUS_ADDRESS"] = bus.address
    let terminal = try PseudoTerminal("soundscape-tui", [], environment: environment)
    try #require(try terminal.wait { $0.output.contains("Nearby Markers") })
    try #require(bus.applications.wait { !$0.isEmpty })
    let result = try doctor("--app", "soundscape-tui", environment: ["AT_SPI_BUS_ADDRESS": bus.address])
    #expect(
      result.output.contains("\napplication: ok, soundscape-tui, process \(terminal.child.processID)\n"), "\(result)")
    #expect(result.output.contains("\napplication on the a11y bus: ok, it is there, by "), "\(result)")
    #expect(result.output.contains("\ncalls to the application: ok, they go over the bus\n"))
    let none = try doctor("--app", "no-such-app", environment: ["AT_SPI_BUS_ADDRESS": bus.address])
    #expect(none.status == 2)
    #expect(none.output.contains("On the a11y bus: soundscape-tui"), "\(none)")
  }

  @Test func aJSONOfItHoldsTheSameChecks() throws {
    let (text, json) = (try doctor(), try doctor("--format", "json"))
    #expect(json.status == 74)
    let names = json.output.split(separator: "\n").filter { $0.contains("\"name\": ") }
    #expect(names.count == text.output.split(separator: "\n").count - 1, "\(json)")
    let python = try Tool.run(
      "/usr/bin/python3", ["-c", "import json,sys; print(json.loads(sys.argv[1])['outcome'])", json.output])
    #expect(python.output == "nothing\n", "\(python)")
  }

  @Test(arguments: [["--app", ""], ["--format", "csv"], ["more"]])
  func mistakesAreUsageErrors(_ arguments: [String]) throws {
    let result = try Tool.run("a11y-capture", ["doctor"] + arguments)
    #expect(result.status == 64 && result.errors.split(separator: "\n").count == 1, "\(result)")
  }
}
