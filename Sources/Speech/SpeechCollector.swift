internal import Dispatch
internal import Glibc
internal import Synchronization
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
  private let selfTest = Mutex(SelfTest())
  private let selfTested = DispatchSemaphore(value: 0)

  /// An exchange of the recorder's own.
  private struct SelfTest {
    /// Where clients of the daemon connect; nil until the tap has told.
    var clientPath: String?
    /// What the recorder says; nil before it does.
    var command: String?
    /// The connection on which it was seen.
    var connection: Int64?
  }

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

  /// Talks to speech-dispatcher through the tap, and waits until the tap has told of it; throws where it has not.
  ///
  /// The exchange gives the connection a name, and ends it; nothing is spoken.
  public func testItself(within seconds: Double) throws(SpeechError) {
    let command = "SET self CLIENT_NAME \(getuid()):a11y-capture:self-test-\(getpid())"
    let path = selfTest.withLock { test in
      test.command = command
      return test.clientPath
    }
    guard let path else { throw SpeechError("the speech tap does not tell where its clients connect") }
    do {
      let client = try UnixSocket.connect(path)
      try client.writeAll(Array((command + "\r\nQUIT\r\n").utf8))
      guard selfTested.wait(timeout: .now() + seconds) == .success else {
        throw SpeechError("speech-dispatcher did not answer through the tap within \(seconds) s")
      }
    } catch let error as SpeechError {
      throw error
    } catch {
      throw SpeechError("the self-test cannot talk to speech-dispatcher through the tap: \(error)")
    }
    sink.offer(.source(SourceStatus(.speech, selfTestedAt: .now)), from: .speech)
  }

  private func followSelfTest(_ line: TapLine) {
    let isAnswered = selfTest.withLock { test -> Bool in
      if line.kind == .fromClient, line.text == test.command { test.connection = line.connection }
      return line.kind == .fromDaemon && line.connection == test.connection && line.text.hasPrefix("208")
    }
    if isAnswered { selfTested.signal() }
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
          let parts = line.text.split(separator: "\t")
          selfTest.withLock { $0.clientPath = parts.count == 2 ? String(parts[1]) : nil }
          sink.offer(.source(SourceStatus(.speech, armedAt: line.time)), from: .speech)
          greeted()
        }
        followSelfTest(line)
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
