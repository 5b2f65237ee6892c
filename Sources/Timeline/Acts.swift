/// A key or a pointer button, pressed or released while the recorded application had the focus, or over it.
public struct Input: Hashable, Sendable {
  /// When the watcher told of it.
  public var time: MonotonicTime
  /// Pressed, else released.
  public var isPress: Bool
  /// X keysym's name, as "Tab" or "Return"; nil where it was masked, and for a pointer.
  public var keyName: String?
  /// Modifier bits as AT-SPI has them.
  public var modifiers: UInt32
  /// The element that had the focus; nil where none was known.
  public var focus: ElementKey?
  /// The pointer's button, from 1; nil for a key.
  public var button: Int?
  /// The element under the pointer; nil for a key, and where none was found.
  public var hit: ElementKey?
  /// How it was seen.
  public var route = Route.keyWatcher

  /// Ways to see it.
  public enum Route: String, Sendable {
    /// By the AT-SPI device's key watcher.
    case keyWatcher = "key-watcher"
    /// By the registry's events of the pointer.
    case pointer
    /// By its bytes on their way to a terminal program, which tell of no release.
    case terminal
  }

  /// A key event.
  public init(time: MonotonicTime, isPress: Bool, keyName: String?, modifiers: UInt32, focus: ElementKey?) {
    self.time = time
    self.isPress = isPress
    self.keyName = keyName
    self.modifiers = modifiers
    self.focus = focus
  }

  /// A pointer's button.
  public init(time: MonotonicTime, isPress: Bool, button: Int, hit: ElementKey?, focus: ElementKey?) {
    self.init(time: time, isPress: isPress, keyName: nil, modifiers: 0, focus: focus)
    self.button = button
    self.hit = hit
    route = .pointer
  }
}

/// A call of an assistive technology that acts on an element, with its reply.
public struct ActionCall: Hashable, Sendable {
  /// Unique in the session; a later record with the same id replaces an earlier one.
  public var id: Int64
  /// When the call was seen on the bus.
  public var time: MonotonicTime
  /// Who called, by unique bus name.
  public var caller: String
  /// The element called.
  public var target: ElementKey
  /// What was asked for: "DoAction", "GrabFocus", "CurrentValue" where a value is set.
  public var method: String
  /// Index of the action; nil for another method.
  public var actionIndex: Int32?
  /// The value that is set; nil for another method.
  public var value: Double?
  /// When the reply was seen; nil where none came.
  public var replyTime: MonotonicTime?
  /// The reply; nil where none came, it says neither, or an error did.
  public var accepted: Bool?
  /// The D-Bus error's name; nil where there was none.
  public var errorName: String?

  /// A call without its reply yet.
  public init(
    id: Int64, time: MonotonicTime, caller: String, target: ElementKey, method: String = "DoAction",
    actionIndex: Int32? = nil, value: Double? = nil
  ) {
    self.id = id
    self.time = time
    self.caller = caller
    self.target = target
    self.method = method
    self.actionIndex = actionIndex
    self.value = value
  }
}
