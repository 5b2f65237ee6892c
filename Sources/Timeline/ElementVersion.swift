/// What an element was from a moment on.
public struct ElementVersion: Hashable, Sendable {
  /// Which element.
  public var key: ElementKey
  /// When this was read or told by an event; later than the event that caused the reading.
  public var time: MonotonicTime
  /// How it became known.
  public var cause: Cause = .lookUp
  /// AT-SPI role; nil where unanswered.
  public var role: Role?
  /// Accessible name; nil where unanswered.
  public var name: String?
  /// Accessible description; nil where unanswered.
  public var description: String?
  /// Help text; nil where unanswered, or the toolkit has none.
  public var helpText: String?
  /// Accessible id; nil where the toolkit has none.
  public var accessibleID: String?
  /// AT-SPI states, sorted; nil where unanswered.
  public var states: [ElementState]?
  /// Object attributes; nil where unanswered.
  public var attributes: [String: String]?
  /// AT-SPI interfaces without their prefix, as "Action", sorted; nil where unanswered.
  public var interfaces: [String]?
  /// Names of the actions, in order; nil where the element has no Action interface or did not answer.
  public var actions: [String]?
  /// Key bindings of the actions, in their order; nil as with `actions`.
  public var keyBindings: [String]?
  /// Object paths of related elements by AT-SPI's name of the relation, as "labelled-by"; nil where unanswered.
  public var relations: [String: [String]]?
  /// Its value; nil where it has no Value interface or did not answer.
  public var value: ElementValue?
  /// Where it is; nil where it has no Component interface or did not answer.
  public var extents: ElementExtents?
  /// The parent; nil where unanswered.
  public var parent: ElementKey?
  /// Place among the parent's children, from 0; nil where unanswered.
  public var indexInParent: Int?
  /// Number of its children; nil where unanswered.
  public var childCount: Int?

  /// How a version became known.
  public enum Cause: String, Sendable {
    /// The element was asked, after an event that named it.
    case lookUp = "look-up"
    /// An event told what had changed.
    case event
    /// It was asked after an act on it, event or none.
    case readBack = "read-back"
    /// It was asked for a snapshot.
    case snapshot
  }

  /// A version that knows nothing but its element and its time.
  public init(key: ElementKey, time: MonotonicTime) {
    self.key = key
    self.time = time
  }
}

/// The value of an element: a slider's, a progress bar's.
public struct ElementValue: Hashable, Sendable {
  /// As it is; nil where unanswered.
  public var current: Double?
  /// The least; nil where unanswered.
  public var minimum: Double?
  /// The greatest; nil where unanswered.
  public var maximum: Double?

  /// A value that knows nothing.
  public init() {}
}

/// Where an element is on the screen, in pixels; toolkits that do not know count from their window.
public struct ElementExtents: Hashable, Sendable {
  /// From the left.
  public var x: Int32
  /// From the top.
  public var y: Int32
  /// To the right.
  public var width: Int32
  /// To the bottom.
  public var height: Int32

  /// A rectangle.
  public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
