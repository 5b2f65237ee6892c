internal import Glibc
internal import System

/// The recorders of this user that run now, reached by their sockets.
public enum RunningCaptures {
  /// What came of telling one of them something.
  public struct Outcome: Sendable {
    /// The recorder's process.
    public var processID: Int32
    /// What it answered; nil where it did not.
    public var reply: ControlReply?
  }

  /// Tells all of them at once, and waits at most `seconds`; throws where there is none.
  ///
  /// What a recorder that was killed has left behind is removed.
  public static func tell(_ request: ControlRequest, within seconds: Double = 2) throws(CaptureError) -> [Outcome] {
    let folder = try ControlFolder.path()
    var lines = ControlFolder.recorders(in: folder).map { Line(processID: $0, folder: folder, request: request) }
    let deadline = Deadline.after(seconds: seconds)
    while true {
      for index in lines.indices { lines[index].connect() }
      lines.removeAll(where: \.isDead)
      let open = lines.indices.filter { !lines[$0].isOver }
      if open.isEmpty || deadline.hasPassed { break }
      try wait(for: open.map { lines[$0].socket?.number ?? -1 }, until: deadline) { lines[open[$0]].receive() }
    }
    guard !lines.isEmpty else {
      throw CaptureError(
        "no capture is running that could be reached through \(folder)",
        advice: "Start one: a11y-capture --app NAME. One in a private desktop is reached from inside it", exitStatus: 66
      )
    }
    return lines.map { Outcome(processID: $0.processID, reply: $0.reply) }
  }

  /// Calls `readable` for each descriptor on which something came; where one could not connect yet, it is tried again soon.
  private static func wait(for sockets: [Int32], until deadline: Deadline, _ readable: (Int) -> Void)
    throws(CaptureError)
  {
    let soon =
      sockets.contains(-1)
      ? Deadline.after(seconds: min(0.02, Double(deadline.remainingMilliseconds) / 1000)) : deadline
    do throws(SystemError) {
      let found = try pollDescriptors(sockets.map { ($0, .read) }, until: soon)
      for index in found.indices where !found[index].isEmpty { readable(index) }
    } catch {
      throw CaptureError("cannot wait for running captures: \(error)", exitStatus: 70)
    }
  }
}

/// The way to one recorder.
private struct Line {
  let processID: Int32
  private let path: String
  private let request: [UInt8]
  private(set) var socket: Descriptor?
  private(set) var reply: ControlReply?
  private(set) var isOver = false
  /// Whether there is no recorder any more.
  private(set) var isDead = false
  private var bytes: [UInt8] = []

  /// Bytes of an answer, at most.
  private static let limit = 1 << 16

  init(processID: Int32, folder: String, request: ControlRequest) {
    self.processID = processID
    path = ControlFolder.socket(of: processID, in: folder)
    self.request = Array(request.line.utf8)
  }

  mutating func connect() {
    guard socket == nil, !isOver else { return }
    do throws(SystemError) {
      let socket = try UnixSocket.connect(path, waiting: false)
      self.socket = socket
      // It has never been written to, so the line fits.
      isOver = try UnixSocket.send(request[...], to: socket) < request.count
    } catch {
      switch error.code {
      case EAGAIN: break
      case ECONNREFUSED:
        unlink(path)
        isDead = true
      case ENOENT: isDead = true
      default:
        reply = .refused("\(error)")
        isOver = true
      }
    }
  }

  mutating func receive() {
    do {
      guard let more = try socket?.readSome() else { return }
      bytes += more
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        reply = ControlReply(parsing: String(decoding: bytes[..<end], as: UTF8.self))
        isOver = true
      } else {
        isOver = more.isEmpty || bytes.count > Self.limit
      }
    } catch {
      isOver = true
    }
  }
}
