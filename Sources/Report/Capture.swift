internal import Queries
public import Storage

/// A timeline opened for reports, with the queries loaded.
public final class Capture {
  /// The numbers that a person may change.
  public struct Parameters: Sendable {
    /// Shortest overlap that is reported; nil for the default.
    public var minimumMilliseconds: Double?
    /// The documented defaults.
    public init() {}
  }

  let file: TimelineFile

  /// Opens a timeline; throws where it is none, or none that this version reads.
  public init(_ path: String, _ parameters: Parameters = Parameters()) throws(StorageError) {
    file = try TimelineFile(reading: path)
    for (name, sql) in Queries.all {
      try file.load(sql)
      if name == "parameter", let least = parameters.minimumMilliseconds {
        try file.load("UPDATE parameter SET min_ms = \(least)")
      }
    }
  }

  /// What the session is called and when it was, as far as the file says.
  func header() throws(StorageError) -> SessionHeader {
    let row = try file.rows(
      """
      SELECT started_wall_ns, ended_ns, is_complete, recorder_process_id, command,
        (SELECT value FROM environment WHERE name = 'application')
      FROM session
      """
    ).first
    guard let row else { throw StorageError(.noInput, "\(file.path) holds no session") }
    return SessionHeader(
      application: row[5].text ?? "?", startedWallNanoseconds: row[0].integer ?? 0, endedNanoseconds: row[1].integer,
      isComplete: row[2].integer == 1, recorder: row[3].integer ?? 0, command: row[4].text)
  }

  /// The parameters as they stand, in the order of the table.
  func parameters() throws(StorageError) -> [(name: String, value: Double)] {
    let (columns, rows) = try file.table("SELECT * FROM parameter")
    return zip(columns, rows.first ?? []).map { ($0, $1.number ?? 0) }
  }

  /// What is not proven of this session, each with the reason.
  func unproven() throws(StorageError) -> [Unproven] {
    try file.rows("SELECT claim, detail FROM proof WHERE is_proven = 0").map {
      Unproven(claim: $0[0].text ?? "", reason: $0[1].text ?? "")
    }
  }
}

/// The session as a report's head names it.
struct SessionHeader {
  var application: String
  var startedWallNanoseconds: Int64
  var endedNanoseconds: Int64?
  var isComplete: Bool
  var recorder: Int64
  var command: String?
}

/// A claim that the session does not prove.
public struct Unproven: Hashable, Sendable {
  /// What would have to hold.
  public var claim: String
  /// Why it is not known to.
  public var reason: String
}
