internal import Synchronization
internal import System

/// Which processes are the recorded application.
final class ApplicationScope: Sendable {
  /// By what they are told.
  enum Rule: Sendable {
    /// The processes that were added, and whatever descends from them.
    case added
    /// Those, and any that is called so, whenever it starts.
    case called(String)
    /// All but our own, the screen reader, what speaks for it, and the bus's own.
    case all
  }

  private struct State {
    var roots: Set<Int32> = []
    // What was once found to be inside stays inside: a child whose parent has ended is inherited by another.
    var inside: Set<Int32> = []
    var terminals: Set<Int32> = []
  }

  private let rule: Rule
  private let state = Mutex(State())

  /// A scope of no process yet.
  init(_ rule: Rule = .added) { self.rule = rule }

  /// The scope that a plan asks for.
  convenience init(_ plan: Recorder.Plan) {
    switch plan.reach {
    case .application: self.init(.added)
    case .name: self.init(.called(plan.name))
    case .everything: self.init(.all)
    }
  }

  /// Makes a process and its descendants part of the application.
  func add(root processID: Int32) {
    state.withLock {
      $0.roots.insert(processID)
      $0.inside.insert(processID)
    }
  }

  /// Takes what a terminal tells for the application's; other programs in it, and their sounds, are not.
  func add(terminal processID: Int32) { state.withLock { _ = $0.terminals.insert(processID) } }

  /// Whether what a process tells on the a11y bus is the application's.
  func tells(_ processID: Int32) -> Bool {
    state.withLock { $0.terminals.contains(processID) } || contains(processID)
  }

  /// Every process of the application that is there now, and every other one in a terminal that tells for it.
  var processes: [Int32] {
    let known = state.withLock { $0.roots.union($0.inside).union($0.terminals) }
    return Array(known) + ProcessTable.descendants(of: known)
  }

  /// Whether a process is the application's; walks its parents in /proc at once, since a player may live under 100 ms.
  func contains(_ processID: Int32) -> Bool {
    let (roots, known) = state.withLock { ($0.roots, $0.inside) }
    if known.contains(processID) { return true }
    guard isInside(processID, roots) else { return false }
    state.withLock { _ = $0.inside.insert(processID) }
    return true
  }

  private func isInside(_ processID: Int32, _ roots: Set<Int32>) -> Bool {
    if !ProcessTable.ancestors(of: processID).isDisjoint(with: roots) { return true }
    return switch rule {
    case .added: false
    case .called(let name): Target.isProcess(processID, called: name)
    case .all: ProcessTable.entry(of: processID).map { !Surroundings.isOurs($0) && !Surroundings.serves($0) } ?? true
    }
  }
}
