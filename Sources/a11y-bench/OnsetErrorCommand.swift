internal import CommandLineTable
internal import FoundationEssentials
internal import Storage
internal import System

/// `a11y-bench onset-error`: sets a timeline's onsets beside an independent recording of the sink.
enum OnsetErrorCommand {
  static let table = Command(
    "onset-error", summary: "Tell how far timelines' onsets are from an independent recording of the sink",
    operands: "TIMELINE RECORDING [TRUTH] …", operandCount: 2...1000,
    examples: [
      .init("a11y-bench onset-error run.db sink.jsonl", "RECORDING is what record-sink wrote"),
      .init(
        "a11y-bench onset-error run.db sink.jsonl truth.jsonl", "TRUTH is what soundscape-tui --coded --truth wrote"),
      .init(
        "a11y-bench onset-error *.db *.jsonl", "Several sessions of one machine's uptime; each file tells its kind"),
    ],
    exitStatuses: [(0, "no sound was missed or invented"), (1, "one was"), (64, "usage"), (66, "no such input")])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    do {
      var onsets: [Int64] = []
      var recording: [SoundLine] = []
      var truth: [SoundLine] = []
      for path in arguments.operands {
        guard let text = ProcessTable.readFile(path) else { throw SystemError("read \(path)") }
        if text.hasPrefix("SQLite format 3") {
          onsets += try self.onsets(in: path)
          continue
        }
        let lines = try SoundLine.all(in: text)
        if lines.first?.event == "source" { recording += lines } else { truth += lines }
      }
      let error = OnsetError(onsets: onsets, recording: recording, truth: truth)
      print(error.text, terminator: "")
      return error.isCorrect ? 0 : 1
    } catch let error as StorageError {
      Command.printError("a11y-bench onset-error: \(error)")
      return error.exitStatus
    } catch {
      Command.printError("a11y-bench onset-error: \(error)")
      return 66
    }
  }

  /// When the application's sounds began, nanoseconds of CLOCK_MONOTONIC.
  private static func onsets(in path: String) throws(StorageError) -> [Int64] {
    try TimelineFile(reading: path).rows(
      """
      SELECT segment.onset_ns + session.started_monotonic_ns
      FROM audio_segment AS segment JOIN audio_stream AS stream ON stream.id = segment.stream_id, session
      WHERE stream.role = 'application' ORDER BY 1
      """
    ).compactMap { $0.first?.integer }
  }
}

/// One JSON line of a sink's recording or of an application's truth.
struct SoundLine: Decodable, Sendable {
  var event: String
  var t_ns: Int64?
  var end_ns: Int64?
  var first_read_frame: Int64?

  /// Every line of a text.
  static func all(in text: String) throws -> [SoundLine] {
    let decoder = JSONDecoder()
    return try text.split(separator: "\n").map { try decoder.decode(SoundLine.self, from: Data($0.utf8)) }
  }
}
