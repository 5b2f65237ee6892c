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
    var activeFrames: Set<ElementKey> = []
    var focus: ElementKey?
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
    // Elements that are being asked, and whether they are to be asked once more after that.
    var reading: [ElementKey: Bool] = [:]
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

  /// Follows focus, active windows and names; gives the new version of an element that was renamed, and whether the element
  /// has to be asked what it is.
  mutating func follow(_ event: Event) -> (renamed: ElementVersion?, isNew: Bool) {
    let isNew = asked.insert(event.source).inserted
    switch event.type.rawValue {
    case "object:state-changed:active", "window:activate":
      if event.detail1 == 1 || event.type == "window:activate" {
        activeFrames.insert(event.source)
      } else {
        activeFrames.remove(event.source)
      }
    case "window:deactivate", "window:destroy": activeFrames.remove(event.source)
    case "object:state-changed:focused" where event.detail1 == 1, "focus:":
      focus = event.source
      // A focused element is asked anew: what it is now is what a person hears now.
      return (nil, true)
    case "object:property-change:accessible-name":
      // An empty name comes without data.
      guard var version = elements[event.source] else { return (nil, true) }
      version.name = event.anyData ?? ""
      version.time = event.time
      elements[event.source] = version
      return (version, isNew)
    default: break
    }
    return (nil, isNew)
  }
}
