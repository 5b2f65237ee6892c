import Queries
import Storage
import TestSupport
import Testing

/// What a script of this folder recorded on a private desktop of its own, with all queries loaded.
struct RecordedScript {
  let folder: TemporaryFolder
  let timeline: TimelineFile
  /// What was written over the script's own output.
  let errors: String

  /// Runs a script, whose last word is the timeline that it leaves; throws where it does not end with 0.
  init(_ name: String, _ words: [String], within seconds: Double) throws {
    folder = try TemporaryFolder()
    let path = folder.path + "/t.db"
    let result = try Tool.run(
      "a11y-desktop",
      ["--screen-reader", "none", "--", "/usr/bin/python3", Self.path(name)] + words + [path], within: seconds)
    try #require(result.status == 0, "\(result)")
    errors = result.errors
    timeline = try TimelineFile(reading: path)
    for query in Queries.all { try timeline.load(query.sql) }
  }

  /// A file of this folder.
  static func path(_ name: String) -> String { Tool.root + "/Tests/DesktopTests/" + name }
}
