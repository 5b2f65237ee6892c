internal import Dispatch
internal import Glibc
public import Timeline
internal import System

/// Records what goes through the speech tap.
public final class SpeechCollector: Sendable {
  /// How long nothing must come before a stopping collector believes that nothing is under way.
  private static let graceSeconds = 0.05

  private let path: String
  private let sink: any RecordSink
  private let socket: Descriptor
  private let stopRequest: (read: Descriptor, write: Descriptor)
  private let ended = DispatchSemaphore(value: 0)

  /// Where a tap publishes by default: a11y-capture/tap.sock in XDG_RUNTIME_DIR; nil where that is not set.
  public static var defaultPath: String? {
    getenv("XDG_RUNTIME_DIR").map { String(cString: $0) + "/a11y-capture/tap.sock" }
  }

  /// Connects to the tap that publishes at `path`; throws where none does.
  public init(path: String, sink: any RecordSink) throws(SpeechError) {
    self.path = path
    self.sink = sink
    do {
      socket = try UnixSocket.connect(path)
      stopRequest = try Descriptor.pipe()
    } catch {
      throw SpeechError(
        "no speech tap: \(error)", advice: "Start the reader under one: a11y-capture tap, or a11y-desktop")
    }
  }

  /// Waits for the tap's greeting, then records on a thread of its own; throws where none comes.
  public func start(within seconds: Double = 3) throws(SpeechError) {
    let greeted = DispatchSemaphore(value: 0)
    DispatchQueue(label: "speech tap").async { self.run { greeted.signal() } }
    guard greeted.wait(timeout: .now() + seconds) == .success else {
      stop()
      throw SpeechError(
        "what listens at \(path) does not greet as a speech tap of version \(TapLine.formatVersion)",
        advice: "Start the tap of this version")
    }
  }

  /// Ends recording; returns once nothing more is offered.
  public func stop() {
    try? stopRequest.write.writeAll([0])
    ended.wait()
    // So that a second call returns too.
    ended.signal()
  }

  private func run(_ greeted: () -> Void) {
    defer { ended.signal() }
    var splitter = LineSplitter(.lf)
    var log = TapLog()
    var isStopping = false
    var latest = Deadline.never
    while !latest.hasPassed {
      // Asked to stop, it takes what is still under way: the tap passes a line on before it tells of it.
      let deadline = isStopping ? Deadline.after(seconds: Self.graceSeconds) : .never
      let wanted = [socket.number] + (isStopping ? [] : [stopRequest.read.number])
      guard let found = try? pollDescriptors(wanted.map { ($0, .read) }, until: deadline) else { return end(nil) }
      if found.count > 1, !found[1].isEmpty {
        isStopping = true
        latest = .after(seconds: 20 * Self.graceSeconds)
      }
      guard !found[0].isEmpty else {
        if isStopping, found.count == 1 { return end(nil) }
        continue
      }
      guard let bytes = try? socket.readSome(), !bytes.isEmpty else { return end("the speech tap has ended") }
      for line in splitter.add(bytes) {
        guard let line = TapLine(parsing: line) else { continue }
        if line.kind == .hello {
          guard line.text.cutAtBlank.head == String(TapLine.formatVersion) else {
            return end("the speech tap is of another version")
          }
          sink.offer(.source(SourceStatus(.speech, armedAt: line.time)), from: .speech)
          greeted()
        }
        for record in log.take(line) { sink.offer(record, from: .speech) }
      }
    }
    end(nil)
  }

  private func end(_ reason: String?) {
    let now = MonotonicTime.now
    if let reason { sink.offer(.gap(Gap(source: .speech, start: now, end: nil, reason: reason)), from: .speech) }
    sink.offer(.source(SourceStatus(.speech, endedAt: now, note: reason)), from: .speech)
  }
}
