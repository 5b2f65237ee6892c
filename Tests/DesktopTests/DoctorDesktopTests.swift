import TestSupport
import Testing

extension DesktopTests {
  /// On a whole desktop every check is good, and one that is spoilt is named.
  @Suite(.serialized) struct DoctorDesktopTests {
    @Test func onAPrivateDesktopEverythingIsThere() throws {
      let folder = try TemporaryFolder()
      let result = try Tool.run("a11y-desktop", ["--", "a11y-capture", "doctor"], directory: folder.path)
      #expect(result.status == 0, "\(result)")
      let lines = result.output.split(separator: "\n")
      #expect(lines.first == "READY: every source can be recorded here.")
      #expect(lines.count == 18 && lines.dropFirst().allSatisfy { $0.contains(": ok, ") }, "\(result)")
      #expect(result.output.contains("screen reader: ok, listens for the focus: orca"))
    }

    @Test func itLeavesNoOutputBehindAndNamesWhatIsSpoilt() throws {
      let folder = try TemporaryFolder()
      let result = try Tool.run(
        "a11y-desktop",
        [
          "--screen-reader", "none", "--", "sh", "-c",
          "env DISPLAY=:77 a11y-capture doctor; echo status $?; pactl list short sinks",
        ], directory: folder.path)
      let lines = result.output.split(separator: "\n")
      #expect(lines.first?.hasPrefix("PARTLY: ") == true, "\(result)")
      #expect(result.output.contains("keys: missing, nobody answers at the display :77"), "\(result)")
      #expect(result.output.contains("screen reader: missing, nobody listens for the focus"), "\(result)")
      #expect(result.output.contains("status 2\n"))
      #expect(!result.output.contains("\ta11y-capture-"), "its output is gone: \(result.output)")
    }
  }
}
