public import System
internal import Timeline

/// Copies of what passes a relay, on their way to the recorder.
///
/// They wait for nothing: what is not taken is kept up to a limit, what is beyond it is dropped and counted, and how much that
/// was is told as soon as there is room again.
public struct RelayCopies {
  private let socket: Descriptor
  private let limit: Int
  private var queue: [UInt8] = []
  private var sent = 0
  private var dropped: (bytes: Int, since: MonotonicTime)?
  private var isTaken = true

  /// Copies sent on a connected socket, of which at most `limit` bytes wait.
  public init(to socket: Descriptor, limit: Int = 128 << 20) {
    self.socket = socket
    self.limit = limit
    socket.setNonBlocking(true)
  }

  /// The socket, where copies wait to be sent; nil where none do.
  public var waiting: Descriptor? { isTaken && sent < queue.count ? socket : nil }

  /// Sends a copy, or keeps it until it can be sent, or drops it.
  public mutating func add(_ frame: RelayFrame) {
    guard isTaken else { return }
    tellWhatWasDropped(at: frame)
    let count = frame.byteCount
    if dropped != nil || queue.count - sent + count > limit {
      dropped = ((dropped?.bytes ?? 0) + count, dropped?.since ?? frame.time)
    } else {
      frame.append(to: &queue)
    }
    send()
  }

  /// Sends what waits, as far as it is taken.
  public mutating func send() {
    while isTaken, sent < queue.count {
      guard let count = try? UnixSocket.send(queue[sent...], to: socket) else {
        // The recorder is gone, and the program is not to know.
        (isTaken, queue, sent) = (false, [], 0)
        return
      }
      if count == 0 { break }
      sent += count
    }
    if sent == queue.count {
      queue.removeAll(keepingCapacity: queue.capacity < 1 << 20)
      sent = 0
    } else if sent > 1 << 22 {
      queue.removeFirst(sent)
      sent = 0
    }
  }

  /// Half of the room has to be free, so that not every other frame is dropped.
  private mutating func tellWhatWasDropped(at frame: RelayFrame) {
    guard let lost = dropped, queue.count - sent < limit / 2 else { return }
    RelayFrame(time: frame.time, .dropped(bytes: lost.bytes, since: lost.since)).append(to: &queue)
    dropped = nil
  }

  /// Sends all that waits, to be called at the end; gives up after `seconds`.
  public mutating func finish(within seconds: Double) {
    let deadline = Deadline.after(seconds: seconds)
    if let lost = dropped {
      RelayFrame(time: .now, .dropped(bytes: lost.bytes, since: lost.since)).append(to: &queue)
      dropped = nil
    }
    send()
    while let waiting, !deadline.hasPassed {
      guard let found = try? pollDescriptors([(waiting.number, .write)], until: deadline), !found[0].isEmpty else {
        return
      }
      send()
    }
  }
}

extension RelayFrame {
  /// Bytes that passed; those that only tell of the relay itself count as one.
  fileprivate var byteCount: Int {
    switch content {
    case .output(let bytes), .input(let bytes, _): bytes.count
    case .size, .dropped: 1
    }
  }
}
