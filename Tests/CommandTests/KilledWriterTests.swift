import Glibc
import Storage
import System
import TestSupport
import Testing

/// A writing process that is killed in the middle, by kill -9, under 5,000 events a second.
///
/// `make soak` does it a hundred times.
@Suite struct KilledWriterTests {
  /// The greatest part of the tail that may be missing, nanoseconds.
  static let tail: Int64 = 150_000_000

  /// What the writer told until it was killed.
  struct Told {
    var offered: [(count: Int64, time: Int64)] = []
    var committed: Int64 = 0

    init(_ text: String) {
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        // The last line may be cut off.
        guard words.count == 3, let count = Int64(words[1]), let time = Int64(words[2]) else { continue }
        if words[0] == "offered" { offered.append((count, time)) }
        if words[0] == "committed" { committed = count }
      }
    }
  }

  @Test func whatWasCommittedIsThereAndLittleElseIsMissing() throws {
    var worst: Int64 = 0
    let rounds = Seed.rounds(20)
    for round in 0..<rounds {
      var random = Seed.generator(round)
      worst = max(
        worst, try killOnce(after: .random(in: 0.02...0.5, using: &random), "SEED=\(Seed.value) round \(round)"))
    }
    print("killed writers: \(rounds) rounds, at most \(worst / 1_000_000) ms of the tail were missing")
  }

  /// Starts a writer, kills it, and compares; gives how much of the tail is missing.
  private func killOnce(after seconds: Double, _ place: String) throws -> Int64 {
    let folder = try TemporaryFolder()
    let path = folder.path + "/run.db"
    let told = try Descriptor.open(folder.path + "/told", flags: O_CREAT | O_RDWR)
    var options = Child.Options()
    options.descriptors = [-1, told.number, -1]
    // What else the machine does is not what is tested here; where it may not be asked for, nice says so and goes on.
    let writer = try Child("nice", ["-n", "-10", Tool.path("a11y-bench"), "offer", path, "--seconds", "60"], options)
    #expect(try FileWatch.waitForPath(path, until: .after(seconds: 20), orEndOf: writer.ended), "\(place)")
    #expect(try writer.wait(until: .after(seconds: seconds)) == nil, "\(place): it ended by itself")
    writer.signal(SIGKILL)
    #expect(try writer.wait(until: .after(seconds: 10)) == .signaled(SIGKILL), "\(place)")

    let known = Told(FileContents.read(folder.path + "/told") ?? "")
    guard let last = known.offered.last else { return 0 }
    #expect(try Tool.run("/usr/bin/sqlite3", [path, "PRAGMA integrity_check"]).output == "ok\n", "\(place)")
    let file = try TimelineFile(reading: path)
    let rows = try file.rows(
      "SELECT count(*), coalesce(max(detail1) + 1, 0), (SELECT sum(stored) FROM source) FROM event")
    let stored = rows[0][0].integer ?? -1
    #expect(rows[0][1].integer == stored, "\(place): none is missing before the last")
    #expect((rows[0][2].integer ?? 0) == stored, "\(place): the counts are those of the rows")
    #expect(stored >= known.committed, "\(place): \(stored) rows, and \(known.committed) were committed")
    let session = try file.rows("SELECT is_complete, ended_ns FROM session")
    #expect(session == [[.integer(0), .null]] && file.seal == .missing, "\(place): marked incomplete")
    let firstMissing = known.offered.first { $0.count > stored }
    let missing = firstMissing.map { last.time - $0.time } ?? 0
    #expect(missing <= Self.tail, "\(place): \(missing / 1_000_000) ms of the tail are missing")
    return missing
  }
}
