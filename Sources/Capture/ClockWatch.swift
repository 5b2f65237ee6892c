internal import Dispatch
internal import System
internal import Timeline

/// Keeps the relation of the session's clock to wall time, and tells of a sleep of the machine and of a wall clock that was set.
final class ClockWatch: Sendable {
  /// How long a change may go unseen, awake.
  static let intervalSeconds = 1.0

  private let sink: any RecordSink
  private let read: @Sendable () -> ClockReading
  private let intervalSeconds: Double
  private let stopRequest: (read: Descriptor, write: Descriptor)
  private let ended = DispatchSemaphore(value: 0)

  /// Watches on a thread of its own; `read` gives the clocks as they stand.
  init(
    sink: any RecordSink, intervalSeconds: Double = ClockWatch.intervalSeconds,
    read: @escaping @Sendable () -> ClockReading = { .now }
  ) throws(SystemError) {
    self.sink = sink
    self.intervalSeconds = intervalSeconds
    self.read = read
    stopRequest = try Descriptor.pipe()
    DispatchQueue(label: "clock").async { [self] in run() }
  }

  /// Tells how the clocks stand at the end, and nothing more.
  func stop() {
    try? stopRequest.write.writeAll([0])
    ended.wait()
    // So that a second call returns too.
    ended.signal()
  }

  private func run() {
    defer { ended.signal() }
    let first = read()
    var rule = ClockRule(first)
    sink.offer(
      .source(SourceStatus(.clock, armedAt: MonotonicTime(nanoseconds: first.monotonic))), from: .clock)
    tell(first)
    while true {
      let found = try? pollDescriptors([(stopRequest.read.number, .read)], until: .after(seconds: intervalSeconds))
      let reading = read()
      let gaps = rule.take(reading)
      for gap in gaps { sink.offer(.gap(gap), from: .clock) }
      let isOver = found?[0].isEmpty != true
      if isOver || !gaps.isEmpty { tell(reading) }
      if isOver { break }
    }
    sink.offer(.source(SourceStatus(.clock, endedAt: .now)), from: .clock)
  }

  private func tell(_ reading: ClockReading) {
    let time = MonotonicTime(nanoseconds: reading.monotonic)
    sink.offer(.wallClock(WallClock(time: time, wallNanoseconds: reading.wall)), from: .clock)
  }
}
