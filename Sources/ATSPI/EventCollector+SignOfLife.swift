internal import Dispatch
internal import Synchronization
public import Timeline

/// Whether an application still does what a person asks of it: one that hangs tells nothing, not even that it hangs.
extension EventCollector {
  private static let patienceMilliseconds = 1000

  /// To be called at a key or button press: the person comes first, and reading waits.
  ///
  /// Where the application that has the focus tells nothing for a second after it, the element with the focus is asked what it is; whether
  /// it answers is told of as of any other.
  public func acted(at time: MonotonicTime) {
    let isFirst = state.withLock { state in
      state.screen.acted(at: time)
      defer { state.awaitsSignOfLife = true }
      return !state.awaitsSignOfLife
    }
    guard isFirst else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Self.patienceMilliseconds)) { [weak self] in
      self?.askForSignOfLife(since: time)
    }
  }

  private func askForSignOfLife(since time: MonotonicTime) {
    let mute = state.withLock { state -> ElementKey? in
      state.awaitsSignOfLife = false
      guard !state.isStopped, let focus = state.focus else { return nil }
      return state.lastHeard[focus.busName].map { $0 < time } ?? true ? focus : nil
    }
    if let mute { lookups.ask(mute) }
  }
}
