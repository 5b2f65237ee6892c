internal import System
internal import Timeline

/// One direction of a client's connection: what one side sends, the other gets, byte for byte.
struct Pump {
  /// Bytes read and not taken by the other side from which on no more are read, so that a slow side slows the other one.
  static let limit = 65_536

  private let source: Descriptor
  private let target: Descriptor
  private var queue = ByteQueue()
  private(set) var sourceHasEnded = false
  private var targetIsGone = false
  private var endWasPassedOn = false

  init(from source: Descriptor, to target: Descriptor) {
    self.source = source
    self.target = target
  }

  /// Whether the source is to be polled for reading, and the target for writing.
  var wantsToRead: Bool { !sourceHasEnded && queue.count < Self.limit }
  var wantsToWrite: Bool { !queue.isEmpty }
  /// Whether nothing more can come by this way.
  var hasEnded: Bool { sourceHasEnded && queue.isEmpty }

  /// Reads once and passes it on at once; gives what was read and when, before it was passed on.
  mutating func read() -> (bytes: [UInt8], time: MonotonicTime)? {
    let bytes: [UInt8]
    do {
      guard let some = try source.readSome() else { return nil }
      bytes = some
    } catch {
      // A side that closes with unread bytes leaves a reset; what it had sent was read before.
      bytes = []
    }
    let time = MonotonicTime.now
    if bytes.isEmpty {
      sourceHasEnded = true
    } else if !targetIsGone {
      queue.append(bytes)
    }
    write()
    return bytes.isEmpty ? nil : (bytes, time)
  }

  /// Writes what the target takes; passes the source's end on after its last byte.
  mutating func write() {
    do {
      try queue.send(to: target)
    } catch {
      dropTarget()
    }
    guard hasEnded, !endWasPassedOn else { return }
    endWasPassedOn = true
    if !targetIsGone { UnixSocket.endWriting(target) }
  }

  /// The target is gone: what it is sent goes nowhere, but is read on, since it was said.
  mutating func dropTarget() {
    targetIsGone = true
    queue.removeAll()
  }
}
