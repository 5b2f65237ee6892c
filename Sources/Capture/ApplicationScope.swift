internal import Synchronization
internal import System

/// Which processes are the recorded application: its first process and whatever descends from it.
final class ApplicationScope: Sendable {
  private struct State {
    var roots: Set<Int32> = []
    // What was once found to be inside stays inside: a child whose parent has ended is inherited by another.
    var inside: Set<Int32> = []
  }

  private let state = Mutex(State())

  /// A scope of no process yet.
  init() {}

  /// Makes a process and its descendants part of the application.
  func add(root processID: Int32) {
    state.withLock {
      $0.roots.insert(processID)
      $0.inside.insert(processID)
    }
  }

  /// Whether a process is the application's; walks its parents in /proc at once, since a player may live under 100 ms.
  func contains(_ processID: Int32) -> Bool {
    let (roots, known) = state.withLock { ($0.roots, $0.inside) }
    if known.contains(processID) { return true }
    guard !ProcessTable.ancestors(of: processID).isDisjoint(with: roots) else { return false }
    state.withLock { _ = $0.inside.insert(processID) }
    return true
  }
}
