import Glibc
import Storage
import System
import TestSupport
import Testing

/// 100,000 events in five seconds: what was stored and what was dropped is what came, to the row.
///
/// `make soak` does it with ten times as many.
@Suite(.serialized) struct EventStormTests {
  let folder: TemporaryFolder
  var path: String { folder.path + "/run.db" }
  private let factor = min(Seed.rounds(1), 10)
  init() throws { folder = try TemporaryFolder() }

  /// Events that are there, and the source's own counts.
  private func counts() throws -> (events: Int64, received: Int64, stored: Int64, dropped: Int64) {
    let rows = try TimelineFile(reading: path).rows(
      "SELECT (SELECT count(*) FROM event), received, stored, dropped FROM source WHERE name = 'events'")
    let row = try #require(rows.first).map { $0.integer ?? -1 }
    return (row[0], row[1], row[2], row[3])
  }

  @Test func straightIntoTheWriter() throws {
    let count = 100_000 * Int64(factor)
    let result = try Tool.run(
      "a11y-bench", ["offer", path, "--rate", "20000", "--seconds", "\(count / 20_000)"],
      within: 60 + Double(count) / 10_000)
    #expect(result.status == 0, "\(result.errors)")
    let counts = try counts()
    #expect(counts.received == count && counts.stored + counts.dropped == count, "\(counts)")
    #expect(counts.events == counts.stored, "\(counts)")
  }

  @Test func overTheBusByTheRealRecorder() throws {
    let count = 100_000 * factor
    let environment = [
      "AT_SPI_BUS_ADDRESS": PrivateBus.shared.address, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere", "DISPLAY": "",
      "XDG_RUNTIME_DIR": folder.path, "PULSE_SERVER": "unix:/nowhere",
    ]
    let result = try Tool.run(
      "a11y-capture", ["-o", path, "--", Tool.path("a11y-bench"), "emit", "--count", "\(count)"],
      environment: environment,
      within: 60 + Double(count) / 2000)
    #expect(result.output.contains("emitted \(count)\n"), "\(result)")
    #expect(result.status == 2, "no sound was recorded: \(result)")
    let counts = try counts()
    #expect(counts.received == counts.stored + counts.dropped, "\(counts)")
    let renamed = try TimelineFile(reading: path).rows(
      """
      SELECT count(*) FROM event JOIN string ON string.id = type_id
      WHERE value = 'object:property-change:accessible-name'
      """)
    let lost = try TimelineFile(reading: path).rows("SELECT count(*) FROM gap WHERE kind = 'loss'")[0][0].integer ?? 0
    let stored = renamed[0][0].integer ?? 0
    #expect(stored + counts.dropped >= count || lost > 0, "\(counts), \(stored) renamed: what is missing is told of")
    #expect(stored <= count)
    if counts.dropped == 0, lost == 0 { #expect(stored == count) }
  }
}
