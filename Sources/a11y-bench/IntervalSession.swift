internal import Storage
internal import System
internal import Timeline

/// A made-up session of nothing but utterances that were heard and sounds of the application, as many of each.
///
/// The synthesiser speaks one at a time; the application's sounds lie anywhere. With `longCount`, half of that many utterances
/// last a fiftieth of the session each, and as many sounds a tenth: what spoils an index search that goes by the longest.
struct IntervalSession {
  /// Reader's sounds and application's sounds, nanoseconds since the session's start; the id of each is its place from 1 on,
  /// the application's after the reader's.
  private(set) var spoken: [Range<Int64>] = []
  private(set) var played: [Range<Int64>] = []

  init(count: Int, longCount: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func milliseconds(_ range: Range<Int64>) -> Int64 { .milliseconds(Int64.random(in: range, using: &random)) }
    let half = longCount / 2
    let longLength: Int64 = .milliseconds(1325 * count) / 50
    var time: Int64 = 0
    for number in 0..<count {
      let isLong = half > 0 && number % (count / half) == count / half / 2
      let length = isLong ? longLength : milliseconds(200..<2000)
      spoken.append(time..<time + length)
      time += length + milliseconds(50..<400)
    }
    for number in 0..<count {
      let begin = Int64.random(in: 0..<time, using: &random)
      let length = number < longCount - half ? time / 10 : milliseconds(50..<2500)
      played.append(begin..<begin + length)
    }
  }

  /// Writes it as a recorder would have.
  func write(to path: String) throws {
    let store = try TimelineStore(
      creating: path, session: Session(toolVersion: "bench", recorderProcessID: 1, command: nil))
    let start = store.start
    func at(_ nanoseconds: Int64) -> MonotonicTime { start + nanoseconds }
    try store.write(.source(SourceStatus(.readerAudio, armedAt: at(-.milliseconds(100)))))
    for (id, role) in [(1, AudioStream.Role.application), (2, .reader)] as [(Int64, AudioStream.Role)] {
      try store.write(
        .audioStream(AudioStream(id: id, role: role, route: .sinkMonitor, rateHz: 48_000, openedAt: start)))
    }
    for (number, range) in spoken.enumerated() {
      let id = Int64(number + 1)
      var utterance = Utterance(
        id: id, connection: 1, client: "user:orca:main", priority: "message", kind: .message, text: "Around Me",
        plainText: "Around Me", queuedAt: at(range.lowerBound - .milliseconds(30)))
      utterance.begunAt = at(range.lowerBound - .milliseconds(10))
      utterance.endedAt = at(range.upperBound + .milliseconds(20))
      try store.write(.utterance(utterance))
      try store.write(.audioSegment(segment(id, stream: 2, range, from: start)))
    }
    for (number, range) in played.enumerated() {
      try store.write(.audioSegment(segment(Int64(spoken.count + number + 1), stream: 1, range, from: start)))
    }
    try store.close(isComplete: true, commandStatus: nil)
  }

  private func segment(_ id: Int64, stream: Int64, _ range: Range<Int64>, from start: MonotonicTime) -> AudioSegment {
    var segment = AudioSegment(
      id: id, streamID: stream, onset: start + range.lowerBound, peakDB: -6, kind: stream == 2 ? .speech : .other)
    segment.offset = start + range.upperBound
    return segment
  }
}
