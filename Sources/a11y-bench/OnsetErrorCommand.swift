internal import CommandLineTable
internal import FoundationEssentials
internal import Storage
internal import System

/// `a11y-bench onset-error`: sets a timeline's onsets beside an independent recording of the sink.
enum OnsetErrorCommand {
  static let table = Command(
    "onset-error", summary: "Tell how far a timeline's onsets are from an independent recording of the sink",
    operands: "TIMELINE RECORDING [TRUTH]", operandCount: 2...3,
    examples: [
      .init("a11y-bench onset-error run.db sink.jsonl", "RECORDING is what record-sink wrote"),
      .init(
        "a11y-bench onset-error run.db sink.jsonl truth.jsonl", "TRUTH is what soundscape-tui --coded --truth wrote"),
    ],
    exitStatuses: [(0, "the aim is met"), (1, "it is not"), (64, "usage"), (66, "no such input")])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    do {
      let timeline = try TimelineFile(reading: arguments.operands[0])
      let recording = try SoundLine.all(in: arguments.operands[1])
      let truth = arguments.operands.count > 2 ? try SoundLine.all(in: arguments.operands[2]) : []
      let onsets = try timeline.rows(
        """
        SELECT segment.onset_ns + session.started_monotonic_ns
        FROM audio_segment AS segment JOIN audio_stream AS stream ON stream.id = segment.stream_id, session
        WHERE stream.role = 'application' ORDER BY 1
        """
      ).compactMap { $0.first?.integer }
      let error = OnsetError(onsets: onsets, recording: recording, truth: truth)
      print(error.text, terminator: "")
      return error.isAimMet ? 0 : 1
    } catch let error as StorageError {
      Command.printError("a11y-bench onset-error: \(error)")
      return error.exitStatus
    } catch {
      Command.printError("a11y-bench onset-error: \(error)")
      return 66
    }
  }
}

/// One JSON line of a sink's recording or of an application's truth.
struct SoundLine: Decodable, Sendable {
  var event: String
  var t_ns: Int64?
  var end_ns: Int64?
  var lost_head_frames: Int64?

  /// Every line of a file.
  static func all(in path: String) throws -> [SoundLine] {
    guard let text = ProcessTable.readFile(path) else { throw SystemError("read \(path)") }
    let decoder = JSONDecoder()
    return try text.split(separator: "\n").map { try decoder.decode(SoundLine.self, from: Data($0.utf8)) }
  }
}
