internal import System
internal import Timeline

/// Somebody who listens to what the tap publishes; a slow one loses lines and is told how many.
struct TapSubscriber {
  /// Bytes that wait for it at most.
  static let limit = 1 << 20

  let socket: Descriptor
  private var queue = ByteQueue()
  private var droppedCount = 0
  private var droppedSince = MonotonicTime(nanoseconds: 0)
  private(set) var isGone = false

  init(socket: Descriptor, greeting: [TapLine]) {
    self.socket = socket
    for line in greeting { queue.append(line.bytes) }
    write()
  }

  /// Read interest shows its end.
  var interest: PollInterest { queue.isEmpty ? .read : [.read, .write] }
  /// Whether lines were dropped and there is room again to tell so.
  var awaitsResumption: Bool { droppedCount > 0 && queue.count < Self.limit / 2 }

  mutating func publish(_ line: TapLine, _ bytes: [UInt8]) {
    if droppedCount == 0, queue.count + bytes.count <= Self.limit { return queue.append(bytes) }
    if droppedCount == 0 { droppedSince = line.time }
    droppedCount += 1
  }

  /// Tells what was dropped, and where each connection stands now.
  mutating func resume(_ prologue: [TapLine]) {
    let report = TapLine(time: .now, connection: 0, kind: .dropped, text: "\(droppedCount) \(droppedSince.nanoseconds)")
    for line in [report] + prologue { queue.append(line.bytes) }
    droppedCount = 0
  }

  mutating func handle(_ found: PollInterest) {
    guard !found.isDisjoint(with: [.read, .hangUp]) else { return }
    // It has nothing to say; its end is all that is listened for.
    do {
      if try socket.readSome()?.isEmpty == true { isGone = true }
    } catch {
      isGone = true
    }
  }

  mutating func write() {
    do {
      try queue.send(to: socket)
    } catch {
      isGone = true
    }
  }
}
