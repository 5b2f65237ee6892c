internal import Glibc
internal import Timeline

/// Does what a running recorder is told by other processes.
final class SessionControl: Sendable {
  /// A request may have waited so long for the recorder; one that is older, or yet to come, is of another clock.
  static let oldestNanoseconds: Int64 = .milliseconds(10_000)

  private let path: String
  private let file: FileIdentity?
  private let start: MonotonicTime
  private let markers: any RecordSink
  private let pauses: PauseSwitch
  private let feed: StatusFeed?

  /// The control of a session that began at `start` and is written into `path`.
  ///
  /// Markers go to `markers`, past the switch: they are taken in a pause, too.
  init(path: String, start: MonotonicTime, markers: any RecordSink, pauses: PauseSwitch, feed: StatusFeed?) {
    let absolute = realpath(path, nil)
    defer { free(absolute) }
    self.path = Printable.text(absolute.map { String(cString: $0) } ?? path)
    file = FileIdentity(path)
    self.start = start
    self.markers = markers
    self.pauses = pauses
    self.feed = feed
  }

  /// Does what is asked, and says what came of it.
  func answer(_ request: ControlRequest) -> ControlReply {
    if let wanted = request.file, wanted != file { return .other(file: path) }
    guard (0...Self.oldestNanoseconds).contains(MonotonicTime.now - request.time) else {
      return .refused("its time is not of this clock, or more than 10 s ago")
    }
    switch request.verb {
    case .mark: return mark(request.text, at: max(start, request.time))
    case .pause:
      let (since, isNew) = pauses.pause(reason: request.text)
      guard isNew else { return .unchanged(at: since - start, file: path) }
      feed?.tell("paused", [("time_ns", .number(since - start)), ("reason", .text(request.text))])
      return .taken(at: since - start, file: path)
    case .resume:
      guard let time = pauses.resume() else { return .unchanged(at: MonotonicTime.now - start, file: path) }
      feed?.tell("resumed", [("time_ns", .number(time - start))])
      return .taken(at: time - start, file: path)
    }
  }

  private func mark(_ text: String, at time: MonotonicTime) -> ControlReply {
    markers.offer(.marker(Marker(time: time, text: text)), from: .markers)
    return .taken(at: time - start, file: path)
  }
}
