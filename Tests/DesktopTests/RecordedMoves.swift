import Queries
import Storage
import TestSupport
import Testing

/// A recording of moves, and what the application wrote down of them from the first key on.
struct RecordedMoves {
  /// One move or activation.
  struct Move {
    var event: String
    var name: String
    /// On CLOCK_MONOTONIC.
    var time: Int64
  }

  private let truth: [Move]
  private let timeline: [Move]

  /// Reads PATH.truth and PATH.db.
  init(_ path: String) throws {
    let lines = try TruthLine.read(path + ".truth")
    let first = try #require(lines.firstIndex { $0.event == "press" })
    // soundscape-tui's elements have ids, by which they are known whatever their names are just then.
    truth = lines[first...].map { Move(event: $0.event, name: $0.id ?? $0.name ?? "", time: $0.t_ns) }
    let file = try TimelineFile(reading: path + ".db")
    for query in Queries.all { try file.load(query.sql) }
    let rows = try file.rows(
      """
      SELECT 'focus', coalesce(nullif(accessible_id, ''), name, ''), time_ns + started_monotonic_ns FROM stop, session
      UNION ALL
      SELECT 'activation', coalesce(nullif(accessible_id, ''), element_name, ''), time_ns + started_monotonic_ns
      FROM activation, session
      ORDER BY 3
      """)
    let start = lines[first].t_ns
    timeline = rows.map { Move(event: $0[0].text ?? "", name: $0[1].text ?? "", time: $0[2].integer ?? 0) }
      .filter { $0.time >= start }
  }

  /// What the application wrote down.
  func written(_ event: String) -> [Move] { truth.filter { $0.event == event } }

  /// What the queries make of the recording.
  func told(_ event: String) -> [Move] { timeline.filter { $0.event == event } }

  /// What was lost and what was invented.
  func differences(of event: String) -> [String] {
    Self.differences(written(event).map(\.name), told(event).map(\.name))
  }

  /// What was lost and what was invented, by its place in the sequence that it is of.
  static func differences(_ written: [String], _ told: [String]) -> [String] {
    told.difference(from: written).map { change in
      switch change {
      case .remove(let place, let name, _): "lost \(place + 1): \(name)"
      case .insert(let place, let name, _): "invented \(place + 1): \(name)"
      }
    }
  }

  /// How much later than the application wrote it down each move was told, in milliseconds, sorted.
  var delays: [Double] {
    zip(told("focus"), written("focus")).map { Double($0.time - $1.time) / 1e6 }.sorted()
  }
}
