import TestSupport
import Testing

/// What a11y-capture says where there is nothing to record, or nothing to record with.
@Suite struct CaptureErrorTests {
  let folder: TemporaryFolder
  /// No bus, no display, no sound server, no speech tap.
  let nowhere = [
    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere", "AT_SPI_BUS_ADDRESS": "", "DISPLAY": "",
    "XDG_RUNTIME_DIR": "/nowhere",
    "PULSE_SERVER": "unix:/nowhere",
  ]

  init() throws { folder = try TemporaryFolder() }

  private func capture(_ arguments: [String]) throws -> Tool.Result {
    try Tool.run("a11y-capture", arguments, environment: nowhere, directory: folder.path)
  }

  @Test func whereNothingCanBeRecordedNothingIsStartedAndNoFileIsLeft() throws {
    let result = try capture(["-o", "run.db", "--", "sh", "-c", "echo started"])
    #expect(result.status == 74)
    #expect(result.output == "", "the application was not started")
    #expect(
      result.errors.contains("nothing can be recorded here") && result.errors.contains("a11y-desktop"),
      "\(result.errors)")
    for part in ["a11y bus", "sound", "speech tap"] { #expect(result.errors.contains(part), "\(result.errors)") }
    #expect(folder.names == [])
  }

  @Test func whatIsNotThereIsNamed() throws {
    let unknown = try capture(["--app", "no-such-app"])
    #expect(unknown.status == 66 && unknown.errors.contains("'no-such-app'"), "\(unknown)")
    let program = try capture(["-o", "run.db", "--", "no-such-program"])
    #expect(program.status == 66 && program.errors.contains("no-such-program"), "\(program)")
    #expect(folder.names == [])
  }

  @Test func mistakesAreUsageErrors() throws {
    for arguments in [
      [], ["--duration", "soon", "--", "true"], ["--status-fd", "77", "--", "true"], ["--ap", "x"],
      ["--status-fd", "1e300", "--", "true"], ["--status-fd", "0.5", "--", "true"],
      ["--status-fd", "-1", "--", "true"],
      ["--status-fd", "99999999999", "--", "true"], ["--app", ""], ["--duration", "nan", "--", "true"],
    ] {
      let result = try capture(arguments)
      #expect(result.status == 64, "\(arguments): \(result)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func aNameThatSteersATerminalIsWrittenAsText() throws {
    let result = try capture(["--app", "a\u{1B}[2J\u{202E}b"])
    #expect(result.status == 66)
    #expect(result.errors.contains("'a\\u{1B}[2J\\u{202E}b'"), "\(result.errors)")
  }

  @Test func listSaysWhatIsNotToBeHad() throws {
    let result = try capture(["list"])
    #expect(result.status == 2)
    #expect(result.output.split(separator: "\n").filter { $0.contains("not to be had") }.count == 3, "\(result.output)")
  }

  @Test(arguments: ["a11y-capture", "a11y-report", "a11y-desktop", "soundscape-tui"])
  func everyToolHelps(_ tool: String) throws {
    let help = try Tool.run(tool, ["--help"])
    #expect(help.status == 0)
    #expect(help.output.split(separator: "\n").filter { $0.hasPrefix("  # ") }.count == 3, "three examples")
    #expect(try Tool.run(tool, ["--version"]).output.hasPrefix(tool + " "))
    #expect(try Tool.run(tool, ["--man"]).output.hasPrefix(".TH"))
    #expect(try Tool.run(tool, ["--completions", "bash"]).output.contains("complete -o default"))
  }
}
