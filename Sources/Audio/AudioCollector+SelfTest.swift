internal import Dispatch
internal import Glibc
internal import Pulse
internal import Timeline

extension AudioCollector {
  /// Plays a quiet tone on a stream of our own, into the application's own sink where there is one, and waits until it was
  /// heard by the ways that sounds come: that sink's monitor, and a monitor of the stream.
  ///
  /// Nothing of it is offered as a sound. Throws where it was not heard within `seconds`.
  public func testItself(within seconds: Double) throws(AudioError) {
    let deadline = DispatchTime.now() + seconds
    let heardStream = DispatchSemaphore(value: 0)
    let heardSink = DispatchSemaphore(value: 0)
    let (context, own) = expectTone { heardStream.signal() }
    guard let context else { throw AudioError("the self-test's tone cannot be played: the sound server is gone") }
    defer { forgetTone() }
    own?.track?.passSelfTest { heardSink.signal() }
    let stream: PlaybackStream
    do {
      stream = try PlaybackStream(
        context, name: SelfTestTone.streamName, rateHz: RecordStream.rateHz, sink: own?.sinkName)
    } catch {
      throw AudioError("the self-test's tone cannot be played: \(error)")
    }
    defer { stream.stop() }
    // The monitor is attached when the stream appears; what is played before that is not heard by it.
    let isOver = DispatchSemaphore(value: 0)
    stream.begin(Array(repeating: 0, count: RecordStream.rateHz / 5) + SelfTestTone.samples) {
      if case .ended = $0 { isOver.signal() }
    }
    stream.finish()
    guard heardStream.wait(timeout: deadline) == .success else {
      throw AudioError("the self-test's tone was not heard on its own stream within \(seconds) s")
    }
    sink.offer(.source(SourceStatus(.readerAudio, selfTestedAt: .now)), from: .readerAudio)
    if own != nil, heardSink.wait(timeout: deadline) != .success {
      throw AudioError("the self-test's tone was not heard in the application's own sink within \(seconds) s")
    }
    sink.offer(.source(SourceStatus(.applicationAudio, selfTestedAt: .now)), from: .applicationAudio)
    guard let track = own?.track else { return }
    // On a busy machine the tone may be heard in pieces, and none of them is the application's.
    _ = isOver.wait(timeout: deadline)
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + SelfTestTone.settlingSeconds)
    while !track.isQuiet, heardSink.wait(timeout: deadline) == .success {}
  }

  /// Whether a stream is the tone's own.
  func isSelfTest(_ input: SinkInput) -> Bool {
    input.mediaName == SelfTestTone.streamName && input.processID == getpid()
  }

  /// Listens to the tone's own stream; nothing of it goes anywhere.
  func attachSelfTest(_ input: SinkInput, _ context: PulseContext, _ onHeard: @escaping @Sendable () -> Void) -> Track {
    let stream = AudioStream(
      id: 0, role: .bystander, route: .streamMonitor, rateHz: RecordStream.rateHz, openedAt: .now)
    let sound = SoundTrack(
      stream, source: .readerAudio, sink: Nowhere(), sessionStart: sessionStart, nextSegmentID: { 0 })
    sound.passSelfTest(onHeard)
    let record = try? RecordStream(
      context, .sinkInput(input.index), name: SelfTestTone.streamName, onBlock: { sound.take($0) })
    return Track(sound: sound, record: record)
  }
}

/// Where records go that nobody is to see.
private struct Nowhere: RecordSink {
  func offer(_ record: Record, from source: SourceName) {}
}
