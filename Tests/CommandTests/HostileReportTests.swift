import Glibc
import System
import TestSupport
import Testing

/// Timelines that are damaged, foreign or made to do harm, given to the real a11y-report.
///
/// `make fuzz ROUNDS=20 SEED=7` goes over all of them so often, with other places each time.
@Suite struct HostileReportTests {
  static let original = Tool.root + "/Captures/soundscape-tui-hush/timeline.db"
  static let cases = (0..<Seed.rounds(1)).flatMap { round in HostileVariant.all.map { ($0, round) } }

  @Test func theOriginalPasses() throws {
    #expect(try Tool.run("a11y-report", ["overlap", Self.original]).status == 0)
    #expect(HostileVariant.all.count >= 64)
  }

  @Test(arguments: cases)
  func whatIsHostileIsRefusedOrReportedAndNeverPassed(_ variant: HostileVariant, _ round: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/run.db"
    try Bytes.write(Bytes.read(Self.original), to: path)
    var random = Seed.generator(round)
    try variant.make(path, &random)
    let isChanged = (try? Bytes.read(path)) != (try Bytes.read(Self.original))
    let place = "\(variant.name), SEED=\(Seed.value) round \(round)"
    for report in ["overlap", "capture"] {
      // Ended where it computes for more than 5 s, whatever else the machine does meanwhile.
      let result = try Tool.run("/usr/bin/prlimit", ["--cpu=5", "--", Tool.path("a11y-report"), report, path])
      let lines = result.errors.split(separator: "\n")
      switch result.status {
      case 0?: #expect(!isChanged, "\(place): passed: \(result.output)")
      case 1?, 2?:
        #expect(
          lines.isEmpty && !result.output.hasPrefix("PASSED") && !result.output.hasPrefix("SOUND"),
          "\(place): \(result)")
      case 66?, 74?:
        #expect(lines.count == 1 && lines[0].hasPrefix("a11y-report: ") && result.output.isEmpty, "\(place): \(result)")
      default: Issue.record("\(place): \(report) ended with \(String(describing: result.status)): \(result)")
      }
    }
  }

  @Test func aLockedFileIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/run.db"
    try Bytes.write(Bytes.read(Self.original), to: path)
    // Says that it has the lock, and keeps it until its standard input ends.
    let locker = """
      import sqlite3, sys
      c = sqlite3.connect('\(path)', isolation_level=None)
      c.execute('BEGIN EXCLUSIVE')
      print('locked', flush=True)
      import subprocess
      r = subprocess.run(['\(Tool.path("a11y-report"))', 'overlap', '\(path)'], capture_output=True, text=True)
      print(r.returncode, r.stdout, r.stderr, end='')
      """
    let result = try Tool.run("/usr/bin/env", ["python3", "-c", locker])
    #expect(result.output.hasPrefix("locked\n74  a11y-report: ") && result.output.contains("locked"), "\(result)")
    #expect(result.output.split(separator: "\n").count == 2)
  }

  @Test func aFileOfSomebodyElseIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/run.db"
    try Bytes.write(Bytes.read(Self.original), to: path)
    chmod(path, 0o000)
    let words = [Tool.path("a11y-report"), "overlap", path]
    // To root nothing is forbidden but what it gives up; the folder has to let the other user through.
    chmod(folder.path, 0o755)
    let asOther = ["--reuid=65534", "--regid=65534", "--clear-groups", "--"]
    let result =
      geteuid() == 0 ? try Tool.run("/usr/bin/setpriv", asOther + words) : try Tool.run("/usr/bin/env", words)
    #expect(result.status == 66, "\(result)")
    #expect(result.errors.contains("Permission denied") && result.errors.split(separator: "\n").count == 1)
  }
}
