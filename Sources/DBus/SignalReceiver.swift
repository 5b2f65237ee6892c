internal import CDBus
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Hears the signals of a bus on a connection and a thread of its own, by libdbus.
///
/// GDBus takes several times as long for each message and falls behind in a storm, so that what it stamps is stamped late; calls are
/// better made with it.
public final class SignalReceiver: Sendable {
  /// Who is told; on the receiving thread.
  public struct Handlers: Sendable {
    /// A signal has come.
    public var onSignal: @Sendable (BusSignal) -> Void
    /// The bus has gone; nothing comes any more.
    public var onClosed: @Sendable () -> Void

    /// All handlers.
    public init(onSignal: @escaping @Sendable (BusSignal) -> Void, onClosed: @escaping @Sendable () -> Void) {
      self.onSignal = onSignal
      self.onClosed = onClosed
    }
  }

  // A connection of libdbus is thread-safe.
  private nonisolated(unsafe) let handle: OpaquePointer
  private let wake: Int32
  private let isStopped = Mutex(false)

  /// Connects to the bus at `address`, in D-Bus's own spelling; throws where it does not take the connection.
  public init(address: String) throws(BusError) {
    var error = DBusError()
    dbus_error_init(&error)
    guard let handle = dbus_connection_open_private(address, &error) else {
      throw BusError("connect to the bus at \(address)", taking: &error)
    }
    dbus_connection_set_exit_on_disconnect(handle, 0)
    guard dbus_bus_register(handle, &error) != 0 else {
      dbus_connection_close(handle)
      dbus_connection_unref(handle)
      throw BusError("connect to the bus at \(address)", taking: &error)
    }
    self.handle = handle
    wake = eventfd(0, Int32(EFD_CLOEXEC))
  }

  deinit {
    dbus_connection_close(handle)
    dbus_connection_unref(handle)
    close(wake)
  }

  /// Asks the bus for signals that a rule describes; to be called before `start()`.
  public func addMatch(_ rule: String) throws(BusError) {
    var error = DBusError()
    dbus_error_init(&error)
    dbus_bus_add_match(handle, rule, &error)
    guard dbus_error_is_set(&error) == 0 else { throw BusError("listen for \(rule)", taking: &error) }
  }

  /// From now on `handlers` are told, until `stop()` or the bus's end.
  public func start(_ handlers: Handlers) {
    DispatchQueue(label: "signals", qos: .userInteractive).async { self.run(handlers) }
  }

  /// Ends it; a signal that is being handled is handled.
  public func stop() {
    isStopped.withLock { $0 = true }
    var one: UInt64 = 1
    _ = write(wake, &one, MemoryLayout<UInt64>.size)
  }

  private func run(_ handlers: Handlers) {
    var socket: Int32 = -1
    guard dbus_connection_get_unix_fd(handle, &socket) != 0 else { return handlers.onClosed() }
    while true {
      if dbus_connection_get_dispatch_status(handle) == DBUS_DISPATCH_COMPLETE {
        var wanted = [
          pollfd(fd: socket, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&wanted, 2, -1) < 0, errno == EINTR {}
      }
      if isStopped.withLock({ $0 }) { return }
      let isConnected = dbus_connection_read_write(handle, 0) != 0
      let now = Self.monotonicNanoseconds
      while let message = dbus_connection_pop_message(handle) {
        take(message, now, handlers)
        dbus_message_unref(message)
      }
      guard isConnected else { return handlers.onClosed() }
    }
  }

  private func take(_ message: OpaquePointer, _ now: Int64, _ handlers: Handlers) {
    switch dbus_message_get_type(message) {
    case DBUS_MESSAGE_TYPE_SIGNAL: handlers.onSignal(BusSignal(handle: message, receivedNanoseconds: now))
    case DBUS_MESSAGE_TYPE_METHOD_CALL:
      // Whoever asks every connection of the bus shall not wait for this one.
      guard dbus_message_get_no_reply(message) == 0,
        let answer = dbus_message_new_error(
          message, "org.freedesktop.DBus.Error.UnknownMethod", "there are no objects here")
      else { return }
      dbus_connection_send(handle, answer, nil)
      dbus_message_unref(answer)
    default: break
    }
  }

  private static var monotonicNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension BusError {
  /// Takes over an error of libdbus.
  fileprivate init(_ operation: String, taking error: inout DBusError) {
    self.init(
      operation, reason: error.message.map { String(cString: $0) } ?? "no reason was given",
      remoteName: error.name.map { String(cString: $0) }, advice: "Is it running?")
    dbus_error_free(&error)
  }
}
