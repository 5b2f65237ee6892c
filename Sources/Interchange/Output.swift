internal import Glibc
internal import Storage
internal import System

/// A new file, or standard output, that is written in large pieces.
///
/// A file that is not finished is taken away: half of one would only be taken for the whole.
final class Output {
  private static let pieceLength = 1 << 18
  private let path: String?
  private let descriptor: Descriptor?
  private var waiting: [UInt8] = []
  private var isFinished = false

  /// Makes `path`, for its owner alone, or takes standard output where it is "-"; throws where a file is there already.
  init(_ path: String) throws(StorageError) {
    guard path != "-" else {
      self.path = nil
      descriptor = nil
      return
    }
    do throws(SystemError) {
      descriptor = try Descriptor.open(path, flags: O_CREAT | O_EXCL | O_WRONLY)
    } catch {
      throw StorageError(
        .inputOutput, "cannot make \(path): \(String(cString: strerror(error.code)))",
        advice: error.code == EEXIST ? "Name another file; none is ever overwritten" : nil)
    }
    self.path = path
  }

  deinit { if !isFinished, let path { unlink(path) } }

  func write(_ bytes: some Sequence<UInt8>) throws(StorageError) {
    waiting.append(contentsOf: bytes)
    if waiting.count >= Output.pieceLength { try flush() }
  }

  func write(_ text: String) throws(StorageError) { try write(text.utf8) }

  /// Writes what waits; the file stays.
  func finish() throws(StorageError) {
    try flush()
    isFinished = true
  }

  private func flush() throws(StorageError) {
    var done = 0
    while done < waiting.count {
      let count = waiting[done...].withUnsafeBytes {
        Glibc.write(descriptor?.number ?? STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count > 0 { done += count }
      guard count > 0 || errno == EINTR else {
        throw StorageError(
          .inputOutput, "cannot write \(path ?? "the export"): \(String(cString: strerror(errno)))")
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
