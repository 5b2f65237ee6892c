internal import CSQLite
internal import Glibc

/// How long queries over one file may compute, since a file from elsewhere can be made so that one never ends.
///
/// What counts is this thread's processor time, not the clock on the wall, so that a busy machine refuses nothing.
final class WorkLimit {
  /// What a small file may take, and what each megabyte more; a hundred times what recordings were seen to need.
  private static let (seconds, secondsPerMegabyte): (Int64, Int64) = (2, 1)

  private let limit: Int64
  private var used: Int64 = 0
  // When the statement under way began; nil between statements.
  private var begun: Int64?
  private var depth = 0

  init(fileBytes: Int64) {
    limit = (Self.seconds + min(fileBytes, 1 << 40) / 1_000_000 * Self.secondsPerMegabyte) * 1_000_000_000
  }

  /// Whether the work so far is too much.
  var isPassed: Bool { used + (begun.map { Self.now - $0 } ?? 0) > limit }

  /// What is said of a file at which it was passed.
  func error(_ path: String) -> StorageError {
    StorageError(
      .noInput, "\(path) asks for more than \(limit / 1_000_000_000) s of work, which no recording of its size does",
      advice: "Take another copy, or ask it by sqlite3, which sets no limit")
  }

  /// Counts what `work` takes; one within another counts once.
  func counting<Result>(_ work: () throws(StorageError) -> Result) throws(StorageError) -> Result {
    if depth == 0 { begun = Self.now }
    depth += 1
    defer {
      depth -= 1
      if depth == 0, let begun {
        used += Self.now - begun
        self.begun = nil
      }
    }
    return try work()
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
