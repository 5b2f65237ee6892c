/// An application on the a11y bus.
public struct Application: Hashable, Sendable {
  /// Its unique name on the a11y bus.
  public var busName: String
  /// The accessible name; empty until known.
  public var name: String
  /// Its process; nil where the bus did not say.
  public var processID: Int32?
  /// The toolkit's name; nil until known.
  public var toolkit: String?
  /// The toolkit's version; nil until known.
  public var toolkitVersion: String?
  /// When it was first seen.
  public var firstSeen: MonotonicTime
  /// When it left the bus; nil while it is there.
  public var lastSeen: MonotonicTime?

  /// An application seen on the bus.
  public init(
    busName: String, name: String, processID: Int32?, toolkit: String? = nil, toolkitVersion: String? = nil,
    firstSeen: MonotonicTime, lastSeen: MonotonicTime? = nil
  ) {
    self.busName = busName
    self.name = name
    self.processID = processID
    self.toolkit = toolkit
    self.toolkitVersion = toolkitVersion
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
  }
}

/// The identity of an element within a session.
public struct ElementKey: Hashable, Sendable {
  /// The application's unique bus name.
  public var busName: String
  /// The object's path.
  public var objectPath: String
  /// The object `objectPath` of the connection `busName`.
  public init(busName: String, objectPath: String) {
    self.busName = busName
    self.objectPath = objectPath
  }
}

/// What an element was from a moment on.
public struct ElementVersion: Hashable, Sendable {
  /// Which element.
  public var key: ElementKey
  /// When this was read or told by an event; later than the event that caused the reading.
  public var time: MonotonicTime
  /// AT-SPI role; nil where unanswered.
  public var role: Role?
  /// Accessible name; nil where unanswered.
  public var name: String?
  /// Accessible description; nil where unanswered.
  public var description: String?
  /// Accessible id; nil where the toolkit has none.
  public var accessibleID: String?
  /// AT-SPI states, sorted; nil where unanswered.
  public var states: [ElementState]?
  /// Object attributes; nil where unanswered.
  public var attributes: [String: String]?
  /// Names of the actions, in order; nil where the element has no Action interface or did not answer.
  public var actions: [String]?
  /// The parent; nil where unanswered.
  public var parent: ElementKey?
  /// Place among the parent's children, from 0; nil where unanswered.
  public var indexInParent: Int?

  /// A version that knows nothing but its element and its time.
  public init(key: ElementKey, time: MonotonicTime) {
    self.key = key
    self.time = time
  }
}

/// An AT-SPI event as it arrived.
public struct Event: Hashable, Sendable {
  /// Arrival, stamped on the receiving thread.
  public var time: MonotonicTime
  /// As libatspi names it; an unknown type is kept.
  public var type: EventType
  /// The element that sent it.
  public var source: ElementKey
  /// First detail.
  public var detail1: Int32
  /// Second detail.
  public var detail2: Int32
  /// The "any data" as text where it is a string or a number; nil otherwise.
  public var anyData: String?

  /// An event of `source`.
  public init(
    time: MonotonicTime, type: EventType, source: ElementKey, detail1: Int32, detail2: Int32, anyData: String?
  ) {
    self.time = time
    self.type = type
    self.source = source
    self.detail1 = detail1
    self.detail2 = detail2
    self.anyData = anyData
  }
}

/// A key pressed or released while the recorded application had the focus.
public struct Input: Hashable, Sendable {
  /// When the watcher told of it.
  public var time: MonotonicTime
  /// Pressed, else released.
  public var isPress: Bool
  /// X keysym's name, as "Tab" or "Return"; nil where it was masked.
  public var keyName: String?
  /// Modifier bits as AT-SPI has them.
  public var modifiers: UInt32
  /// The element that had the focus; nil where none was known.
  public var focus: ElementKey?

  /// A key event.
  public init(time: MonotonicTime, isPress: Bool, keyName: String?, modifiers: UInt32, focus: ElementKey?) {
    self.time = time
    self.isPress = isPress
    self.keyName = keyName
    self.modifiers = modifiers
    self.focus = focus
  }
}

/// A call of Action.DoAction with its reply.
public struct ActionCall: Hashable, Sendable {
  /// Unique in the session; a later record with the same id replaces an earlier one.
  public var id: Int64
  /// When the call was seen on the bus.
  public var time: MonotonicTime
  /// Who called, by unique bus name.
  public var caller: String
  /// The element called.
  public var target: ElementKey
  /// Index of the action.
  public var actionIndex: Int32
  /// When the reply was seen; nil where none came.
  public var replyTime: MonotonicTime?
  /// The reply; nil where none came or an error did.
  public var accepted: Bool?
  /// The D-Bus error's name; nil where there was none.
  public var errorName: String?

  /// A call without its reply yet.
  public init(id: Int64, time: MonotonicTime, caller: String, target: ElementKey, actionIndex: Int32) {
    self.id = id
    self.time = time
    self.caller = caller
    self.target = target
    self.actionIndex = actionIndex
  }
}
