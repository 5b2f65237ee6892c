internal import Dispatch
internal import Synchronization
internal import System

/// What a peer writes to its standard output, read while it runs, so that it never waits to be read.
final class PeerLines: Sendable {
  private let text = Mutex("")
  private let more = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)

  /// Reads a pipe to its end.
  init(_ descriptor: Descriptor) {
    DispatchQueue(label: "peer").async {
      while let bytes = try? descriptor.readSome(), !bytes.isEmpty {
        self.text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
        self.more.signal()
      }
      self.end.signal()
      self.more.signal()
    }
  }

  /// Waits until what was written is as wanted; throws where it is not within `seconds`.
  func wait(for what: String, within seconds: Double, _ isSo: (String) -> Bool) throws {
    let deadline = DispatchTime.now() + seconds
    while !isSo(text.withLock { $0 }) {
      guard more.wait(timeout: deadline) == .success else {
        throw SystemError("\(what) did not come within \(Int(seconds)) s", code: 0)
      }
    }
  }

  /// All that it has written, once it has ended.
  func rest() -> String {
    end.wait()
    end.signal()
    return text.withLock { $0 }
  }
}
