internal import CDBus
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Hears the signals of a bus on a connection and threads of its own, by libdbus.
///
/// One thread reads and stamps, and does nothing else; another tells of what was read, in order. GDBus takes several times as long for
/// each message and falls behind in a storm, so that what it stamps is stamped late; calls are better made with it.
public final class SignalReceiver: Sendable {
  /// Messages that were read and not told of, at most; beyond it they are left to the bus, which keeps them.
  private static let backlogLimit = 500_000

  /// Who is told, on one thread.
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
  private let state = Mutex(State())
  private let hasRead = DispatchSemaphore(value: 0)
  private let hasTold = DispatchSemaphore(value: 0)

  private struct State {
    var isStopped = false
    var isClosed = false
    /// What was read and is to be told of; each message is owned here.
    var backlog: [Message] = []
    /// Whether the reading thread waits for it to be told of.
    var isFull = false
  }

  // Messages of libdbus may be used by one thread after another.
  private struct Message: @unchecked Sendable {
    var handle: OpaquePointer
    var receivedNanoseconds: Int64
  }

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
    DispatchQueue(label: "signals read", qos: .userInteractive).async { self.read() }
    DispatchQueue(label: "signals told", qos: .userInitiated).async { self.tell(handlers) }
  }

  /// Ends it; what was read and not told of is let go.
  public func stop() {
    state.withLock { $0.isStopped = true }
    var one: UInt64 = 1
    _ = write(wake, &one, MemoryLayout<UInt64>.size)
    hasRead.signal()
    hasTold.signal()
  }

  private func read() {
    var socket: Int32 = -1
    var isConnected = dbus_connection_get_unix_fd(handle, &socket) != 0
    while isConnected {
      if dbus_connection_get_dispatch_status(handle) == DBUS_DISPATCH_COMPLETE {
        var wanted = [
          pollfd(fd: socket, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&wanted, 2, -1) < 0, errno == EINTR {}
      }
      isConnected = dbus_connection_read_write(handle, 0) != 0
      let now = Self.monotonicNanoseconds
      var messages: [Message] = []
      while let message = dbus_connection_pop_message(handle) {
        messages.append(Message(handle: message, receivedNanoseconds: now))
      }
      guard keep(messages) else { return }
    }
    state.withLock { $0.isClosed = true }
    hasRead.signal()
  }

  /// False where nobody is told any more.
  private func keep(_ messages: [Message]) -> Bool {
    let (isStopped, isFull) = state.withLock { state in
      state.backlog += messages
      state.isFull = state.backlog.count >= Self.backlogLimit
      return (state.isStopped, state.isFull)
    }
    hasRead.signal()
    if isFull, !isStopped { hasTold.wait() }
    return !isStopped
  }

  private func tell(_ handlers: Handlers) {
    while true {
      hasRead.wait()
      let (messages, isClosed, isStopped, wasFull) = state.withLock { state in
        defer { (state.backlog, state.isFull) = ([], false) }
        return (state.backlog, state.isClosed, state.isStopped, state.isFull)
      }
      if wasFull { hasTold.signal() }
      for message in messages {
        if !isStopped { take(message, handlers) }
        dbus_message_unref(message.handle)
      }
      if isStopped { return }
      if isClosed { return handlers.onClosed() }
    }
  }

  private func take(_ message: Message, _ handlers: Handlers) {
    switch dbus_message_get_type(message.handle) {
    case DBUS_MESSAGE_TYPE_SIGNAL:
      handlers.onSignal(BusSignal(handle: message.handle, receivedNanoseconds: message.receivedNanoseconds))
    case DBUS_MESSAGE_TYPE_METHOD_CALL:
      // Whoever asks every connection of the bus shall not wait for this one.
      guard dbus_message_get_no_reply(message.handle) == 0,
        let answer = dbus_message_new_error(
          message.handle, "org.freedesktop.DBus.Error.UnknownMethod", "there are no objects here")
      else { return }
      dbus_connection_send(handle, answer, nil)
      dbus_connection_flush(handle)
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
