internal import Dispatch
internal import Synchronization
internal import System
internal import Timeline

/// Snapshots of the applications' trees.
extension EventCollector {
  private static let lookAgainMilliseconds = 250

  /// Reads the trees of all applications recorded, now; returns once they are read, or `seconds` have passed.
  public func takeSnapshots(reason: String, within seconds: Double) {
    let names = state.withLock { state in
      // One that has ended cannot tell any more; the bus may not have said so yet.
      state.applications.values.filter { $0.processID.map { ProcessTable.parent(of: $0) != nil } ?? true }.map(
        \.busName)
    }
    let done = DispatchSemaphore(value: 0)
    for name in names { snapshot(name, reason: reason, seconds: seconds, waits: false) { done.signal() } }
    let deadline = DispatchTime.now() + seconds
    for _ in names where done.wait(timeout: deadline) == .timedOut { return }
  }

  /// A screen has changed: it is read once it has settled.
  func screenChanged() {
    let isFirst = state.withLock { state in
      for name in state.applications.keys where !state.hasSnapshot.contains(name) {
        state.screen.wantsReading(of: name)
      }
      defer { state.screen.isWatched = true }
      return !state.screen.isWatched
    }
    if isFirst { lookAgain() }
  }

  private func lookAgain() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Self.lookAgainMilliseconds)) { [weak self] in
      guard let self else { return }
      let (names, othersWait) = state.withLock { state -> ([String], Bool) in
        guard !state.isStopped else { return ([], false) }
        let (names, othersWait) = state.screen.due(at: .now)
        state.screen.isWatched = othersWait
        return (names.filter { state.applications[$0] != nil }, othersWait)
      }
      for name in names {
        let isFirst = state.withLock { $0.hasSnapshot.insert(name).inserted }
        snapshot(name, reason: isFirst ? "start" : "screen-change", seconds: TreeReader.Limits().seconds, waits: true) {
        }
      }
      if othersWait { lookAgain() }
    }
  }

  private func snapshot(
    _ busName: String, reason: String, seconds: Double, waits: Bool, _ onEnd: @escaping @Sendable () -> Void
  ) {
    let id = state.withLock { state in
      state.lastSnapshotID += 1
      return state.lastSnapshotID
    }
    let snapshot = Snapshot(id: id, busName: busName, reason: reason, start: .now)
    sink.offer(.snapshot(snapshot), from: .events)
    var limits = TreeReader.Limits()
    limits.seconds = seconds
    // GTK 4 tells what it is only once it is in the tree.
    if let unknown = state.withLock({ $0.applications[busName] }), unknown.toolkit == nil { describe(unknown) }
    let root = ElementKey(busName: busName, objectPath: BusApplications.rootPath)
    trees.read(
      root, limits: limits,
      .init(
        onElement: { [weak self] answer, ordinal, depth in
          guard let self else { return }
          if answer.isAnswered { state.withLock { $0.keep(answer.version) } }
          let element = SnapshotElement(snapshotID: id, ordinal: ordinal, depth: depth, version: answer.version)
          sink.offer(.snapshotElement(element), from: .events)
        },
        isBusy: { [weak self] in waits && self?.state.withLock { $0.screen.isBusy(busName, at: .now) } ?? false },
        onEnd: { [weak self] limit in
          var ended = snapshot
          ended.end = .now
          ended.limitReached = limit
          self?.sink.offer(.snapshot(ended), from: .events)
          onEnd()
        }))
  }
}
