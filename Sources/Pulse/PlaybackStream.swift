internal import CPulse
internal import Glibc

// @unchecked: everything in it is used on libpulse's thread or under its lock.
/// A stream that plays what is queued, and rests where nothing is.
public final class PlaybackStream: @unchecked Sendable {
  /// What one sound's life brings.
  public enum Progress: Sendable {
    /// The sound's first frame is heard at this moment, nanoseconds of CLOCK_MONOTONIC, by the server's own playback clock.
    case began(heardAtNanoseconds: Int64)
    /// Its last frame has been heard.
    case ended
    /// It was cut short.
    case cut
  }

  /// Samples a second; mono.
  public let rateHz: Int
  /// Length of the server's buffer.
  public static let bufferMilliseconds = 40

  private let context: PulseContext
  private let stream: OpaquePointer
  private var waiting: [Float] = []
  private var waitingFrom = 0
  private var isFinished = true
  private var onProgress: (@Sendable (Progress) -> Void)?
  private var hasBegun = false
  private var framesWritten: Int64 = 0  // of the sound under way
  private var isStopped = false
  private let onLost: @Sendable (String) -> Void

  /// Opens a stream into `sink`, or where nil the default one, that is silent until something is played; `onLost` is called with
  /// the reason where the server ends it, as it does when it goes away itself.
  public init(
    _ context: PulseContext, name: String, rateHz: Int, sink: String? = nil,
    onLost: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(PulseError) {
    self.context = context
    self.rateHz = rateHz
    self.onLost = onLost
    var spec = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: UInt32(rateHz), channels: 1)
    let made = context.locked { pa_stream_new(context.handle, name, &spec, nil) }
    guard let made else { throw PulseError("play \(name)", reason: "the connection is gone") }
    stream = made
    guard context.locked({ connect(sink) }) else {
      let reason = context.locked { String(cString: pa_strerror(pa_context_errno(context.handle))) }
      stop()
      throw PulseError("play \(name)", reason: reason)
    }
  }

  deinit { context.locked { pa_stream_unref(stream) } }

  /// Starts a sound with its first samples, cutting the one before; more may follow by `append`, and `finish` ends it.
  public func begin(_ samples: [Float], _ onProgress: @escaping @Sendable (Progress) -> Void) {
    context.locked {
      let before = isFinished && waiting.isEmpty ? nil : self.onProgress
      waiting = samples
      waitingFrom = 0
      isFinished = false
      hasBegun = false
      self.onProgress = onProgress
      before?(.cut)
      pa_stream_flush(stream, nil, nil).map { pa_operation_unref($0) }
      framesWritten = 0
      feed()
    }
  }

  /// Adds samples to the sound under way.
  public func append(_ samples: [Float]) {
    context.locked {
      waiting += samples
      feed()
    }
  }

  /// Says that the sound under way is complete.
  public func finish() {
    context.locked {
      isFinished = true
      drainIfEmpty()
    }
  }

  /// Ends the sound under way at once.
  public func cut() {
    context.locked {
      waiting = []
      waitingFrom = 0
      isFinished = true
      pa_stream_flush(stream, nil, nil).map { pa_operation_unref($0) }
      onProgress?(.cut)
      onProgress = nil
    }
  }

  /// Closes the stream; no handler runs afterwards.
  public func stop() {
    context.locked {
      guard !isStopped else { return }
      isStopped = true
      onProgress = nil
      pa_stream_set_state_callback(stream, nil, nil)
      pa_stream_set_write_callback(stream, nil, nil)
      pa_stream_set_latency_update_callback(stream, nil, nil)
      pa_stream_disconnect(stream)
      // Given at connect(), for the callbacks.
      Unmanaged.passUnretained(self).release()
    }
  }

  private func connect(_ sink: String?) -> Bool {
    let me = Unmanaged.passRetained(self).toOpaque()
    pa_stream_set_state_callback(stream, { _, me in PlaybackStream.from(me)?.stateChanged() }, me)
    pa_stream_set_write_callback(stream, { _, _, me in PlaybackStream.from(me)?.feed() }, me)
    pa_stream_set_latency_update_callback(stream, { _, me in PlaybackStream.from(me)?.takeTiming() }, me)
    let bytesPerMillisecond = UInt32(rateHz * MemoryLayout<Float>.size / 1000)
    // A low prebuf, so that an earcon starts with its first samples.
    var attributes = pa_buffer_attr(
      maxlength: .max, tlength: UInt32(Self.bufferMilliseconds) * bytesPerMillisecond, prebuf: 5 * bytesPerMillisecond,
      minreq: .max, fragsize: .max)
    return pa_stream_connect_playback(stream, sink, &attributes, PA_STREAM_ADJUST_LATENCY, nil, nil) >= 0
  }

  private func stateChanged() {
    switch pa_stream_get_state(stream) {
    case PA_STREAM_FAILED: onLost(String(cString: pa_strerror(pa_context_errno(context.handle))))
    case PA_STREAM_TERMINATED: onLost("the sound server has ended the stream")
    default: break
    }
  }

  private func feed() {
    guard pa_stream_get_state(stream) == PA_STREAM_READY else { return }
    let room = pa_stream_writable_size(stream) / MemoryLayout<Float>.size
    let count = min(room, waiting.count - waitingFrom)
    guard count > 0, room != Int.max / MemoryLayout<Float>.size else { return drainIfEmpty() }
    waiting.withUnsafeBytes { bytes in
      let from = bytes.baseAddress.map { $0 + waitingFrom * MemoryLayout<Float>.size }
      pa_stream_write(stream, from, count * MemoryLayout<Float>.size, nil, 0, PA_SEEK_RELATIVE)
    }
    waitingFrom += count
    framesWritten += Int64(count)
    if !hasBegun { askForTiming() }
    drainIfEmpty()
  }

  private func drainIfEmpty() {
    guard isFinished, waitingFrom == waiting.count, !waiting.isEmpty else { return }
    waiting = []
    waitingFrom = 0
    let operation = pa_stream_drain(
      stream, { _, worked, me in if worked != 0 { PlaybackStream.from(me)?.drained() } },
      Unmanaged.passUnretained(self).toOpaque())
    operation.map { pa_operation_unref($0) }
  }

  private func drained() {
    // A sound that began in the meantime has its own end to come.
    guard isFinished, waiting.isEmpty else { return }
    onProgress?(.ended)
    onProgress = nil
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> PlaybackStream? {
    pointer.map { Unmanaged<PlaybackStream>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension PlaybackStream {
  private func askForTiming() {
    pa_stream_update_timing_info(stream, nil, nil).map { pa_operation_unref($0) }
  }

  /// Dates the sound's first frame by the first report that it plays; each request of the server for more asks for a report.
  private func takeTiming() {
    guard !hasBegun, onProgress != nil, let info = pa_stream_get_timing_info(stream)?.pointee else { return }
    guard info.playing != 0, info.read_index_corrupt == 0, info.write_index_corrupt == 0 else { return }
    let frameBytes = Int64(MemoryLayout<Float>.size)
    let firstByte = info.write_index - framesWritten * frameBytes
    guard info.read_index > firstByte else { return }
    let ahead = (info.read_index - firstByte) / frameBytes * 1_000_000_000 / Int64(rateHz)
    var clock = SampleClock()
    clock.take(info, positionNanoseconds: ahead + (Int64(info.transport_usec) - Int64(info.sink_usec)) * 1000)
    guard let zero = clock.zeroNanoseconds else { return }
    hasBegun = true
    onProgress?(.began(heardAtNanoseconds: zero))
  }
}
