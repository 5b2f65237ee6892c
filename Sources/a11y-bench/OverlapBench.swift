internal import Queries
internal import Report
internal import Storage
internal import System

/// One made-up session, asked in each of the ways which sounds were audible together.
final class OverlapBench {
  private let folder: PrivateFolder
  private let path: String
  private let name: String
  private let duckDB: String?
  /// Whether all found the same pairs; set by `text(rounds:)`.
  private(set) var areEqual = true

  init(count: Int, longCount: Int, duckDB: String?) throws {
    folder = try PrivateFolder("a11y-bench")
    path = folder.path + "/intervals.db"
    name = "\(count) utterances, \(count) sounds" + (longCount > 0 ? ", \(longCount) of them very long" : "")
    self.duckDB = duckDB
    try IntervalSession(count: count, longCount: longCount, seed: 1).write(to: path)
  }

  /// Compares what is found, then measures, and tells.
  func text(rounds: Int) throws -> String {
    let file = try opened()
    let pairs = try product(file)
    var lines = ["overlap: " + name + ", \(pairs.count) pairs"]
    compare("the sweep", try sweep().sorted(), pairs, &lines)
    compare("the overlap report's query", try overlaps(file), pairs, &lines)
    let sweepInC = folder.path + "/sweep"
    try Peer.run("cc", ["-O2", "-o", sweepInC, Peer.folder + "/sweep.c", "-lsqlite3"])
    var (query, opening, swept, loaded, whole) = (Figures(), Figures(), Figures(), Figures(), Figures())
    var options = Analysis.Options()
    (options.minMilliseconds, options.includesBackground) = (0, true)
    for _ in 0..<rounds {
      let (seconds, file) = try timed { try opened() }
      opening.add(seconds)
      query.add(try timed { try file.rows("SELECT count(*), sum(to_ns - from_ns) FROM together") }.seconds)
      let sweep = try Sweep(file)
      var length: Int64 = 0
      swept.add(timed { sweep.forEachPair { length += $0.to - $0.from } }.seconds)
      let output = try Peer.run(sweepInC, [path, "1"])
      loaded.add(Peer.figures("seconds", in: output).median)
      if output.split(separator: "\n").dropFirst() != ["pairs \(pairs.count)", "length \(length)"] {
        areEqual = false
        lines.append("  NOT EQUAL: the sweep in C found \(output)")
      }
      whole.add(try timed { try OverlapReport(Analysis(reading: path, options: options)) }.seconds)
    }
    lines += [
      "  Queries/together.sql: \(query.text("s"))", "  sweep in C, with loading: \(loaded.text("s"))",
      "  sweep in Swift, all in memory: \(swept.text("s"))",
    ]
    let joined = try duckDBFigures(rounds: rounds, pairs, &lines)
    lines += [
      "  opening, checking and preparing, once a report: \(opening.text("s")); the whole overlap report: \(whole.text("s"))",
      "  the joins alone, all loaded: query \(Figures.text(query.median / swept.median, digits: 1)) times the sweep"
        + (joined.map { ", \(Figures.text(query.median / $0.join, digits: 1)) times DuckDB" } ?? ""),
      Figures.aim("query against the sweep in C with loading", query.median / loaded.median, atMost: 2),
    ]
    if let joined {
      lines.append(Figures.aim("query against DuckDB with loading", query.median / joined.withLoading, atMost: 1))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The timeline with all queries, background taking part and the shortest overlap counting.
  private func opened() throws -> TimelineFile {
    let file = try TimelineFile(reading: path)
    for query in Queries.all { try file.load(query.sql) }
    try file.load("UPDATE parameter SET include_background = 1, min_ms = 0")
    return file
  }

  /// The median seconds of DuckDB's join, and of it with loading; nil where it was not to be had.
  private func duckDBFigures(rounds: Int, _ pairs: [[Int64]], _ lines: inout [String]) throws -> (
    join: Double, withLoading: Double
  )? {
    guard let duckDB else {
      lines.append("  DuckDB: left out, since no Python with DuckDB was given")
      return nil
    }
    let found = folder.path + "/pairs.csv"
    let output = try Peer.run(duckDB, [Peer.folder + "/duckdb-join.py", path, found, "\(rounds)"])
    compare("DuckDB", Peer.rows(in: ProcessTable.readFile(found) ?? ""), pairs, &lines)
    let (load, join) = (Peer.figures("load", in: output), Peer.figures("join", in: output))
    lines.append("  DuckDB (threads as it likes): load \(load.text("s")), join \(join.text("s"))")
    return (join.median, load.median + join.median)
  }

  private func compare(_ peer: String, _ found: [[Int64]], _ pairs: [[Int64]], _ lines: inout [String]) {
    guard !found.elementsEqual(pairs, by: ==) else { return }
    areEqual = false
    lines.append("  NOT EQUAL: \(peer) found \(found.count) pairs, or others")
  }

  private func product(_ file: TimelineFile) throws -> [[Int64]] {
    try file.rows("SELECT from_ns, sound_id, reader_sound_id, to_ns FROM together").map { $0.map { $0.integer ?? -1 } }
  }

  private func sweep() throws -> [[Int64]] {
    var pairs: [[Int64]] = []
    try Sweep(TimelineFile(reading: path)).forEachPair { pairs.append([$0.from, $0.sound, $0.readerSound, $0.to]) }
    return pairs
  }

  /// The rows of overlap.sql: here each utterance has one sound, of the same id, and each sound of the application is
  /// background by itself, known by its begin and end.
  private func overlaps(_ file: TimelineFile) throws -> [[Int64]] {
    try file.rows(
      """
      SELECT overlap.from_ns, sound.sound_id, utterance_id, overlap.to_ns FROM overlap JOIN sound
        ON sound.role = 'application' AND sound.onset_ns = sound_from_ns AND sound.offset_ns = sound_to_ns
      ORDER BY 1, 2, 3
      """
    ).map { $0.map { $0.integer ?? -1 } }
  }
}

extension [[Int64]] {
  /// By their columns, from the first on.
  func sorted() -> [[Int64]] { sorted { $0.lexicographicallyPrecedes($1) } }
}
