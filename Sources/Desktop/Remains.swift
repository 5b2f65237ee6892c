internal import Glibc
internal import System

/// What a desktop leaves running: this process's descendants.
enum Remains {
  /// Sends `number` to all but `kept` and their descendants, and returns once they are gone or `seconds` have passed.
  static func end(by number: Int32, within seconds: Double, keeping kept: [Int32] = []) {
    let deadline = Deadline.after(seconds: seconds)
    var told: Set<Int32> = []
    while true {
      reapOrphans(keeping: kept)
      let spared = Set(kept + kept.flatMap { ProcessTable.descendants(of: $0) })
      let left = ProcessTable.descendants(of: getpid()).filter { !spared.contains($0) }
      guard let first = left.first, !deadline.hasPassed else { return }
      for id in left where told.insert(id).inserted { kill(id, number) }
      // Their ends make orphans of their children, who are found in the next round.
      guard let handle = ProcessHandle(first) else { continue }
      _ = try? pollDescriptors([(handle.ended.number, .read)], until: deadline)
    }
  }

  /// Ends everything, and removes `folder`.
  static func remove(_ folder: String) {
    end(by: SIGTERM, within: 2)
    end(by: SIGKILL, within: 5)
    _ = try? Child("rm", ["-rf", "--", folder]).wait(until: .after(seconds: 10))
  }
}
