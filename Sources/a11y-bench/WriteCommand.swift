internal import CommandLineTable
internal import Glibc
internal import Storage
internal import System
internal import Timeline

/// `a11y-bench write`: events through the whole path beside the same rows by a bare loop in C and by Python.
enum WriteCommand {
  static let table = Command(
    "write", summary: "Measure events a second from a collector to the closed file, beside C and Python",
    options: [
      Option("count", value: "N", "Events; 500000 by default"),
      Option("rounds", value: "N", "Rounds of which the median is told; 5 by default"),
    ], examples: [.init("a11y-bench write --count 100000", "From the repository's root")],
    exitStatuses: [(0, "all wrote the same rows"), (1, "one did not"), (64, "usage"), (70, "a peer failed")])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    let count = Int(try arguments.number("count", of: "events", atLeast: 1000) ?? 500_000)
    let rounds = Int(try arguments.number("rounds", of: "rounds", atLeast: 1) ?? 5)
    return BenchFailure.caught("write") {
      let bench = try WriteBench(count: count)
      for _ in 0..<rounds { try bench.runRound() }
      print(try bench.text())
      return bench.areEqual ? 0 : 1
    }
  }
}

/// The three writers, one after another, round by round.
private final class WriteBench {
  private let folder: PrivateFolder
  private let storm: EventStorm
  private var (product, loop, python) = (Figures(), Figures(), Figures())
  private var (againstLoop, againstPython) = (Figures(), Figures())
  private var batch = 0
  private var bytesPerEvent = 0.0
  private(set) var areEqual = true

  private func path(_ name: String) -> String { folder.path + "/" + name }

  init(count: Int) throws {
    folder = try PrivateFolder("a11y-bench")
    storm = EventStorm(count: count)
    try Descriptor.open(path("schema.sql"), flags: O_CREAT | O_WRONLY).writeAll(Array(Schema.sql.utf8))
    try Peer.run("cc", ["-O2", "-o", path("insert"), Peer.folder + "/insert.c", "-lsqlite3"])
    let empty = try TimelineStore(
      creating: path("empty.db"), session: Session(toolVersion: "bench", recorderProcessID: 1, command: nil))
    try empty.close(isComplete: true, commandStatus: nil)
  }

  func runRound() throws {
    let own = try storm.write(to: path("product.db"))
    batch = storm.events.count / own.batches + 1
    let words = [path("product.db"), path("schema.sql"), "\(batch)"]
    let others = [
      Peer.figures("seconds", in: try Peer.run(path("insert"), words + [path("loop.db")])).median,
      Peer.figures(
        "seconds", in: try Peer.run("python3", [Peer.folder + "/executemany.py"] + words + [path("python.db")])
      ).median,
    ]
    let count = Double(storm.events.count)
    product.add(count / own.seconds)
    loop.add(count / others[0])
    python.add(count / others[1])
    againstLoop.add(others[0] / own.seconds)
    againstPython.add(others[1] / own.seconds)
    bytesPerEvent = (try size("product.db") - size("empty.db")) / count
    let sums = try ["product.db", "loop.db", "python.db"].map(sum)
    areEqual = areEqual && sums[0] == sums[1] && sums[0] == sums[2]
    for name in ["product.db", "loop.db", "python.db"] { unlink(path(name)) }
  }

  func text() throws -> String {
    let same = areEqual ? "the same rows in each file" : "NOT EQUAL: the files hold other rows"
    return """
      write: \(storm.events.count) events of 1000 elements, \(batch) a transaction; \(same)
        from RecordSink.offer to the closed and sealed file: \(product.text("events/s", digits: 0))
        bare prepared-insert loop in C:                      \(loop.text("events/s", digits: 0))
        Python's sqlite3 executemany:                        \(python.text("events/s", digits: 0))
      \(Figures.aim("against C", againstLoop.median, atLeast: 0.7)) (\(againstLoop.text("", digits: 2)))
      \(Figures.aim("against executemany", againstPython.median, atLeast: 1.5)) (\(againstPython.text("", digits: 2)))
      \(Figures.aim("bytes an event, indexes and strings included", bytesPerEvent, atMost: 64))

      """
  }

  private func size(_ name: String) throws -> Double {
    var status = stat()
    guard stat(path(name), &status) == 0 else { throw SystemError("look at \(path(name))") }
    return Double(status.st_size)
  }

  /// What tells two files' events apart.
  private func sum(of name: String) throws -> String {
    try Peer.run(
      "sqlite3",
      [
        "-readonly", path(name),
        """
        SELECT count(*), sum(time_ns), sum(id * type_id), sum(id * element_id), sum(detail1 * id), sum(id * any_data_id),
          (SELECT count(*) FROM string), (SELECT count(*) FROM element) FROM event
        """,
      ])
  }
}
