internal import Glibc
package import System

/// What is made of status lines as they come.
package protocol StatusObserver {
  /// Nothing told yet.
  init()
  /// Whether the recording has told of its end.
  var hasEnded: Bool { get }
  /// Takes the next line.
  mutating func take(_ line: StatusLine)
}

/// Follows a recording by the status lines that it writes into a named pipe.
package final class StatusStream<Observer: StatusObserver> {
  private let pipe: Descriptor
  private var partial: [UInt8] = []
  /// What has been told so far.
  package private(set) var observation = Observer()
  private var hasEnded = false

  /// Opens the pipe; whoever writes may come later.
  package init(path: String) throws(SystemError) {
    pipe = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
    // A recorder does not wait for a reader that is busy pressing a key: what finds no room is lost.
    pipe.makeRoom(bytes: 1 << 20)
  }

  /// Waits until `isSo`, and throws where the deadline passes or the recording ends before.
  package func wait(for what: String, within seconds: Double, until isSo: (Observer) throws -> Bool) throws {
    let deadline = Deadline.after(seconds: seconds)
    while try !isSo(observation) {
      if observation.hasEnded || hasEnded { throw WalkError("the recording ended before \(what)") }
      guard try takeMore(until: deadline) else { throw WalkError("waited \(Int(seconds)) s for \(what)") }
    }
  }

  /// Takes what comes for `seconds`.
  package func rest(seconds: Double) throws {
    let deadline = Deadline.after(seconds: seconds)
    while try !hasEnded && takeMore(until: deadline) {}
  }

  /// Takes the next lines; false where the deadline passes first.
  private func takeMore(until deadline: Deadline) throws -> Bool {
    guard !deadline.hasPassed else { return false }
    let found = try pollDescriptors([(pipe.number, .read)], until: deadline)
    guard !found[0].isEmpty else { return false }
    // Empty at the end: the last writer has gone.
    guard let bytes = try pipe.readSome() else { return true }
    hasEnded = bytes.isEmpty
    partial += bytes
    while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
      if let line = StatusLine(partial[..<end]) { observation.take(line) }
      partial.removeSubrange(...end)
    }
    return true
  }
}
