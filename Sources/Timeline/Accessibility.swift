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
  /// The element that the "any data" names, as an active descendant; nil where it names none.
  public var anyDataElement: ElementKey?

  /// An event of `source`.
  public init(
    time: MonotonicTime, type: EventType, source: ElementKey, detail1: Int32, detail2: Int32, anyData: String?,
    anyDataElement: ElementKey? = nil
  ) {
    self.anyDataElement = anyDataElement
    self.time = time
    self.type = type
    self.source = source
    self.detail1 = detail1
    self.detail2 = detail2
    self.anyData = anyData
  }
}

extension Event {
  /// Whether a screen reader tells it of itself, and no application of what it shows.
  public var isOfReader: Bool { type.rawValue.hasPrefix("screen-reader:") }
}
