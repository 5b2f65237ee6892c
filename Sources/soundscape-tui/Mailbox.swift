import Synchronization
import System

/// Messages to the loop from any thread.
final class Mailbox: Sendable {
  private let waiting = Mutex<[SoundscapeApp.Message]>([])
  private let ends: (read: Descriptor, write: Descriptor)

  init() throws(SystemError) {
    ends = try Descriptor.pipe()
    ends.read.setNonBlocking(true)
  }

  /// Readable while messages wait.
  var descriptor: Descriptor { ends.read }

  func post(_ message: SoundscapeApp.Message) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(message)
      return waiting.count == 1
    }
    if isFirst { try? ends.write.writeAll([0]) }
  }

  func take() -> [SoundscapeApp.Message] {
    _ = try? ends.read.readSome()
    return waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
