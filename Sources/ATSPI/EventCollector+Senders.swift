internal import DBus
internal import Synchronization
internal import System
internal import Timeline

/// Whose events they are.
extension EventCollector {
  func ask(_ sender: String) {
    askProcess(of: sender) { [weak self] found in
      guard let self else { return }
      let processID = found ?? state.withLock { $0.processIDs[sender] }
      // Of a process that is gone nobody can tell any more whose child it was.
      let isGone = processID.map { !self.scope($0) && ProcessTable.parent(of: $0) == nil } ?? true
      if isGone, state.withLock({ $0.firstWaiting(of: sender) }) != nil {
        lost(.events, "\(sender) has left the a11y bus before it was told whose it was; its events are not here")
      }
      resolve(sender, processID: processID)
    }
  }

  private func askProcess(of sender: String, _ completion: @escaping @Sendable (Int32?) -> Void) {
    bus.callLater(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
      .tuple([.string(sender)])
    ) { result in completion((try? result.get())?[0]?.integer.map { Int32(truncatingIfNeeded: $0) }) }
  }

  func resolve(_ sender: String, processID: Int32?) {
    guard isInScope(sender, processID) else { return }
    let application = state.withLock { state in
      let application = Application(
        busName: sender, name: "", processID: processID, firstSeen: state.firstWaiting(of: sender)?.time ?? .now)
      state.applications[sender] = application
      return application
    }
    sink.offer(.application(application), from: .events)
    describe(application)
    listElements(of: sender)
    // Its windows may have been there before it could tell of them.
    screenChanged()
    // What comes meanwhile on the receiving thread waits too: events out of order would leave a wrong focus behind.
    while true {
      let waiting = state.withLock { $0.takeWaiting(of: sender) }
      if waiting.isEmpty { break }
      for event in waiting { record(event) }
    }
    endIfLeft(sender)
    if state.withLock({ $0.overflown.remove(sender) }) != nil {
      lost(
        .events,
        "\(sender) sent more events before it was told whose it was than could wait; the later ones are not here")
    }
  }

  /// An application may have left before it was known that it is one.
  private func endIfLeft(_ sender: String) {
    let gone = state.withLock { state -> Application? in
      guard state.left.contains(sender), var application = state.applications.removeValue(forKey: sender) else {
        return nil
      }
      application.lastSeen = .now
      return application
    }
    if let gone { sink.offer(.application(gone), from: .events) }
  }

  /// Whether a sender is the application's; one that is not is left out from now on, until the scope grows.
  private func isInScope(_ sender: String, _ processID: Int32?) -> Bool {
    while true {
      let growths = state.withLock { $0.growths }
      if processID.map(scope) ?? false { return true }
      let isSettled = state.withLock { state in
        // Grown while it was asked about: what was found may be out of date.
        if state.growths == growths { state.senders[sender] = .other }
        return state.growths == growths
      }
      if isSettled { return false }
    }
  }

  /// Learns an application's name and toolkit; to be called again where it could not be asked yet.
  func describe(_ application: Application) {
    let properties: [(String, String, @Sendable (inout Application, String) -> Void)] = [
      (BusApplications.accessible, "Name", { $0.name = $1 }),
      ("org.a11y.atspi.Application", "ToolkitName", { $0.toolkit = $1 }),
      ("org.a11y.atspi.Application", "Version", { $0.toolkitVersion = $1 }),
    ]
    for (interface, name, store) in properties {
      bus.callLater(
        application.busName, BusApplications.rootPath, "org.freedesktop.DBus.Properties", "Get",
        .tuple([.string(interface), .string(name)])
      ) { [weak self] result in
        guard let self, let text = (try? result.get())?[0]?.string else { return }
        let known = state.withLock { state -> Application? in
          guard var known = state.applications[application.busName] else { return nil }
          store(&known, text)
          state.applications[application.busName] = known
          return known
        }
        guard let known else { return }
        sink.offer(.application(known), from: .events)
        if let toolkit = known.toolkit, let version = known.toolkitVersion {
          reader.manners.withLock {
            $0[known.busName] = ToolkitManners(toolkit: toolkit, version: version)
          }
        }
      }
    }
  }

  func nameOwnerChanged(_ body: Variant, at time: MonotonicTime) {
    guard let name = body[0]?.string else { return }
    if name == BusApplications.registry { return registryChanged(owner: body[2]?.string ?? "", at: time) }
    guard body[2]?.string == "" else {
      guard name.hasPrefix(":") else { return }
      return askProcess(of: name) { [weak self] found in
        guard let self else { return }
        state.withLock { $0.processIDs[name] = found }
        // A scope remembers whom it holds; of a process that has ended by its first event nothing could be told.
        if let found { _ = scope(found) }
      }
    }
    guard name.hasPrefix(":") else { return }
    if state.withLock({ $0.listeners.hasLeft(name) }) {
      lost(.speech, "a screen reader (\(name) on the a11y bus) has ended; nothing is said of the focus by it any more")
    }
    tellWhatWasTold(of: name)
    let gone = state.withLock { state -> Application? in
      if case .unknown? = state.senders[name] {
        // Whose its waiting events are is still being asked.
        state.left.insert(name)
      } else {
        state.senders[name] = nil
      }
      state.activeFrames = state.activeFrames.filter { $0.busName != name }
      state.tellingFrames = state.tellingFrames.filter { $0.busName != name }
      state.screen.forget(name)
      state.lastHeard[name] = nil
      if state.focus?.busName == name { state.focus = nil }
      guard var application = state.applications.removeValue(forKey: name) else { return nil }
      application.lastSeen = time
      return application
    }
    forgetLookups(of: name)
    reader.manners.withLock { $0[name] = nil }
    if let gone { sink.offer(.application(gone), from: .events) }
  }

  /// An application has stopped answering, or goes on.
  func wasSilent(_ busName: String, _ since: MonotonicTime, _ until: MonotonicTime?) {
    let name = state.withLock {
      $0.isStopped ? nil : $0.applications[busName].map { $0.name.isEmpty ? busName : $0.name }
    }
    guard let name else { return }
    sink.offer(
      .gap(
        Gap(
          source: .events, kind: .silence, start: since, end: until,
          reason: "\(name) did not answer; what its elements were meanwhile is not known")), from: .events)
  }

  /// Gives of elements that could not be asked what their toolkit had told of them.
  func tellWhatWasTold(of busName: String) {
    for version in state.withLock({ $0.takeTold(of: busName) }) { sink.offer(.element(version), from: .events) }
  }

  func forgetLookups(of busName: String) {
    let (refused, silentSince) = lookups.forget(busName)
    if let silentSince {
      sink.offer(
        .gap(
          Gap(
            source: .events, kind: .silence, start: silentSince, end: .now,
            reason: "\(busName) did not answer any more; what its elements were then is not known")), from: .events)
    }
    guard refused > 0 else { return }
    sink.offer(
      .gap(
        Gap(
          source: .events, start: .now, end: .now,
          reason: "\(refused) elements of \(busName) were not asked what they were: too many at once")), from: .events)
  }
}
