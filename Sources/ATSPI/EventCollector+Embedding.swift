internal import DBus
internal import Synchronization
internal import Timeline

/// An application that joins the tree of the desktop.
extension EventCollector {
  /// Takes the registry's word that an application is in the tree now: GTK 4 tells of its first focus up to seconds before, and answers
  /// nothing until then.
  func joined(_ root: ElementKey) {
    let (application, unknown) = state.withLock { state -> (Application?, [ElementKey]) in
      guard let application = state.applications[root.busName] else { return (nil, []) }
      state.hasSnapshot.remove(root.busName)
      state.screen.wasNotRead(of: root.busName)
      state.unanswered = state.unanswered.filter { $0.busName != root.busName }
      return (
        application, state.asked.filter { $0.busName == root.busName && state.elements[$0] == nil }
      )
    }
    guard let application else { return }
    if application.toolkit == nil { describe(application) }
    listElements(of: root.busName)
    for key in unknown { lookups.ask(key, isUrgent: true) }
    screenChanged()
  }

  /// Asks the toolkit for its own list of the application's elements, in one call.
  func listElements(of busName: String) {
    bus.callLater(
      busName, ToldElements.path, ToldElements.interface, "GetItems", timeoutSeconds: reader.timeoutSeconds
    ) { [weak self] result in
      guard let items = (try? result.get())?[0]?.children else { return }
      self?.state.withLock { $0.told.take(items, cause: .lookUp, at: .now) }
    }
  }
}
