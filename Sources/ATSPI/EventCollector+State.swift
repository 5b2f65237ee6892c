internal import Timeline

extension EventCollector {
  /// What is known of a sender on the bus.
  enum Sender {
    case unknown(waiting: [Event])
    case other
    case recorded
  }
  /// What the collector knows, under its lock.
  struct State {
    var senders: [String: Sender] = [:]
    var applications: [String: Application] = [:]
    var elements: [ElementKey: ElementVersion] = [:]
    var asked: Set<ElementKey> = []
    var told = ToldElements()
    var activeFrames: Set<ElementKey> = []
    /// Windows that have told whether they are active.
    var tellingFrames: Set<ElementKey> = []
    var focus: ElementKey?
    /// When the last active window was told to be active no more, and what had the focus then.
    var lastActive: (until: MonotonicTime, focus: ElementKey?)?
    /// How often the scope has grown.
    var growths = 0
    var listeners = FocusListeners()
    // Asked for when a connection is made: of one that has left the bus tells nothing any more.
    var processIDs: [String: Int32] = [:]
    // Senders that left the bus before it was known whose they were.
    var left: Set<String> = []
    // Senders of whom more events came than could wait.
    var overflown: Set<String> = []
    var isStopped = false
    /// The registry's own bus name: who tells of the pointer.
    var registry: String?
    /// When each application last told of something, by bus name.
    var lastHeard: [String: MonotonicTime] = [:]
    /// Whether somebody looks later whether the application told of something after a press.
    var awaitsSignOfLife = false
    /// Since when there is none; nil while there is one.
    var registryGap: Gap?
    // Elements that did not say what they are when they were asked.
    var unanswered: Set<ElementKey> = []
    var screen = ScreenWatch()
    var lastSnapshotID: Int64 = 0
    var hasSnapshot: Set<String> = []
    /// Is told of each application that joins the desktop's tree and is not recorded.
    var onStranger: (@Sendable (BusApplications.Entry) -> Void)?
    /// Is told of each event of a terminal's text.
    var onTerminalText: (@Sendable (ElementKey) -> Void)?
    // Elements that are read after an act on them.
    var readingBack: Set<ElementKey> = []
  }
}

extension EventCollector.State {
  func firstWaiting(of sender: String) -> Event? {
    if case .unknown(let waiting)? = senders[sender] { waiting.first } else { nil }
  }

  /// The events of a sender that wait; where none do, its events are recorded as they come from now on.
  mutating func takeWaiting(of sender: String) -> [Event] {
    guard case .unknown(let waiting)? = senders[sender], !waiting.isEmpty else {
      senders[sender] = .recorded
      return []
    }
    senders[sender] = .unknown(waiting: [])
    return waiting
  }

  /// Follows focus, active windows and what events tell of elements; gives the new version of an element of which something was
  /// told, and whether the element has to be asked what it is.
  mutating func follow(_ event: Event) -> (changed: ElementVersion?, isNew: Bool) {
    let isNew = asked.insert(event.source).inserted
    screen.take(event)
    lastHeard[event.source.busName] = event.time
    switch event.type {
    case "object:state-changed:active", "window:activate":
      tellingFrames.insert(event.source)
      if event.detail1 == 1 || event.type == "window:activate" {
        activeFrames.insert(event.source)
      } else {
        leave(event.source, at: event.time)
      }
    case "window:deactivate", "window:destroy":
      tellingFrames.insert(event.source)
      leave(event.source, at: event.time)
    case _ where event.isFocus:
      focus = event.source
      // A focused element is asked anew: what it is now is what a person hears now.
      return (nil, true)
    case "object:active-descendant-changed":
      if let named = event.anyDataElement { focus = named }
    // GTK 4 tells of its first field's text before it can be asked about it.
    case _ where event.isOfText && unanswered.remove(event.source) != nil: return (nil, true)
    default: break
    }
    guard var version = elements[event.source] else { return (nil, isNew) }
    guard version.take(event) else { return (nil, isNew) }
    version.time = event.time
    version.cause = .event
    elements[event.source] = version
    return (version, isNew)
  }

  private mutating func leave(_ window: ElementKey, at time: MonotonicTime) {
    guard activeFrames.remove(window) != nil, activeFrames.isEmpty else { return }
    lastActive = (time, focus)
  }

  /// Keeps what an element is; one that has the focus without an event of it, as an application's first, is known by this.
  mutating func keep(_ version: ElementVersion) {
    elements[version.key] = version
    if focus == nil, version.states?.contains("focused") == true { focus = version.key }
    // GTK 3's first window may have been active before the toolkit could tell of it: then its states alone say so. An event is
    // later than an answer, whichever is dealt with first.
    if version.isWindow, version.states?.contains("active") == true, !tellingFrames.contains(version.key) {
      activeFrames.insert(version.key)
    }
  }

  /// What was told of an application's elements that are in the timeline and never said themselves what they are.
  mutating func takeTold(of busName: String) -> [ElementVersion] {
    // One that was gone in the middle of its answers has said nothing of its role.
    told.give(of: busName) { asked.contains($0) && elements[$0]?.role == nil }
  }

  /// The parent of an element that was read, where nobody has asked it: it may be a window that is active.
  mutating func parentToAsk(of version: ElementVersion) -> ElementKey? {
    guard let parent = version.parent, parent.objectPath != BusApplications.rootPath, asked.insert(parent).inserted
    else {
      return nil
    }
    return parent
  }

  /// Whether an element is in the timeline, and has not said yet what it is.
  func isAskedInVain(_ key: ElementKey) -> Bool { asked.contains(key) && elements[key] == nil }

  /// Elements that said nothing when they were asked, and may do so now that the tree has grown.
  mutating func toAskAgain(after event: Event) -> [ElementKey] {
    guard event.type == "object:children-changed:add", !unanswered.isEmpty else { return [] }
    let keys = unanswered.filter { $0.busName == event.source.busName }
    unanswered.subtract(keys)
    return Array(keys)
  }
}

extension ElementVersion {
  private static let windowRoles: Set<Role> = ["frame", "dialog", "window", "alert", "file chooser", "color chooser"]

  /// Whether it is a window, which is active or not.
  fileprivate var isWindow: Bool { role.map(Self.windowRoles.contains) ?? false }

  /// Takes over what an event tells of its source; false where it tells nothing that is kept, or nothing new.
  fileprivate mutating func take(_ event: Event) -> Bool {
    let before = self
    switch event.type {
    // An empty text comes without data.
    case "object:property-change:accessible-name": name = event.anyData ?? ""
    case "object:property-change:accessible-description": description = event.anyData ?? ""
    case "object:property-change:accessible-help-text": helpText = event.anyData ?? ""
    case "object:property-change:accessible-value":
      if let told = event.anyData.flatMap(Double.init), value != nil { value?.current = told }
    default:
      let prefix = "object:state-changed:"
      guard event.type.rawValue.hasPrefix(prefix), let known = states else { return false }
      let state = ElementState(rawValue: String(event.type.rawValue.dropFirst(prefix.count)))
      let isSet = event.detail1 == 1
      guard known.contains(state) != isSet else { return false }
      states = isSet ? (known + [state]).sorted() : known.filter { $0 != state }
    }
    return self != before
  }
}
