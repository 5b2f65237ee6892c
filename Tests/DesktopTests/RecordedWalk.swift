import FoundationEssentials
import Queries
import Storage
import TestSupport
import Testing

/// What the demonstration application says that it really did.
struct TruthLine: Decodable {
  var t_ns: Int64
  var event: String
  var id: String?
  var name: String?
  var callout: Int?
  var after_frames: Int64?
  var frames: Int64?

  /// The lines of a truth file.
  static func read(_ path: String) throws -> [TruthLine] {
    try #require(FileContents.read(path)).split(separator: "\n").map {
      try JSONDecoder().decode(TruthLine.self, from: Data($0.utf8))
    }
  }
}

/// A walk over the bar in one style, recorded on a desktop of its own.
struct RecordedWalk {
  let folder: TemporaryFolder
  let style: String
  let seed: UInt32
  let start: Int64
  let timeline: TimelineFile
  let truth: [TruthLine]

  /// Records it, with order, keys, pauses and texts chosen by a random seed, which every failure names.
  init(style: String) throws {
    folder = try TemporaryFolder()
    self.style = style
    seed = UInt32.random(in: 0..<1_000_000)
    let result = try Tool.run(
      "a11y-desktop",
      [
        "--logs", folder.path + "/logs", "--", "scripts/record-style", style, folder.path, "\(seed)", "--text-seed",
        "\(seed % 100)",
        "--truth", folder.path + "/truth.jsonl",
      ], directory: Tool.root, within: 180)
    try #require(result.status == 0, "style \(style), seed \(seed): \(result)")
    timeline = try TimelineFile(reading: "\(folder.path)/\(style).db")
    for query in Queries.all { try timeline.load(query.sql) }
    start = try #require(try timeline.rows("SELECT started_monotonic_ns FROM session").first?.first?.integer)
    truth = try TruthLine.read(folder.path + "/truth.jsonl")
  }

  /// Truth lines of one kind.
  func told(_ event: String) -> [TruthLine] { truth.filter { $0.event == event } }

  /// What a failure has to say to be repeated.
  var comment: Comment { "style \(style), seed \(seed)" }

  /// Milliseconds from a truth line to a time of the timeline.
  func error(of nanoseconds: Int64?, against line: TruthLine, plus frames: Int64 = 0) -> Double {
    guard let nanoseconds else { return .infinity }
    return Double(nanoseconds + start - line.t_ns - frames * 1_000_000_000 / 48_000) / 1e6
  }
}
