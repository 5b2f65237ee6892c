import Glibc
import Storage
import System
import TestSupport
import Testing

/// Programs that a capture runs behind its relay, in a terminal of the test's own.
@Suite struct RelayedProgramTests {
  let folder: TemporaryFolder
  private var path: String { folder.path + "/run.db" }
  private var environment: [String: String] {
    var environment = SoundscapeTests.nowhere
    environment["AT_SPI_BUS_ADDRESS"] = PrivateBus.shared.address
    environment["DISPLAY"] = ""
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
    environment["PS1"] = "$ "
    return environment
  }

  init() throws { folder = try TemporaryFolder() }

  private func capture(_ options: [String] = [], _ script: String) throws -> PseudoTerminal {
    try PseudoTerminal(
      "a11y-capture", ["-o", path] + options + ["--", "bash", "-c", script], environment: environment)
  }

  private func wait(_ terminal: PseudoTerminal, for text: String) throws {
    try #require(
      try terminal.wait(within: 20) { $0.output.contains(text) }, "\(text) did not come in 20 s: \(terminal.output)")
  }

  private func rows(_ sql: String) throws -> [[Value]] { try TimelineFile(reading: path).rows(sql) }

  @Test func theProgramHasARealTerminalAndItsStatusIsTheCapturesOwn() throws {
    let terminal = try capture(
      ["--terminal", "relay"], "tty; stty size; test -t 0 -a -t 1 -a -t 2 && echo READY; read word; exit 7")
    try wait(terminal, for: "READY")
    #expect(terminal.output.contains("/dev/pts/") && terminal.output.contains("24 80"))
    #expect(terminal.settings != terminal.settingsBefore, "raw")
    try terminal.type("x\r")
    #expect(try terminal.end(within: 20) != nil)
    #expect(terminal.settings == terminal.settingsBefore)
    #expect(try rows("SELECT command_status FROM session") == [[.integer(7)]])
    #expect(
      try rows("SELECT key_name, via FROM input ORDER BY id")
        == [[.null, .text("terminal")], [.text("Return"), .text("terminal")]])
    let shown = try rows(
      "SELECT value FROM terminal_change JOIN string ON string.id = text_id WHERE kind = 'text' AND value LIKE 'READY%'"
    )
    #expect(shown == [[.text("READY")]])
  }

  @Test func theProgramFollowsTheTerminalsSize() throws {
    let terminal = try capture([], "trap 'stty size' WINCH; echo READY; until read -t 1 word; do :; done")
    try wait(terminal, for: "READY")
    try terminal.resize(rows: 30, columns: 100)
    try wait(terminal, for: "30 100")
    try terminal.type("\r")
    #expect(try terminal.end(within: 20) != nil)
    #expect(
      try rows(
        "SELECT value FROM terminal_change JOIN string ON string.id = text_id WHERE kind = 'screen' ORDER BY time_ns"
      )
      .map(\.first).suffix(1) == [.text("30 rows, 100 columns")])
  }

  @Test func ctrlCEndsTheProgramAndNotTheRecording() throws {
    let terminal = try capture([], "echo READY; exec sleep 600")
    try wait(terminal, for: "READY")
    try terminal.type("\u{3}")
    #expect(try terminal.end(within: 20) != nil)
    #expect(terminal.settings == terminal.settingsBefore)
    #expect(try rows("SELECT command_status FROM session") == [[.integer(130)]])
  }

  @Test func ctrlZStopsItAllAndTheTerminalIsTheShellsMeanwhile() throws {
    let terminal = try PseudoTerminal("/bin/bash", ["--norc", "--noprofile", "-i"], environment: environment)
    try wait(terminal, for: "$ ")
    try terminal.type(
      "\(Tool.path("a11y-capture")) -o \(path) -- bash -c 'echo READ\"\"Y; read word; echo \"got $word\"'\r")
    try wait(terminal, for: "READY")
    try terminal.type("\u{1a}")
    try wait(terminal, for: "Stopped")
    // What is typed ahead is the program's once it goes on.
    try terminal.type("echo \"<$(stty -a | grep -o -e '-*icanon' -e '-*isig' | tr '\\n' ' ')>\"\r")
    try wait(terminal, for: "<isig icanon >")
    try terminal.type("fg\r")
    try wait(terminal, for: "fg\r\n")
    try terminal.type("again\r")
    try wait(terminal, for: "got again")
    try wait(terminal, for: "Next: a11y-report")
    try terminal.type("exit\r")
    #expect(try terminal.end(within: 20) != nil)
    #expect(try rows("SELECT command_status FROM session") == [[.integer(0)]])
  }

  @Test func aRecorderThatIsKilledLeavesTheProgramAndItsTerminal() throws {
    let terminal = try capture([], "echo \"READ\"Y; read word; echo \"got $word\"; read word")
    try wait(terminal, for: "READY")
    let recorders = ProcessTable.all.filter { id in
      let words = ProcessTable.words(of: id)
      return words.contains("record") && words.contains(path)
    }
    #expect(recorders.count == 1)
    for id in recorders { kill(id, SIGKILL) }
    try terminal.type("on\r")
    try wait(terminal, for: "got on")
    try terminal.type("\r")
    #expect(try terminal.end(within: 20) == .exited(2))
    #expect(terminal.settings == terminal.settingsBefore)
    #expect(terminal.output.contains("the recorder was killed"))
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func aSignalToTheGuardReachesTheProgramAndTheTerminalIsPutBack(_ signal: Int32)
    throws
  {
    let terminal = try capture([], "trap 'echo caught; exit 3' TERM HUP; echo READY; while :; do read -t 1 word; done")
    try wait(terminal, for: "READY")
    terminal.child.signal(signal)
    #expect(try terminal.end(within: 20) == .exited(2), "incomplete: there is no sound here")
    #expect(terminal.output.contains("caught"))
    #expect(terminal.settings == terminal.settingsBefore)
    #expect(try rows("SELECT command_status FROM session") == [[.integer(3)]], "\(terminal.output)")
  }

  @Test func ofAPasswordNoKeyIsStoredAndTypedTextIsMasked() throws {
    let terminal = try capture(
      [],
      "read -p 'word? ' word; stty -echo; read -p 'password? ' word; stty echo; echo; echo \"it is $word\"; read word")
    try wait(terminal, for: "word? ")
    for character in "quorvex" { try terminal.type(String(character)) }
    try terminal.type("\r")
    try wait(terminal, for: "password? ")
    try terminal.type("hunter2x\r")
    try wait(terminal, for: "it is hunter2x")
    try terminal.type("\r")
    #expect(try terminal.end(within: 20) != nil)
    let names = try rows("SELECT key_name FROM input ORDER BY id").map { $0[0].text }
    #expect(names == Array(repeating: nil, count: 7) + ["Return", "Return", "Return"])
    let bytes = String(decoding: try #require(FileContents.bytes(path)), as: UTF8.self)
    for secret in ["hunter2", "quorv", "rvex"] { #expect(!bytes.contains(secret), "\(secret)") }
    #expect(bytes.contains("it is [hidden]") && bytes.contains("word?"))
  }

  @Test func withoutARelayNothingOfTheTerminalIsThere() throws {
    let terminal = try capture(["--terminal", "none"], "echo READY; tty")
    try wait(terminal, for: "READY")
    #expect(try terminal.end(within: 20) != nil)
    #expect(try rows("SELECT count(*) FROM source WHERE name = 'terminal'") == [[.integer(0)]])
    #expect(try rows("SELECT count(*) FROM terminal_change") == [[.integer(0)]])
  }

  @Test func aRelayNeedsATerminal() throws {
    let result = try Tool.run("a11y-capture", ["--terminal", "relay", "--", "true"], environment: environment)
    #expect(result.status == 64 && result.errors.contains("needs a terminal"))
    let other = try Tool.run("a11y-capture", ["--terminal", "maybe", "--", "true"], environment: environment)
    #expect(other.status == 64 && other.errors.contains("auto, relay or none"))
  }
}
