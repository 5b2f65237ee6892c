internal import DBus
internal import Synchronization
internal import System
public import Timeline

/// Records the AT-SPI events of one application, on a connection of its own to the a11y bus.
///
/// Events are stamped on GDBus's receiving thread before anything else; whose they are, and what their elements are, is asked
/// asynchronously. Events of a sender that is not known yet wait for the bus's answer.
public final class EventCollector: Sendable {
  /// Whether a process is part of the recorded application.
  public typealias Scope = @Sendable (_ processID: Int32) -> Bool

  /// Events of a sender that wait for its process to be told, at most.
  private static let waitingLimit = 100_000
  private static let eventClasses = ["object:", "window:", "focus:", "document:", "terminal:", "mouse:"]

  let bus: BusConnection
  let selfTest = SelfTest()
  private let reader: ElementReader
  let sink: any RecordSink
  private let scope: Scope
  let state = Mutex(State())

  /// Connects to the a11y bus; throws where there is none.
  public init(sink: any RecordSink, scope: @escaping Scope) throws(ATSPIError) {
    do {
      bus = try AccessibilityBus.connect()
    } catch {
      throw ATSPIError("no a11y bus: \(error)")
    }
    reader = ElementReader(bus: bus)
    self.sink = sink
    self.scope = scope
  }

  /// Asks for every class of event, and is armed once the registry has confirmed.
  public func start() throws(ATSPIError) {
    bus.addFilter { [weak self] message in self?.take(message, at: .now) ?? false }
    bus.onClosed { [weak self] in
      self?.lost(.events, "the a11y bus has closed the connection")
    }
    do {
      for category in ["Object", "Window", "Focus", "Document", "Terminal", "Mouse"] {
        try bus.addMatch("type='signal',interface='\(EventType.interfacePrefix)\(category)'")
      }
      try bus.addMatch("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'")
      try bus.addMatch("type='signal',interface='\(BusApplications.registry)',member='EventListenerRegistered'")
      for type in Self.eventClasses {
        // No properties ride along: asking GTK 3 for some of them has made it abort.
        let body = Variant.tuple([.string(type), .array(of: "s", []), .string("")])
        _ = try bus.call(
          BusApplications.registry, "/org/a11y/atspi/registry", BusApplications.registry, "RegisterEvent", body)
      }
      // A registry without this question has no reader that could be lost either.
      if let others = try? bus.call(
        BusApplications.registry, "/org/a11y/atspi/registry", BusApplications.registry, "GetRegisteredEvents")
      {
        state.withLock { $0.listeners.take(registered: others) }
      }
    } catch {
      throw ATSPIError("cannot listen for events: \(error)", advice: "Is at-spi2-registryd running?")
    }
    sink.offer(.source(SourceStatus(.events, armedAt: .now)), from: .events)
  }

  /// To be called when more processes belong to the application: senders found foreign are looked at again.
  public func scopeHasGrown() {
    state.withLock { state in
      state.growths += 1
      for (name, sender) in state.senders { if case .other = sender { state.senders[name] = nil } }
    }
  }

  /// Whether a window of the application is active, and which of its elements has the focus.
  public var focus: (isActive: Bool, element: ElementKey?) { state.withLock { (!$0.activeFrames.isEmpty, $0.focus) } }

  /// Whether a bus name was found to be the application's.
  public func isRecorded(_ busName: String) -> Bool {
    state.withLock { if case .recorded? = $0.senders[busName] { true } else { false } }
  }

  /// Reads the frames of an application that runs already, to learn whether one is active.
  public func adopt(_ entry: BusApplications.Entry) {
    resolve(entry.busName, processID: entry.processID)
    guard let frames = try? bus.call(entry.busName, BusApplications.rootPath, BusApplications.accessible, "GetChildren")
    else { return }
    for reference in frames[0]?.children ?? [] {
      guard let key = ElementReader.key(reference) else { continue }
      reader.read(key) { [weak self] version in
        self?.keep(version)
        guard version.states?.contains("active") == true else { return }
        self?.state.withLock { _ = $0.activeFrames.insert(key) }
      }
    }
  }
}

extension EventCollector {
  private func take(_ message: BusMessage, at time: MonotonicTime) -> Bool {
    guard message.kind == .signal else { return false }
    // Anybody may send a signal of that name.
    if message.member == "NameOwnerChanged", message.sender == "org.freedesktop.DBus" {
      nameOwnerChanged(message.body, at: time)
      return false
    }
    if message.member == "EventListenerRegistered", message.interface == BusApplications.registry {
      let body = message.body
      state.withLock { $0.listeners.take(body[0]?.string, body[1]?.string) }
      return false
    }
    if message.member == SelfTest.member, message.sender == bus.uniqueName {
      selfTest.arrived()
      return true
    }
    let body = message.body
    guard let type = EventType(interface: message.interface, member: message.member, detail: body[0]?.string ?? "")
    else {
      return false
    }
    let event = Event(
      time: time, type: type, source: ElementKey(busName: message.sender, objectPath: message.path),
      detail1: Int32(truncatingIfNeeded: body[1]?.integer ?? 0),
      detail2: Int32(truncatingIfNeeded: body[2]?.integer ?? 0),
      anyData: Self.text(of: body[3]))
    let (isRecorded, isNew) = state.withLock { state in
      switch state.senders[message.sender] {
      case .recorded?: return (true, false)
      case .other?: return (false, false)
      case .unknown(var waiting)?:
        // Let go of first: an array that two hold is copied with each event.
        state.senders[message.sender] = .unknown(waiting: [])
        if waiting.count < Self.waitingLimit { waiting.append(event) } else { state.overflown.insert(message.sender) }
        state.senders[message.sender] = .unknown(waiting: waiting)
        return (false, false)
      case nil:
        state.senders[message.sender] = .unknown(waiting: [event])
        return (false, true)
      }
    }
    if isRecorded { record(event) }
    if isNew { ask(message.sender) }
    return true
  }

  private static func text(of value: Variant?) -> String? {
    guard let value else { return nil }
    if let text = value.string { return text.isEmpty ? nil : text }
    if let number = value.double { return String(number) }
    // Zero stands for "no data" in every toolkit.
    if let number = value.integer { return number == 0 ? nil : String(number) }
    return nil
  }

  private func ask(_ sender: String) {
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

  private func resolve(_ sender: String, processID: Int32?) {
    guard isInScope(sender, processID) else { return }
    let application = state.withLock { state in
      let application = Application(
        busName: sender, name: "", processID: processID, firstSeen: state.firstWaiting(of: sender)?.time ?? .now)
      state.applications[sender] = application
      return application
    }
    sink.offer(.application(application), from: .events)
    describe(application)
    // What comes meanwhile on the receiving thread waits too: events out of order would leave a wrong focus behind.
    while true {
      let waiting = state.withLock { $0.takeWaiting(of: sender) }
      if waiting.isEmpty { break }
      for event in waiting { record(event) }
    }
    if state.withLock({ $0.overflown.remove(sender) }) != nil {
      lost(
        .events,
        "\(sender) sent more events before it was told whose it was than could wait; the later ones are not here")
    }
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

  /// Learns an application's name and toolkit.
  private func describe(_ application: Application) {
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
        if let known { sink.offer(.application(known), from: .events) }
      }
    }
  }

  private func record(_ event: Event) {
    let (renamed, isNew) = state.withLock { $0.follow(event) }
    sink.offer(.event(event), from: .events)
    if let renamed { sink.offer(.element(renamed), from: .events) }
    if isNew { read(event.source) }
  }

  func lost(_ source: SourceName, _ reason: String) {
    guard !state.withLock({ $0.isStopped }) else { return }
    sink.offer(.gap(Gap(source: source, start: .now, end: nil, reason: reason)), from: source)
  }

  /// Asks an element what it is, one question at a time: under a storm of events the application has better things to do.
  private func read(_ key: ElementKey) {
    let isFree = state.withLock { state in
      defer { state.reading[key] = state.reading[key] != nil }
      return state.reading[key] == nil
    }
    guard isFree else { return }
    reader.read(key) { [weak self] version in
      guard let self else { return }
      keep(version)
      if state.withLock({ $0.reading.removeValue(forKey: key) }) == true { read(key) }
    }
  }

  private func keep(_ version: ElementVersion) {
    state.withLock { $0.elements[version.key] = version }
    sink.offer(.element(version), from: .events)
  }

  private func nameOwnerChanged(_ body: Variant, at time: MonotonicTime) {
    guard let name = body[0]?.string else { return }
    guard body[2]?.string == "" else {
      guard name.hasPrefix(":") else { return }
      return askProcess(of: name) { [weak self] found in self?.state.withLock { $0.processIDs[name] = found } }
    }
    if name == BusApplications.registry {
      lost(.events, "the a11y registry has ended; toolkits may have fallen silent")
    }
    guard name.hasPrefix(":") else { return }
    if state.withLock({ $0.listeners.hasLeft(name) }) {
      lost(.speech, "a screen reader (\(name) on the a11y bus) has ended; nothing is said of the focus by it any more")
    }
    let gone = state.withLock { state -> Application? in
      if case .unknown? = state.senders[name] {
        // Whose its waiting events are is still being asked.
        state.left.insert(name)
      } else {
        state.senders[name] = nil
      }
      state.activeFrames = state.activeFrames.filter { $0.busName != name }
      if state.focus?.busName == name { state.focus = nil }
      guard var application = state.applications.removeValue(forKey: name) else { return nil }
      application.lastSeen = time
      return application
    }
    if let gone { sink.offer(.application(gone), from: .events) }
  }
}
