internal import CGIO
internal import Dispatch
internal import Synchronization

/// A connection to a message bus.
public final class BusConnection: Sendable {
  /// Looks at a message on GDBus's worker thread; true where it is dealt with and goes no further.
  public typealias Filter = @Sendable (BusMessage) -> Bool

  // GDBusConnection is thread-safe.
  nonisolated(unsafe) let handle: OpaquePointer
  /// The name that the bus gave this connection, as ":1.7".
  public let uniqueName: String
  private let state: Mutex<State>

  private struct State {
    var filters: [Filter] = []
    var isMonitor = false
    var onClosed: [@Sendable () -> Void] = []
  }

  /// Connects to the bus at `address`, in D-Bus's own spelling.
  public init(address: String) throws(BusError) {
    let (handle, failure) = BusConnection.connect(address)
    guard let handle else {
      throw failure
        ?? BusError("connect to the bus at \(address)", reason: "no answer within 10 s", advice: "Is it running?")
    }
    self.handle = handle
    uniqueName = g_dbus_connection_get_unique_name(handle).map { String(cString: $0) } ?? ""
    state = Mutex(State())
    g_dbus_connection_set_exit_on_close(handle, 0)
    let box = Unmanaged.passRetained(WeakConnection(self)).toOpaque()
    g_dbus_connection_add_filter(
      handle,
      { _, message, isIncoming, box in
        guard let message, let box, isIncoming != 0,
          let connection = Unmanaged<WeakConnection>.fromOpaque(box).takeUnretainedValue().connection
        else { return message }
        guard connection.consumes(BusMessage(handle: message)) else { return message }
        object_unref(UnsafeMutableRawPointer(message))
        return nil
      }, box, { box in box.map { Unmanaged<WeakConnection>.fromOpaque($0).release() } })
    observeClosing()
  }

  deinit {
    g_dbus_connection_close(handle, nil, nil, nil)
    object_unref(UnsafeMutableRawPointer(handle))
  }

  /// Connects to the session bus that DBUS_SESSION_BUS_ADDRESS names.
  public static func session() throws(BusError) -> BusConnection {
    guard let address = Environment.value("DBUS_SESSION_BUS_ADDRESS") else {
      throw BusError(
        "connect to the session bus", reason: "DBUS_SESSION_BUS_ADDRESS is not set",
        advice: "Run inside a desktop session, or in one of its own: a11y-desktop -- COMMAND")
    }
    return try BusConnection(address: address)
  }

  /// Adds a filter, which sees every incoming message after those added before it.
  public func addFilter(_ filter: @escaping Filter) { state.withLock { $0.filters.append(filter) } }

  /// Calls `action` on GIO's thread when the bus goes away.
  public func onClosed(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onClosed.append(action) } }

  /// Asks the bus for messages that a rule describes, as "type='signal',interface='…'".
  public func addMatch(_ rule: String) throws(BusError) {
    _ = try call(Self.bus, "/org/freedesktop/DBus", Self.bus, "AddMatch", .tuple([.string(rule)]))
  }

  /// Turns the connection into a monitor, which sees others' messages by `rules` and can send nothing any more.
  public func becomeMonitor(rules: [String]) throws(BusError) {
    // Set before the call: the first copies arrive with its answer, and GDBus must not answer a call that was not for us.
    state.withLock { $0.isMonitor = true }
    let body = Variant.tuple([.array(of: "s", rules.map { .string($0) }), .uint32(0)])
    _ = try call(Self.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring", "BecomeMonitor", body)
  }

  /// The process behind a bus name.
  public func processID(of busName: String) throws(BusError) -> Int32 {
    let body = Variant.tuple([.string(busName)])
    let answer = try call(Self.bus, "/org/freedesktop/DBus", Self.bus, "GetConnectionUnixProcessID", body)
    return Int32(truncatingIfNeeded: answer[0]?.integer ?? 0)
  }

  static let bus = "org.freedesktop.DBus"

  private func consumes(_ message: BusMessage) -> Bool {
    let (filters, isMonitor) = state.withLock { ($0.filters, $0.isMonitor) }
    for filter in filters where filter(message) { return true }
    // A monitor's copies of others' calls would be answered with an error.
    return isMonitor && message.kind == .call
  }

  private func observeClosing() {
    let box = Unmanaged.passRetained(WeakConnection(self)).toOpaque()
    let closed:
      @convention(c) (OpaquePointer?, gboolean, UnsafeMutablePointer<GError>?, UnsafeMutableRawPointer?) -> Void = {
        _, _, _, box in
        guard let box else { return }
        let connection = Unmanaged<WeakConnection>.fromOpaque(box).takeUnretainedValue().connection
        for action in connection?.state.withLock({ $0.onClosed }) ?? [] { action() }
      }
    _ = object_connect(UnsafeMutableRawPointer(handle), "closed", unsafeBitCast(closed, to: GCallback.self), box)
  }

  /// Connects on GIO's thread, whose context the connection then keeps for its callbacks.
  private static func connect(_ address: String) -> (OpaquePointer?, BusError?) {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<(UInt, BusError?)>((0, nil))
    BusLoop.shared.perform {
      var error: UnsafeMutablePointer<GError>?
      let flags = GDBusConnectionFlags(
        G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
          | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
      let handle = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &error)
      result.withLock {
        $0 =
          handle.map { (UInt(bitPattern: $0), nil) }
          ?? (0, BusError("connect to the bus at \(address)", taking: error, advice: "Is it running?"))
      }
      done.signal()
    }
    guard done.wait(timeout: .now() + 10) == .success else { return (nil, nil) }
    return result.withLock { (OpaquePointer(bitPattern: $0.0), $0.1) }
  }
}

/// Lets GDBus's callbacks reach a connection without keeping it alive.
private final class WeakConnection {
  weak var connection: BusConnection?
  init(_ connection: BusConnection) { self.connection = connection }
}
