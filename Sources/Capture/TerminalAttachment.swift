internal import ATSPI
internal import Dispatch
internal import Synchronization
internal import Terminal
internal import Timeline

/// Looks at the screen of a terminal that runs already: after each key, and after each word of the terminal that its text changed.
final class TerminalAttachment: Sendable {
  /// So long after the last word it is read; a terminal that never rests is read so often.
  private static let quietMilliseconds = 30
  private static let latestNanoseconds: Int64 = 250_000_000

  private struct State {
    var firstWord: MonotonicTime?
    var lastWord: MonotonicTime?
    var isReading = false
    var hasBegun = false
    var isStopped = false
  }

  private let events: EventCollector
  private let screen: AccessibleScreen
  private let state = Mutex(State())

  /// Looks by way of `events`; what is seen goes to `sink`.
  init(_ events: EventCollector, sink: any RecordSink) {
    self.events = events
    screen = AccessibleScreen(sink: sink)
    events.watchTerminals { [weak self] key in self?.changed(key) }
  }

  /// To be called at each key that is pressed while the application has the focus.
  func pressed(at time: MonotonicTime, character: Character?) {
    guard let terminal = events.focusedTerminal else { return }
    screen.take(key: time, character: character)
    changed(terminal)
  }

  /// To be called at the end.
  func stop() {
    let hasBegun = state.withLock { state in
      state.isStopped = true
      return state.hasBegun
    }
    if hasBegun { screen.stop() }
  }

  private func changed(_ key: ElementKey) {
    let (isFirst, begins) = state.withLock { state in
      let now = MonotonicTime.now
      state.lastWord = now
      guard state.firstWord == nil, !state.isStopped else { return (false, false) }
      state.firstWord = now
      defer { state.hasBegun = true }
      return (true, !state.hasBegun)
    }
    // Only now is it known that there is a terminal.
    if begins { screen.start() }
    if isFirst { lookLater(key) }
  }

  private func lookLater(_ key: ElementKey) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Self.quietMilliseconds)) { [weak self] in
      self?.lookIfQuiet(key)
    }
  }

  private func lookIfQuiet(_ key: ElementKey) {
    let isDue = state.withLock { state in
      guard let first = state.firstWord, let last = state.lastWord, !state.isStopped else { return false }
      let now = MonotonicTime.now
      guard !state.isReading,
        now - last >= .milliseconds(Self.quietMilliseconds - 1) || now - first >= Self.latestNanoseconds
      else { return false }
      (state.firstWord, state.isReading) = (nil, true)
      return true
    }
    guard isDue else {
      if state.withLock({ $0.firstWord != nil && !$0.isStopped }) { lookLater(key) }
      return
    }
    // What is told now is what the screen had when it was asked.
    let time = MonotonicTime.now
    events.readTerminal(key) { [weak self] found in
      guard let self else { return }
      let isWanted = state.withLock { state in
        state.isReading = false
        return !state.isStopped
      }
      guard let found, isWanted else { return }
      screen.take(found.text, runs: found.runs.map { ($0.bytes, $0.attributes) }, caret: found.caret, at: time)
    }
  }
}

/// The terminal that a recording has attached to; none at first.
final class AttachedTerminal: Sendable {
  private let attachment = Mutex<TerminalAttachment?>(nil)

  /// Attaches, once, to the terminals of the application.
  func attach(_ events: EventCollector, sink: any RecordSink) {
    attachment.withLock { attachment in
      if attachment == nil { attachment = TerminalAttachment(events, sink: sink) }
    }
  }

  /// To be called at each key that is pressed while the application has the focus.
  func pressed(at time: MonotonicTime, character: Character?) {
    attachment.withLock { $0 }?.pressed(at: time, character: character)
  }

  /// To be called at the end.
  func stop() { attachment.withLock { $0 }?.stop() }
}
