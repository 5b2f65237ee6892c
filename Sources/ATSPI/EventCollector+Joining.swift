internal import DBus
internal import Dispatch
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
      return (application, state.asked.filter { $0.busName == root.busName && state.isAskedInVain($0) })
    }
    guard let application else { return tellOfStranger(root.busName) }
    if application.toolkit == nil { describe(application) }
    listElements(of: root.busName)
    for key in unknown { lookups.ask(key, isUrgent: true) }
    screenChanged()
  }

  /// From now on tells of each application that joins the desktop's tree and is not recorded, on a thread on which it may be asked.
  public func tellOfStrangers(_ handler: @escaping @Sendable (BusApplications.Entry) -> Void) {
    state.withLock { $0.onStranger = handler }
  }

  private func tellOfStranger(_ busName: String) {
    guard let handler = state.withLock({ $0.onStranger }) else { return }
    DispatchQueue.global().async { [bus] in
      guard let process = try? bus.processID(of: busName),
        let entry = BusApplications.entry(busName, process, on: bus)
      else { return }
      handler(entry)
    }
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
