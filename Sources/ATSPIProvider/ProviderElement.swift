/// What an accessible of ours is, as the a11y bus asks for it.
public struct ProviderElement: Hashable, Sendable {
  /// Its id within the application, from 1; the last part of its object path.
  public var id: Int
  /// Its parent's id; 0 for the application itself.
  public var parentID: Int
  /// Its role.
  public var role: Role
  /// Accessible name: the documented label.
  public var name: String
  /// Accessible description: the documented hint.
  public var description: String
  /// Accessible id: the documented identifier; empty for none.
  public var accessibleID: String
  /// Object attributes.
  public var attributes: [String: String]
  /// States that are on.
  public var states: Set<State>
  /// Names of its actions, in order; empty where it has no Action interface.
  public var actions: [String]
  /// Its place on the screen, in pixels.
  public var extents: Extents

  /// An element that can be seen and is not disabled.
  public init(
    id: Int, parentID: Int, role: Role, name: String, description: String = "", accessibleID: String = "",
    attributes: [String: String] = [:], states: Set<State> = [], actions: [String] = [], extents: Extents = Extents()
  ) {
    self.id = id
    self.parentID = parentID
    self.role = role
    self.name = name
    self.description = description
    self.accessibleID = accessibleID
    self.attributes = attributes
    self.states = states.union([.enabled, .sensitive, .showing, .visible])
    self.actions = actions
    self.extents = extents
  }

  /// Roles by AtspiRole's numbers.
  public enum Role: UInt32, Sendable {
    case frame = 23
    case label = 29
    case panel = 39
    case pushButton = 43
    case slider = 51
    case application = 75

    /// AT-SPI's name of it.
    public var name: String {
      switch self {
      case .frame: "frame"
      case .label: "label"
      case .panel: "panel"
      case .pushButton: "push button"
      case .slider: "slider"
      case .application: "application"
      }
    }
  }

  /// States by AtspiStateType's numbers, which are the bits of GetState.
  public enum State: Int, Sendable {
    case active = 1
    case enabled = 8
    case focusable = 11
    case focused = 12
    case pressed = 20
    case sensitive = 24
    case showing = 25
    case visible = 30

    /// The detail of its state-changed event.
    var eventDetail: String { String(describing: self) }
  }

  /// A rectangle in pixels of the screen.
  public struct Extents: Hashable, Sendable {
    /// Left, top, width, height.
    public var x, y, width, height: Int32
    /// A rectangle; an empty one stands for "nowhere".
    public init(x: Int32 = 0, y: Int32 = 0, width: Int32 = 0, height: Int32 = 0) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    func contains(_ pointX: Int64, _ pointY: Int64) -> Bool {
      pointX >= Int64(x) && pointX < Int64(x) + Int64(width) && pointY >= Int64(y) && pointY < Int64(y) + Int64(height)
    }
  }
}
