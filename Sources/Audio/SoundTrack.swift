internal import Onsets
internal import Pulse
internal import Synchronization
internal import Timeline

/// Turns the samples of one stream into its sounds and levels on the session's clock.
// @unchecked: `state` and `detector` are used under `lock` alone. Mutex<State> would not take a block's samples, which are only borrowed.
final class SoundTrack: @unchecked Sendable {
  private struct State {
    var segment: AudioSegment?
    var zeroNanoseconds: Int64 = 0
    var heardFirst = false
    var isOver = false
    // Called at the end of each sound, of which nothing is told.
    var onSelfTest: (@Sendable () -> Void)?
    var isSounding = false
  }

  /// A pause of the synthesiser that ends a segment of its.
  private static let readerPauseMilliseconds = 20

  let stream: AudioStream
  private let source: SourceName
  private let sink: any RecordSink
  private let nextSegmentID: @Sendable () -> Int64
  private let onFirstData: @Sendable () -> Void
  private let lock = Mutex(())
  private var state = State()
  // Made with the first block, which says how the stream lies to the session's frames.
  private var detector: OnsetDetector?
  private let sessionStart: MonotonicTime

  init(
    _ stream: AudioStream, source: SourceName, sink: any RecordSink, sessionStart: MonotonicTime,
    nextSegmentID: @escaping @Sendable () -> Int64, onFirstData: @escaping @Sendable () -> Void = {}
  ) {
    self.stream = stream
    self.sessionStart = sessionStart
    self.source = source
    self.sink = sink
    self.nextSegmentID = nextSegmentID
    self.onFirstData = onFirstData
    sink.offer(.audioStream(stream), from: source)
  }

  /// Takes a block, on libpulse's thread.
  func take(_ block: RecordStream.Block) {
    let isFirst = lock.withLock { _ -> Bool in
      guard !state.isOver else { return false }
      state.zeroNanoseconds = block.zeroNanoseconds
      if block.isHole { noteHole(block) }
      if detector == nil { detector = makeDetector() }
      detector?.process(block.samples) { tell($0) }
      defer { state.heardFirst = true }
      return !state.heardFirst
    }
    if isFirst { onFirstData() }
  }

  /// Takes sounds for the recorder's own until it is called with nil: tells nothing of them but their ends, to `onHeard`.
  func passSelfTest(_ onHeard: (@Sendable () -> Void)?) { lock.withLock { _ in state.onSelfTest = onHeard } }

  /// Whether no sound is under way.
  var isQuiet: Bool { lock.withLock { _ in !state.isSounding } }

  /// Ends the stream and the sound that is under way on it.
  func end() {
    lock.withLock { _ in
      guard !state.isOver else { return }
      state.isOver = true
      detector?.finish { tell($0) }
      var closed = stream
      closed.closedAt = .now
      sink.offer(.audioStream(closed), from: source)
    }
  }

  private func makeDetector() -> OnsetDetector {
    let untilStart = (sessionStart.nanoseconds - state.zeroNanoseconds) % AudioLevel.frameNanoseconds
    // Which sounds of the synthesiser are one utterance, its notifications say; there every pause counts.
    return OnsetDetector(
      rateHz: RecordStream.rateHz, channels: RecordStream.channels,
      longestPauseMilliseconds: stream.role == .reader ? Self.readerPauseMilliseconds : nil,
      firstLevelFrame: untilStart * Int64(RecordStream.rateHz) / 1_000_000_000)
  }

  private func noteHole(_ block: RecordStream.Block) {
    let frames = Int64(block.samples.count / RecordStream.channels)
    let milliseconds = frames * 1000 / Int64(RecordStream.rateHz)
    let gap = Gap(
      source: source, start: time(of: block.firstFrame), end: time(of: block.firstFrame + frames),
      reason: "the sound server left a hole of \(milliseconds) ms")
    sink.offer(.gap(gap), from: source)
  }

  private func tell(_ event: SoundEvent) {
    if case .onset = event { state.isSounding = true }
    if case .offset = event { state.isSounding = false }
    if let onSelfTest = state.onSelfTest {
      if case .offset = event { onSelfTest() }
      return
    }
    switch event {
    case .onset(let frame):
      var segment = AudioSegment(
        id: nextSegmentID(), streamID: stream.id, onset: time(of: frame), peakDB: -50, kind: .other)
      segment.onsetFrame = frame
      state.segment = segment
      sink.offer(.audioSegment(segment), from: source)
    case .offset(let frame, let peakDB, let kind):
      guard var segment = state.segment else { return }
      segment.offset = max(segment.onset, time(of: frame))
      segment.offsetFrame = frame
      segment.peakDB = Double(peakDB)
      segment.kind = AudioSegment.Kind(rawValue: kind.rawValue) ?? .other
      state.segment = nil
      sink.offer(.audioSegment(segment), from: source)
    case .level(let frame, let levelDB):
      // The middle of the stretch says which frame of the session it is.
      let middle = frame + Int64(RecordStream.rateHz / 200)
      sink.offer(
        .audioLevel(AudioLevel(streamID: stream.id, time: time(of: middle), levelDB: Double(levelDB))), from: source)
    }
  }

  private func time(of frame: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: state.zeroNanoseconds + frame * 1_000_000_000 / Int64(RecordStream.rateHz))
  }
}
