import Glibc
import System
import TestSupport
import Testing

@testable import Capture

/// What is said of made-up checks, and the checks that need no desktop.
@Suite struct DiagnosisTests {
  private static let bus = Check.ok("session bus", "connected as :1.7")
  private static let events = Check.ok("events", "one came back").asSource

  @Test func whereEverythingIsThereItIsReady() {
    let lacking = Check.missing("packages", "not installed: orca", try: "apt-get install orca").asOptional
    let diagnosis = Diagnosis([Self.bus, Self.events, lacking])
    #expect(diagnosis.exitStatus == 0)
    #expect(
      diagnosis.text == """
        READY: every source can be recorded here.

        session bus: ok, connected as :1.7
        events: ok, one came back
        packages: missing, not installed: orca. Try: apt-get install orca

        """)
  }

  @Test func whatIsMissingOrNotProvenIsNamedFirst() {
    let keys = Check.missing("keys", "no display", try: "Set DISPLAY").asSource
    let reader = Check.notProven("screen reader", "nobody tells", try: nil)
    let diagnosis = Diagnosis([Self.bus, Self.events, keys, reader], application: "gedit")
    #expect(diagnosis.exitStatus == 2)
    let lines = diagnosis.text.split(separator: "\n").map(String.init)
    #expect(
      lines[0]
        == "PARTLY: recordings of gedit made here will be incomplete; missing: keys; not proven: screen reader.")
    #expect(
      lines.suffix(2) == ["keys: missing, no display. Try: Set DISPLAY", "screen reader: not proven, nobody tells"])
  }

  @Test func withoutAnySourceThereIsNothing() {
    let events = Check.missing("events", "no bus", try: nil).asSource
    let calls = Check.notProven("calls", "none came back", try: nil).asSource
    let diagnosis = Diagnosis([Self.bus, events, calls])
    #expect(diagnosis.exitStatus == 74)
    #expect(diagnosis.text.hasPrefix("NOTHING can be recorded here.\n\n"))
  }

  @Test func namesOfOthersSteerNoTerminalAndBreakNoJSON() {
    let check = Check.ok("application", "a\u{1B}[2J\u{202E}b \"c\"\n").asOptional
    let diagnosis = Diagnosis([Self.events, check], application: "x\u{7}\"")
    #expect(diagnosis.text.contains("application: ok, a\\u{1B}[2J\\u{202E}b \"c\"\\u{A}\n"), "\(diagnosis.text)")
    #expect(
      diagnosis.json == """
        {
          "report": "doctor",
          "format_version": 1,
          "session": null,
          "outcome": "ready",
          "parameters": {
            "app": "x\\u0007\\""
          },
          "rows": [
            {
              "name": "events",
              "state": "ok",
              "found": "one came back",
              "try": null,
              "is_source": true,
              "is_optional": false
            },
            {
              "name": "application",
              "state": "ok",
              "found": "a\\u001b[2J\u{202E}b \\"c\\"\\n",
              "try": null,
              "is_source": false,
              "is_optional": true
            }
          ],
          "findings": []
        }

        """, "\(diagnosis.json)")
  }

  @Test func packagesAreNamedOnceEachByWhatIsNotThere() {
    #expect(Doctor.packages { _ in true }.state == .ok)
    let check = Doctor.packages { !["orca", "Xvfb"].contains($0) }
    #expect(check.state == .missing && check.found == "not installed: xvfb, orca")
    #expect(check.advice == "apt-get install xvfb orca")
    let all = Doctor.packages { _ in false }
    #expect(all.found.split(separator: ",").count == Set(Doctor.providers.map(\.1)).count)
  }

  @Test func theFolderOfSocketsHasToBeOursAlone() throws {
    let folder = try TemporaryFolder()
    #expect(Doctor.runtimeFolder(folder.path).state == .ok)
    chmod(folder.path, 0o755)
    #expect(Doctor.runtimeFolder(folder.path).state == .notProven)
    let long = folder.path + "/" + String(repeating: "x", count: 60)
    mkdir(long, 0o700)
    for path in [nil, "", "/nowhere", long] {
      let check = Doctor.runtimeFolder(path)
      #expect(check.state == .missing && check.advice != nil, "\(check)")
    }
  }

  @Test func theFolderOfTimelinesHasToBeThereAndHaveRoom() throws {
    let folder = try TemporaryFolder()
    #expect(Doctor.folder(folder.path).state == .ok)
    #expect(Doctor.folder("/nowhere").state == .missing)
    // A file system of the kernel's, without any room.
    #expect(Doctor.folder("/sys").state == .missing)
  }
}
