internal import CGIO
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
    var isClosed = false
    var onClosed: [@Sendable () -> Void] = []
  }

  /// Connects to the bus at `address`, in D-Bus's own spelling; throws where it does not answer within `seconds`.
  public init(address: String, within seconds: Double = 10) throws(BusError) {
    handle = try BusConnection.connect(address, within: seconds)
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

  /// Adds a filter, which sees every incoming message after those added before it.
  public func addFilter(_ filter: @escaping Filter) { state.withLock { $0.filters.append(filter) } }

  /// Calls `action` on GIO's thread once the bus goes away, at once where it has gone already.
  public func onClosed(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isClosed { state.onClosed.append(action) }
      return state.isClosed
    }
    if isLate { BusLoop.shared.perform(action) }
  }

  /// Asks the bus for messages that a rule describes, as "type='signal',interface='…'".
  public func addMatch(_ rule: String) throws(BusError) {
    _ = try call(Self.bus, "/org/freedesktop/DBus", Self.bus, "AddMatch", .tuple([.string(rule)]))
  }

  /// Turns the connection into a monitor, which sees others' messages by `rules` and can send nothing any more.
  public func becomeMonitor(rules: [String]) throws(BusError) {
    // Set before the call: the first copies arrive with its answer, and GDBus must not answer a call that was not for us.
    state.withLock { $0.isMonitor = true }
    let body = Variant.tuple([.array(of: "s", rules.map { .string($0) }), .uint32(0)])
    do throws(BusError) {
      _ = try call(Self.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring", "BecomeMonitor", body)
    } catch {
      state.withLock { $0.isMonitor = false }
      throw error
    }
  }

  /// The process behind a bus name.
  public func processID(of busName: String) throws(BusError) -> Int32 {
    let body = Variant.tuple([.string(busName)])
    let answer = try call(Self.bus, "/org/freedesktop/DBus", Self.bus, "GetConnectionUnixProcessID", body)
    return Int32(truncatingIfNeeded: answer[0]?.integer ?? 0)
  }

  /// The unique name of the connection that owns a well-known name.
  public func owner(of busName: String) throws(BusError) -> String {
    let answer = try call(Self.bus, "/org/freedesktop/DBus", Self.bus, "GetNameOwner", .tuple([.string(busName)]))
    return answer[0]?.string ?? ""
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
        Unmanaged<WeakConnection>.fromOpaque(box).takeUnretainedValue().connection?.wasClosed()
      }
    _ = object_connect(
      UnsafeMutableRawPointer(handle), "closed", unsafeBitCast(closed, to: GCallback.self), box,
      { box, _ in box.map { Unmanaged<WeakConnection>.fromOpaque($0).release() } })
    // It may have gone before anybody listened; then no signal comes any more.
    if g_dbus_connection_is_closed(handle) != 0 { wasClosed() }
  }

  private func wasClosed() {
    let actions = state.withLock { state in
      state.isClosed = true
      defer { state.onClosed = [] }
      return state.onClosed
    }
    for action in actions { action() }
  }
}

/// Lets GDBus's callbacks reach a connection without keeping it alive.
private final class WeakConnection {
  weak var connection: BusConnection?
  init(_ connection: BusConnection) { self.connection = connection }
}
