internal import Dispatch
internal import Synchronization
public import System
public import Timeline

/// Records the screen of a terminal program, and the keys on their way to it, by the copies that a relay makes.
public final class TerminalCollector: Sendable {
  /// A key seen by its bytes.
  public struct Key: Sendable {
    /// When the guard read it.
    public var time: MonotonicTime
    /// X keysym's name, as "Tab" or "Return"; nil where it types text.
    public var name: String?
    /// What it types, which is for memory alone: a character, nothing, or all of a paste.
    public var text: String
    /// Modifier bits as AT-SPI has them.
    public var modifiers: UInt32
    /// Whether the terminal took a line then and showed none of its characters.
    public var isHidden: Bool
  }

  private let copies: Descriptor
  private let sink: any RecordSink
  private let onKey: @Sendable (Key) -> Void
  private let onDrawn: @Sendable () -> Void
  private let done = DispatchSemaphore(value: 0)
  /// What was told of last, by the guard's clock.
  private let lastTime = Mutex(MonotonicTime.now)

  /// A collector of what comes by `copies`.
  ///
  /// On its own thread keys go to `onKey`, before what they cause, and `onDrawn` is told once there is text on the screen.
  public init(
    copies: Descriptor, sink: any RecordSink, onDrawn: @escaping @Sendable () -> Void = {},
    onKey: @escaping @Sendable (Key) -> Void
  ) {
    self.onDrawn = onDrawn
    self.copies = copies
    self.sink = sink
    self.onKey = onKey
  }

  /// Starts following the screen.
  public func start() {
    sink.offer(.source(SourceStatus(.terminal, armedAt: .now)), from: .terminal)
    DispatchQueue(label: "terminal").async { [self] in
      follow()
      sink.offer(.source(SourceStatus(.terminal, endedAt: .now)), from: .terminal)
      done.signal()
    }
  }

  /// Ends: what has passed until now is recorded, as far as that takes no longer than `seconds`.
  public func stop(within seconds: Double = 10) {
    // What was copied before is still read: a socket gives it before its end.
    UnixSocket.endReading(copies)
    guard done.wait(timeout: .now() + seconds) == .timedOut else { return }
    let since = lastTime.withLock { $0 }
    sink.offer(
      .gap(
        Gap(
          source: .terminal, start: since, end: .now,
          reason: "the screen could not be followed to its end within \(Int(seconds)) s")), from: .terminal)
  }

  private func follow() {
    var follower = ScreenFollower()
    var frames = RelayFrames()
    var hasDrawn = false
    while true {
      let wait = follower.due.map { Deadline.after(seconds: Double(max(0, $0 - .now)) / 1e9) } ?? .never
      guard let found = try? pollDescriptors([(copies.number, .read)], until: wait) else { break }
      if found[0].isEmpty {
        tell(follower.settle(at: .now), &hasDrawn)
        continue
      }
      guard let bytes = try? copies.readSome(), !bytes.isEmpty, let whole = frames.take(bytes) else { break }
      for frame in whole {
        lastTime.withLock { $0 = frame.time }
        tell(follower.take(frame), &hasDrawn)
      }
    }
    for record in follower.end(at: .now) { sink.offer(record, from: .terminal) }
  }

  private func tell(_ news: [ScreenFollower.News], _ hasDrawn: inout Bool) {
    for piece in news {
      switch piece {
      case .record(let record):
        sink.offer(record, from: .terminal)
        if !hasDrawn, case .terminalChange(let change) = record, change.kind == .text {
          hasDrawn = true
          onDrawn()
        }
      case .key(let key): onKey(key)
      }
    }
  }
}
