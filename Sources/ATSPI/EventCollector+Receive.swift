internal import DBus
internal import Synchronization
internal import Timeline

extension EventCollector {
  func take(_ message: BusSignal) {
    let time = MonotonicTime(nanoseconds: message.receivedNanoseconds)
    // Anybody may send a signal of that name.
    if message.member == "NameOwnerChanged", message.sender == "org.freedesktop.DBus" {
      return nameOwnerChanged(message.arguments(atMost: 3), at: time)
    }
    if message.member == "EventListenerRegistered", message.interface == BusApplications.registry {
      let body = message.arguments(atMost: 2)
      return state.withLock { $0.listeners.take(body[0]?.string, body[1]?.string) }
    }
    if message.interface == ToldElements.interface { return elementAdded(message, at: time) }
    // The fifth argument is properties that nobody asked for.
    let body = message.arguments(atMost: 4)
    let detail = body[0]?.string ?? ""
    if message.member == SelfTest.member, message.sender == bus.uniqueName {
      return (detail == SelfTest.end ? barrier : selfTest).arrived()
    }
    let (interface, member) = (message.interface, message.member)
    guard let type = eventNames.withLock({ $0.name(interface, member, detail) }) else { return }
    let event = Event(
      time: time, type: type, source: ElementKey(busName: message.sender, objectPath: message.path),
      detail1: Int32(truncatingIfNeeded: body[1]?.integer ?? 0),
      detail2: Int32(truncatingIfNeeded: body[2]?.integer ?? 0),
      anyData: Self.text(of: body[3]), anyDataElement: body[3].flatMap(Self.element))
    if interface.hasSuffix(Self.readersClass) {
      // Of no application: what the reader says of itself.
      return sink.offer(.event(event), from: .events)
    }
    if message.sender == state.withLock({ $0.registry }) {
      // No application: it tells of the pointer, and of its children, which are the applications.
      if type.rawValue.hasPrefix("mouse:button:") { pointerMoved(event) }
      if type == "object:children-changed:add", let root = event.anyDataElement { joined(root) }
      return
    }
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
  }

  /// A toolkit tells of an element that it has made, to whoever keeps a list.
  private func elementAdded(_ message: BusSignal, at time: MonotonicTime) {
    guard isRecorded(message.sender) else { return }
    let items = message.arguments(atMost: 1).children
    let unknown = state.withLock { state in
      state.told.take(items, cause: .event, at: time)
      return items.compactMap { $0[0].flatMap(ElementReader.key) }.filter { state.isAskedInVain($0) }
    }
    // GTK 4 tells of a focus before its elements can be asked, and of them when they can be.
    for key in unknown { lookups.ask(key, isUrgent: true) }
  }

  /// The object that a reference names; nil for other data, and for a reference to nothing.
  private static func element(_ value: Variant) -> ElementKey? {
    guard case .variant(.tuple(let parts)) = value, parts.count == 2, case .objectPath(let path) = parts[1],
      path != "/org/a11y/atspi/null"
    else { return nil }
    return ElementReader.key(.tuple(parts))
  }

  private static func text(of value: Variant?) -> String? {
    guard let value else { return nil }
    if let text = value.string { return text.isEmpty ? nil : text }
    if let number = value.double { return String(number) }
    // Zero stands for "no data" in every toolkit.
    if let number = value.integer { return number == 0 ? nil : String(number) }
    return nil
  }

  func record(_ event: Event) {
    let (changed, isNew) = state.withLock { $0.follow(event) }
    sink.offer(.event(event), from: .events)
    if let changed { sink.offer(.element(changed), from: .events) }
    if isNew { lookups.ask(event.source, isUrgent: event.isFocus || event.isOfText) }
    if let named = event.anyDataElement, state.withLock({ $0.asked.insert(named).inserted }) { lookups.ask(named) }
    for key in state.withLock({ $0.toAskAgain(after: event) }) { lookups.ask(key) }
    if event.changesScreen { screenChanged() }
    guard event.isOfText else { return }
    state.withLock { $0.isTerminal(event.source) ? $0.onTerminalText : nil }?(event.source)
  }

  func lost(_ source: SourceName, _ reason: String) {
    guard !state.withLock({ $0.isStopped }) else { return }
    sink.offer(.gap(Gap(source: source, start: .now, end: nil, reason: reason)), from: source)
  }

  /// Keeps what an element has answered.
  func keep(_ answer: ElementReader.Answer) {
    let (isKept, parent) = state.withLock { state -> (Bool, ElementKey?) in
      guard answer.isAnswered else {
        // GTK 4's first elements can be asked only once they are in the tree.
        state.unanswered.insert(answer.version.key)
        return (false, nil)
      }
      state.keep(answer.version)
      return (!state.isStopped, state.isStopped ? nil : state.parentToAsk(of: answer.version))
    }
    if let parent { lookups.ask(parent) }
    guard isKept else { return }
    sink.offer(.element(answer.version), from: .events)
    // What a terminal shows when it is first heard of is looked at, too.
    if answer.version.role == "terminal" { state.withLock { $0.onTerminalText }?(answer.version.key) }
  }
}

extension Event {
  /// Whether it tells that its source got the focus.
  var isFocus: Bool { (type == "object:state-changed:focused" && detail1 == 1) || type == "focus:" }

  /// Whether it tells of text, of which nothing can be kept until it is known whose it is.
  var isOfText: Bool { type.rawValue.hasPrefix("object:text-") }

  /// Whether another screen may be there after it.
  var changesScreen: Bool {
    switch type {
    case "window:activate", "window:create", "window:destroy", "window:maximize", "window:restore",
      "document:load-complete", "object:children-changed:add", "object:children-changed:remove",
      "object:state-changed:showing":
      true
    default: false
    }
  }
}
