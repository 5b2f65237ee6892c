internal import Glibc
internal import System

/// Follows a recording by the status lines that it writes into a named pipe.
final class StatusStream {
  private let pipe: Descriptor
  private var partial: [UInt8] = []
  private(set) var observation = Observation()
  private var hasEnded = false

  /// Opens the pipe; whoever writes may come later.
  init(path: String) throws(SystemError) { pipe = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK) }

  /// Waits until `isSo`, and throws where the deadline passes or the recording ends before.
  func wait(for what: String, within seconds: Double, until isSo: (Observation) -> Bool) throws {
    let deadline = Deadline.after(seconds: seconds)
    while !isSo(observation) {
      if observation.hasEnded || hasEnded { throw WalkError("the recording ended before \(what)") }
      guard try takeMore(until: deadline) else { throw WalkError("waited \(Int(seconds)) s for \(what)") }
    }
  }

  /// Takes what comes for `seconds`.
  func rest(seconds: Double) throws {
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
