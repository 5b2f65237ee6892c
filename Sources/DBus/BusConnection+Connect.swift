internal import CGIO
internal import Dispatch
internal import Glibc
internal import Synchronization

extension BusConnection {
  /// Connects to the session bus: where DBUS_SESSION_BUS_ADDRESS says, else to the usual socket in XDG_RUNTIME_DIR.
  public static func session() throws(BusError) -> BusConnection {
    if let address = Environment.value("DBUS_SESSION_BUS_ADDRESS") { return try BusConnection(address: address) }
    if let folder = Environment.value("XDG_RUNTIME_DIR"), access(folder + "/bus", F_OK) == 0 {
      return try BusConnection(address: "unix:path=\(folder)/bus")
    }
    throw BusError(
      "connect to the session bus", reason: "DBUS_SESSION_BUS_ADDRESS is not set",
      advice: "Run inside a desktop session, or in one of its own: a11y-desktop -- COMMAND")
  }

  /// Connects on GIO's thread, whose context the connection then keeps for its callbacks.
  static func connect(_ address: String, within seconds: Double) throws(BusError) -> OpaquePointer {
    let operation = "connect to the bus at \(address)"
    // A pointer is not Sendable, and its bits are.
    let cancellable = UInt(bitPattern: g_cancellable_new())
    let done = DispatchSemaphore(value: 0)
    let outcome = Mutex<(connection: UInt, failure: BusError?)>((0, nil))
    BusLoop.shared.perform {
      var error: UnsafeMutablePointer<GError>?
      let flags = GDBusConnectionFlags(
        G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
          | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
      let handle = g_dbus_connection_new_for_address_sync(
        address, flags, nil, UnsafeMutablePointer(bitPattern: cancellable), &error)
      outcome.withLock { outcome in
        if let handle {
          outcome.connection = UInt(bitPattern: handle)
        } else {
          outcome.failure = BusError(operation, taking: error, advice: "Is it running?")
        }
      }
      done.signal()
    }
    defer { object_unref(UnsafeMutableRawPointer(bitPattern: cancellable)) }
    if done.wait(timeout: .now() + seconds) == .timedOut {
      // Somebody listens there who does not talk D-Bus; GIO's thread is needed by others.
      g_cancellable_cancel(UnsafeMutablePointer(bitPattern: cancellable))
      done.wait()
      outcome.withLock { outcome in
        guard outcome.failure != nil else { return }
        outcome.failure = BusError(
          operation, reason: "no answer within \(seconds) s", advice: "Is it a message bus, and does it run?")
      }
    }
    let (connection, failure) = outcome.withLock { $0 }
    guard let handle = OpaquePointer(bitPattern: connection) else {
      throw failure ?? BusError(operation, reason: "no reason was given")
    }
    return handle
  }
}
