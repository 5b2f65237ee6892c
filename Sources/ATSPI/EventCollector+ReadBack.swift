internal import Dispatch
internal import Synchronization
public import Timeline

/// What an element is after an act on it, event or none: silent changes exist, as of GTK 4.8's sliders.
extension EventCollector {
  private static let waitMilliseconds = 100
  /// Readings at most; two alike end it before.
  private static let readingLimit = 8

  /// To be called after an act on an element that may change its value, its selection or a state: it is read until two readings
  /// are alike, and what it is then is kept.
  public func readBack(_ key: ElementKey) {
    let isWanted = state.withLock { state in
      guard state.elements[key]?.canChange == true else { return false }
      return state.readingBack.insert(key).inserted
    }
    if isWanted { readAgain(key, before: nil, left: Self.readingLimit) }
  }

  private func readAgain(_ key: ElementKey, before: ElementVersion?, left: Int) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Self.waitMilliseconds)) { [weak self] in
      self?.reader.read(key, cause: .readBack) { [weak self] answer in
        guard let self else { return }
        let hasSettled = before.map { answer.version.isLike($0) } ?? false
        guard hasSettled || left <= 1 || !answer.isAnswered else {
          return readAgain(key, before: answer.version, left: left - 1)
        }
        state.withLock { _ = $0.readingBack.remove(key) }
        if answer.isAnswered { keep(answer) }
      }
    }
  }
}

extension ElementVersion {
  /// Whether an act may change its value, its selection or a state without a word.
  fileprivate var canChange: Bool {
    let interfaces = interfaces ?? []
    let states = states ?? []
    return interfaces.contains("Value") || interfaces.contains("Selection")
      || ["checkable", "expandable", "selectable"].contains { states.contains(ElementState(rawValue: $0)) }
      || role.map { ["toggle button", "check box", "radio button", "check menu item", "radio menu item"].contains($0) }
        ?? false
  }

  /// Whether nothing that an act changes differs.
  fileprivate func isLike(_ other: ElementVersion) -> Bool {
    value == other.value && states == other.states && name == other.name && childCount == other.childCount
  }
}
