import Storage
import TestSupport
import Testing

extension DesktopTests {
  /// A source that is missing is named, before and after, and makes the recording incomplete; the application runs all the same.
  @Suite(.serialized) struct MissingSourceTests {
    struct Case: CustomTestStringConvertible {
      var setting: String
      var missing: Set<String>
      var testDescription: String { setting }
    }

    static let cases = [
      Case(setting: "PULSE_SERVER=unix:/nowhere", missing: ["application-audio", "reader-audio"]),
      Case(setting: "XDG_RUNTIME_DIR=/nowhere", missing: ["speech"]),
      Case(setting: "AT_SPI_BUS_ADDRESS=unix:path=/nowhere", missing: ["calls", "events", "keys"]),
      Case(setting: "DISPLAY=:77", missing: ["keys"]),
      Case(setting: "WORD=nothing-is-missing", missing: []),
    ]

    @Test(arguments: cases)
    func itIsNamedAndTheRestRecorded(_ test: Case) throws {
      let folder = try TemporaryFolder()
      let result = try Tool.run(
        "a11y-desktop",
        [
          "--screen-reader", "none", "--", "env", test.setting, "a11y-capture", "-o", "run.db", "--", "sh", "-c",
          "echo it ran",
        ],
        directory: folder.path)
      // Nothing of it is accessible, so even where no source is missing this is no success.
      #expect(result.status == 2, "\(result)")
      #expect(result.output.contains(test.missing.isEmpty ? "EMPTY:" : "INCOMPLETE:"), "\(result.output)")
      #expect(result.output.hasPrefix("it ran\n"))
      let file = try TimelineFile(reading: folder.path + "/run.db")
      let missing = try file.rows("SELECT name FROM source WHERE armed_ns IS NULL").compactMap { $0[0].text }
      #expect(Set(missing) == test.missing)
      for name in test.missing { #expect(result.errors.contains("\(name) cannot be recorded"), "\(result.errors)") }
      let isReached = !result.errors.contains("marks and pauses cannot be taken")
      #expect(isReached == !test.setting.hasPrefix("XDG_RUNTIME_DIR"), "\(result.errors)")
      #expect(try file.rows("SELECT is_complete FROM session") == [[.integer(test.missing.isEmpty ? 1 : 0)]])
    }
  }
}
