internal import Speech
public import Storage
internal import System
internal import Timeline

/// A timeline made of a debug log of Orca, so that a bug report's attachment can be asked what a recording is asked.
///
/// What such a log cannot show has no source in the timeline that ever saw anything, so that reports call it not proven.
public enum OrcaLogImport {
  /// What was found in the log.
  public struct Count: Sendable {
    /// Lines that carry a time.
    public var entries = 0
    /// Events that Orca received.
    public var events = 0
    /// Keys pressed.
    public var keyPresses = 0
    /// Messages given to the speech daemon.
    public var utterances = 0
    /// Whether the log tells its date; without a key in it, it does not.
    public var hasDate = false
  }

  private static let sources: [(name: SourceName, isInLog: Bool, note: String)] = [
    (.events, true, "as Orca received them, as late as it was busy, and only of types that it listens to"),
    (.keys, true, "as Orca received them, of whichever application had the focus"),
    (.speech, true, "what Orca asked for; the log does not tell what became of it"),
    (.calls, false, "an Orca debug log does not tell of action calls"),
    (.applicationAudio, false, "an Orca debug log does not tell of sound"),
    (.readerAudio, false, "an Orca debug log does not tell of sound"),
  ]

  /// Makes the timeline `newPath` of the log at `path`, or on standard input where that is "-".
  ///
  /// Typed text is masked unless `keepsText`. Throws where it is no such log.
  public static func makeTimeline(_ newPath: String, from path: String, keepsText: Bool) throws(StorageError) -> Count {
    guard !keepsText else { return try write(newPath, from: path, keepsText: true) }
    let folder: PrivateFolder
    do throws(SystemError) {
      folder = try PrivateFolder("a11y-report")
    } catch {
      throw StorageError(.inputOutput, error.description)
    }
    let whole = folder.path + "/whole.db"
    let count = try write(whole, from: path, keepsText: false)
    _ = try Redaction.make(newPath, of: whole, masking: [])
    return count
  }

  private static func write(_ newPath: String, from path: String, keepsText: Bool) throws(StorageError) -> Count {
    var reader = try LineReader(path)
    var session = Session(toolVersion: "", recorderProcessID: 0, command: nil)
    (session.start, session.keepsText) = (MonotonicTime(nanoseconds: 0), keepsText)
    let store = try TimelineStore(creating: newPath, session: session)
    var isFinished = false
    defer { if !isFinished { store.discard() } }
    for source in sources {
      let armed = source.isInLog ? MonotonicTime(nanoseconds: 0) : nil
      try store.write(.source(SourceStatus(source.name, armedAt: armed, note: source.note)))
    }
    var log = OrcaLog()
    var writer = LogWriter(store: store)
    while let line = try reader.next(endsWithoutNewline: true) {
      try writer.write(log.take(String(decoding: line, as: UTF8.self)))
    }
    try writer.write(log.end())
    guard log.timedEntries > 0 else {
      throw reader.faultOfFile("is no debug log of Orca", advice: "Give what 'orca --debug-file=FILE' has written")
    }
    try writer.count(in: store)
    try store.setEnvironment("reader", "orca " + (log.readerVersion ?? "of a version that the log does not tell"))
    try store.setEnvironment(
      "date", log.startedWallNanoseconds == nil ? "the log does not tell" : "told by the log's keys")
    try store.setOrigin("import orca-debug", startedWallNanoseconds: log.startedWallNanoseconds ?? 0)
    try store.close(isComplete: false, commandStatus: nil, at: log.lastTime)
    isFinished = true
    writer.counts.entries = log.timedEntries
    writer.counts.hasDate = log.startedWallNanoseconds != nil
    return writer.counts
  }
}

/// Writes what a log holds, and counts it.
private struct LogWriter {
  let store: TimelineStore
  var counts = OrcaLogImport.Count()

  mutating func write(_ records: [Record]) throws(StorageError) {
    for record in records {
      switch record {
      case .event: counts.events += 1
      case .input(let input): counts.keyPresses += input.isPress ? 1 : 0
      case .utterance: counts.utterances += 1
      default: break
      }
      try store.write(record)
    }
  }

  func count(in store: TimelineStore) throws(StorageError) {
    for (name, number) in [
      (SourceName.events, counts.events), (.keys, counts.keyPresses), (.speech, counts.utterances),
    ] {
      try store.count(name, received: Int64(number), stored: Int64(number), dropped: 0)
    }
  }
}
