internal import DBus
internal import Synchronization

/// An application of our own on the a11y bus, without a toolkit.
///
/// Every call is answered on GDBus's worker thread from a tree under a lock, so that a busy application never holds up a screen
/// reader. What assistive tools ask it to do arrives in `onAction` and `onGrabFocus`, on that same thread.
public final class Provider: Sendable {
  /// The a11y bus could not be joined: what failed and why.
  public struct Failure: Error, CustomStringConvertible, Sendable {
    /// One line.
    public var description: String
  }

  /// What the application does when it is asked to.
  public struct Handlers: Sendable {
    /// An action of an element is wanted, by its index; the answer is DoAction's.
    public var onAction: @Sendable (_ id: Int, _ action: Int) -> Bool
    /// The focus is wanted on an element; the answer is GrabFocus's.
    public var onGrabFocus: @Sendable (_ id: Int) -> Bool

    /// The a11y bus has gone: nobody sees the application any more.
    public var onLost: @Sendable () -> Void

    /// All handlers.
    public init(
      onAction: @escaping @Sendable (_ id: Int, _ action: Int) -> Bool,
      onGrabFocus: @escaping @Sendable (_ id: Int) -> Bool, onLost: @escaping @Sendable () -> Void = {}
    ) {
      self.onAction = onAction
      self.onGrabFocus = onGrabFocus
      self.onLost = onLost
    }
  }

  struct Shared: Sendable {
    var tree: AccessibleTree
    var desktop: Reference
    var applicationID: Int32 = 0
    var focusedID: Int?
    /// The element that others hold for the focused one.
    var toldFocusID: Int?
  }
  /// A D-Bus reference to an accessible.
  struct Reference: Sendable {
    var busName: String
    var path: String
    static let none = Reference(busName: "", path: "/org/a11y/atspi/null")
    var variant: Variant { .tuple([.string(busName), .objectPath(path)]) }
  }

  static let registry = "org.a11y.atspi.Registry"
  static let rootPath = "/org/a11y/atspi/accessible/root"
  static let cachePath = "/org/a11y/atspi/cache"
  static let prefix = "org.a11y.atspi."

  let bus: BusConnection
  let handlers: Handlers
  let shared: Mutex<Shared>

  /// Its unique name on the a11y bus, as ":1.7".
  public var busName: String { bus.uniqueName }

  /// Joins the a11y bus under `name` with the given elements.
  public init(name: String, elements: [ProviderElement], handlers: Handlers) throws(Failure) {
    do {
      bus = try AccessibilityBus.connect()
    } catch {
      throw Failure(description: "no a11y bus: \(error)")
    }
    self.handlers = handlers
    shared = Mutex(Shared(tree: AccessibleTree(applicationName: name, elements), desktop: .none))
    bus.addFilter { [weak self] message in self?.answer(message) ?? false }
    bus.onClosed { [weak self] in self?.handlers.onLost() }
    do {
      let me = Reference(busName: bus.uniqueName, path: Self.rootPath)
      let answer = try bus.call(Self.registry, Self.rootPath, Self.prefix + "Socket", "Embed", .tuple([me.variant]))
      let desktop = Reference(busName: answer[0]?[0]?.string ?? "", path: answer[0]?[1]?.string ?? Reference.none.path)
      shared.withLock { $0.desktop = desktop }
    } catch {
      throw Failure(description: "the a11y registry does not take the application: \(error)")
    }
  }

  /// Leaves the a11y bus politely.
  public func leave() {
    let me = Reference(busName: bus.uniqueName, path: Self.rootPath)
    _ = try? bus.call(
      Self.registry, Self.rootPath, Self.prefix + "Socket", "Unembed", .tuple([me.variant]), timeoutSeconds: 0.5)
    try? bus.flush()
  }

  func reference(_ id: Int) -> Reference { Reference(busName: bus.uniqueName, path: Self.path(of: id)) }

  static func path(of id: Int) -> String { id == 0 ? rootPath : "/org/a11y/atspi/accessible/\(id)" }

  static func id(of path: String) -> Int? {
    if path == rootPath { return 0 }
    let prefix = "/org/a11y/atspi/accessible/"
    return path.hasPrefix(prefix) ? Int(path.dropFirst(prefix.count)) : nil
  }
}
