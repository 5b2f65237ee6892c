import DBus
import Glibc
import System
import TestSupport
import Testing

/// The demonstration application in a terminal of the test's own, on a bus of the tests' own, without a sound server.
@Suite struct SoundscapeTests {
  /// Nothing of the caller's desktop.
  static let nowhere = [
    "PULSE_SERVER": "unix:/nowhere/pulse", "SPEECHD_ADDRESS": "unix_socket:/nowhere/speech",
    "XDG_RUNTIME_DIR": "/nowhere",
  ]
  static let endings: [Ending] = [
    Ending(name: "q", text: "q", status: .exited(0)), Ending(name: "Ctrl-C", text: "\u{3}", status: .exited(0)),
    Ending(name: "SIGTERM", signal: SIGTERM, status: .exited(143)),
    Ending(name: "SIGHUP", signal: SIGHUP, status: .exited(129)),
    Ending(name: "SIGINT", signal: SIGINT, status: .exited(130)),
    Ending(name: "a fault", signal: SIGSEGV, status: .signaled(SIGSEGV)),
    Ending(name: "an abort", signal: SIGABRT, status: .signaled(SIGABRT)),
    Ending(name: "SIGQUIT", signal: SIGQUIT, status: .signaled(SIGQUIT)),
  ]

  struct Ending: CustomTestStringConvertible, Sendable {
    var name: String
    var text = ""
    var signal: Int32 = 0
    var status: System.ExitStatus
    var testDescription: String { name }
  }

  private func start(_ arguments: [String] = [], bus: String? = nil, rows: Int = 24, columns: Int = 80) throws
    -> PseudoTerminal
  {
    var environment = Self.nowhere
    environment["AT_SPI_BUS_ADDRESS"] = bus ?? PrivateBus.shared.address
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let terminal = try PseudoTerminal(
      "soundscape-tui", arguments, environment: environment, rows: rows, columns: columns)
    try #require(try terminal.wait { $0.output.contains("Nearby Markers") || $0.line(0).contains("needs") })
    return terminal
  }

  @Test(arguments: endings) func theTerminalIsPutBackWhicheverWayItEnds(_ ending: Ending) throws {
    let terminal = try start()
    #expect(terminal.settings != terminal.settingsBefore, "raw")
    #expect(terminal.output.contains("\u{1b}[?1049h"), "the alternate screen")
    if ending.signal == 0 { try terminal.type(ending.text) } else { terminal.child.signal(ending.signal) }
    #expect(try terminal.end() == ending.status)
    #expect(terminal.settings == terminal.settingsBefore)
    #expect(terminal.output.contains("\u{1b}[?1004l\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l"), "\(terminal.output.suffix(80))")
  }

  @Test func theHomeScreenFitsAndFollowsTheTerminalsSize() throws {
    let terminal = try start(rows: 20, columns: 70)
    #expect(terminal.line(0).contains("80x24") && terminal.line(0).contains("70x20"))
    try terminal.resize(rows: 24, columns: 80)
    #expect(try terminal.wait { $0.line(23).contains("Hear about your current location") })
    let bar = terminal.line(21)
    for name in ["My Location", "Around Me", "Ahead of Me", "Nearby Markers"] {
      #expect(bar.contains("[") && bar.contains(name))
    }
    for row in 0..<24 { #expect(terminal.line(row).count <= 80, "\(terminal.line(row))") }
    try terminal.resize(rows: 40, columns: 120)
    #expect(try terminal.wait { $0.line(37).contains("Nearby Markers") && $0.line(39).contains("Hear about") })
    #expect(!terminal.line(21).contains("Nearby Markers"), "nothing is left at its old place")
  }

  @Test func keysMoveTheHighlightAndItsHint() throws {
    let terminal = try start()
    for (keys, hint) in [
      ("\t", "places around you"), ("\u{1b}[C", "in front of you"), ("\u{1b}OB", "you have marked"),
      ("\u{1b}[Z", "in front of you"), ("\u{1b}[A", "places around you"), ("\u{1b}[1;5D", "your current location"),
      // Pieces, a lone Escape, and what is no sequence do no harm.
      ("\u{1b}", "your current location"), ("[C", "places around you"), ("\u{1b}[\t", "in front of you"),
      ("é\u{1b}[200~x", "in front of you"), ("\t", "you have marked"),
    ] {
      try terminal.type(keys)
      #expect(try terminal.wait(within: 5) { $0.line(23).contains(hint) }, "after \(keys.debugDescription)")
    }
  }

  @Test func withoutBusAndSoundItIsATerminalProgramAndSaysSo() throws {
    let terminal = try start(bus: "unix:path=/nowhere/bus")
    #expect(try terminal.wait { $0.screen.contains("no a11y bus") && $0.screen.contains("sound server") })
    try terminal.type("\t ")
    #expect(try terminal.wait { $0.line(23).contains("places around you") && $0.screen.contains("Ready") })
    try terminal.type("q")
    #expect(try terminal.end() == .exited(0))
  }

  @Test func withoutATerminalItIsAnErrorThatSaysWhatToDo() throws {
    let result = try Tool.run("soundscape-tui", [], environment: Self.nowhere)
    #expect(result.status == 74)
    #expect(result.errors.contains("Run it in a terminal") && result.output == "", "\(result)")
  }
}
