internal import CPulse
internal import Glibc

// @unchecked: everything in it is used on libpulse's thread or under its lock.
/// A stream that listens: to a source, as a sink's monitor, or to one stream that plays into a sink.
public final class RecordStream: @unchecked Sendable {
  /// What is listened to.
  public enum Source: Sendable {
    /// A source by its name, as "desk.monitor".
    case named(String)
    /// One stream that plays into a sink, alone.
    case sinkInput(UInt32)
  }

  /// Samples that have come in; valid while the handler runs.
  public struct Block {
    /// Interleaved samples, −1 to 1; silence where the server left a hole.
    public let samples: UnsafeBufferPointer<Float>
    /// Number of the first frame since the stream began.
    public let firstFrame: Int64
    /// Whether the server left a hole here.
    public let isHole: Bool
    /// When frame 0 was heard, nanoseconds of CLOCK_MONOTONIC.
    public let zeroNanoseconds: Int64
  }

  /// Samples a second.
  public static let rateHz = 48_000
  /// Channels; two, since PipeWire adds gain to one.
  public static let channels = 2
  /// Length of the fragments asked for.
  ///
  /// It changes the application's own latency, so it is the same for every recording.
  public static let fragmentMilliseconds = 5

  private static let timingIntervalNanoseconds: Int64 = 100_000_000

  private let context: PulseContext
  private let stream: OpaquePointer
  private let onBlock: @Sendable (Block) -> Void
  private let onEnd: @Sendable (String) -> Void
  private var clock = SampleClock()
  private var frames: Int64 = 0
  private var askedAt: Int64 = 0
  private var silence: [Float] = []
  private var isStopped = false

  /// Starts to listen; the handlers run on libpulse's thread, and `onEnd` once, with the reason, where it ends by itself.
  public init(
    _ context: PulseContext, _ source: Source, name: String, onBlock: @escaping @Sendable (Block) -> Void,
    onEnd: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(PulseError) {
    self.context = context
    self.onBlock = onBlock
    self.onEnd = onEnd
    var spec = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: UInt32(Self.rateHz), channels: UInt8(Self.channels))
    let made = context.locked { pa_stream_new(context.handle, name, &spec, nil) }
    guard let made else { throw PulseError("record \(name)", reason: "the connection is gone") }
    stream = made
    let begun = context.locked { connect(source) }
    guard begun else {
      let reason = context.locked { String(cString: pa_strerror(pa_context_errno(context.handle))) }
      stop()
      throw PulseError("record \(name)", reason: reason)
    }
  }

  deinit {
    // Before this line no callback can be running: stop() took them away under the lock.
    context.locked { pa_stream_unref(stream) }
  }

  /// Ends listening; no handler runs afterwards.
  public func stop() {
    context.locked {
      guard !isStopped else { return }
      isStopped = true
      pa_stream_set_read_callback(stream, nil, nil)
      pa_stream_set_state_callback(stream, nil, nil)
      pa_stream_set_latency_update_callback(stream, nil, nil)
      pa_stream_disconnect(stream)
      // Given at connect(), for the callbacks.
      Unmanaged.passUnretained(self).release()
    }
  }

  private func connect(_ source: Source) -> Bool {
    let me = Unmanaged.passRetained(self).toOpaque()
    pa_stream_set_read_callback(stream, { _, _, me in RecordStream.from(me)?.read() }, me)
    pa_stream_set_state_callback(stream, { _, me in RecordStream.from(me)?.stateChanged() }, me)
    pa_stream_set_latency_update_callback(stream, { _, me in RecordStream.from(me)?.takeTiming() }, me)
    var attributes = pa_buffer_attr(
      maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
      fragsize: UInt32(Self.rateHz * Self.fragmentMilliseconds / 1000 * Self.channels * MemoryLayout<Float>.size))
    // Without ADJUST_LATENCY every date was 9.9 ms late; with INTERPOLATE_TIMING the first ones were up to 176 ms early.
    let flags = pa_stream_flags_t(PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_DONT_MOVE.rawValue)
    switch source {
    case .named(let name): return pa_stream_connect_record(stream, name, &attributes, flags) >= 0
    case .sinkInput(let index):
      return pa_stream_set_monitor_stream(stream, index) >= 0
        && pa_stream_connect_record(stream, nil, &attributes, flags) >= 0
    }
  }

  private func stateChanged() {
    switch pa_stream_get_state(stream) {
    case PA_STREAM_READY: askForTiming(at: SampleClock.now)
    case PA_STREAM_FAILED: onEnd(String(cString: pa_strerror(pa_context_errno(context.handle))))
    case PA_STREAM_TERMINATED: onEnd("the stream has ended")
    default: break
    }
  }

  private func read() {
    let arrival = SampleClock.now
    if arrival - askedAt >= Self.timingIntervalNanoseconds { askForTiming(at: arrival) }
    while pa_stream_readable_size(stream) > 0 {
      var data: UnsafeRawPointer?
      var size = 0
      guard pa_stream_peek(stream, &data, &size) >= 0, size > 0 else { return }
      deliver(data, count: size / MemoryLayout<Float>.size, arrival: arrival)
      pa_stream_drop(stream)
    }
  }

  private func deliver(_ data: UnsafeRawPointer?, count: Int, arrival: Int64) {
    let first = frames
    frames += Int64(count / Self.channels)
    // Before the first report the arrival is the best that is known.
    let zero = clock.zeroNanoseconds ?? arrival - frames * 1_000_000_000 / Int64(Self.rateHz)
    if let data {
      let samples = UnsafeBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: count)
      onBlock(Block(samples: samples, firstFrame: first, isHole: false, zeroNanoseconds: zero))
    } else {
      if silence.count < count { silence = Array(repeating: 0, count: count) }
      silence.withUnsafeBufferPointer {
        let samples = UnsafeBufferPointer(rebasing: $0[..<count])
        onBlock(Block(samples: samples, firstFrame: first, isHole: true, zeroNanoseconds: zero))
      }
    }
  }

  private func askForTiming(at time: Int64) {
    askedAt = time
    pa_stream_update_timing_info(stream, nil, nil).map { pa_operation_unref($0) }
  }

  private func takeTiming() {
    guard let info = pa_stream_get_timing_info(stream)?.pointee, info.write_index_corrupt == 0 else { return }
    let bytesPerSecond = Int64(Self.rateHz * Self.channels * MemoryLayout<Float>.size)
    let written = info.write_index * 1_000_000 / bytesPerSecond * 1000
    let underway = Int64(info.transport_usec) + Int64(info.source_usec) - Int64(info.sink_usec)
    clock.take(info, positionNanoseconds: written + underway * 1000)
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> RecordStream? {
    pointer.map { Unmanaged<RecordStream>.fromOpaque($0).takeUnretainedValue() }
  }
}
