internal import DBus
internal import Synchronization
internal import System
internal import Timeline

extension EventCollector {
  // After a storm, so long may take what is on its way when the application has ended.
  private static let patience = 10.0

  /// Ends recording, once what was on its way has come.
  ///
  /// The bus tells of an application's end after all that it had sent, and passes on in order: when it has told of every one that
  /// has ended, and an event of our own has come back, nothing is under way.
  public func stop() {
    let deadline = Deadline.after(seconds: Self.patience)
    while !deadline.hasPassed {
      guard (try? emitOwn(SelfTest.end)) != nil,
        (try? barrier.wait(for: "an event", within: Double(deadline.remainingMilliseconds) / 1000)) != nil
      else { break }
      guard isSomethingOnItsWay else { return end() }
      _ = try? pollDescriptors([], until: .after(seconds: 0.005))
    }
    lost(.events, "what was on its way over the a11y bus when the recording ended was not waited for any longer")
    end()
  }

  /// Whether events wait for whose they are, or the process of a recorded sender is gone, and the bus has not told of it.
  private var isSomethingOnItsWay: Bool {
    let (isWaiting, processIDs) = state.withLock { state in
      (
        state.senders.keys.contains { state.firstWaiting(of: $0) != nil },
        state.applications.values.filter { !state.left.contains($0.busName) }.compactMap(\.processID)
      )
    }
    return isWaiting || processIDs.contains { ProcessTable.parent(of: $0) == nil }
  }

  private func end() {
    let names = state.withLock { state in
      state.isStopped = true
      return Array(state.applications.keys)
    }
    for name in names {
      tellWhatWasTold(of: name)
      forgetLookups(of: name)
    }
    receiver.stop()
    sink.offer(.source(SourceStatus(.events, endedAt: .now)), from: .events)
  }
}
