internal import CGIO

extension BusConnection {
  /// Calls a method and waits for its answer; throws where an error is answered or none comes in time.
  public func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ body: Variant = .tuple([]),
    timeoutSeconds: Double = 5
  ) throws(BusError) -> Variant {
    var error: UnsafeMutablePointer<GError>?
    let answer = g_dbus_connection_call_sync(
      handle, destination, path, interface, member, body.makeGVariant(), nil, G_DBUS_CALL_FLAGS_NONE,
      Int32(timeoutSeconds * 1000), nil, &error)
    guard let answer else { throw BusError("call \(interface).\(member) of \(destination)", taking: error) }
    defer { g_variant_unref(answer) }
    return Variant(answer)
  }

  /// Calls a method and goes on; `completion` is called once, on GIO's thread.
  public func callLater(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ body: Variant = .tuple([]),
    timeoutSeconds: Double = 5, _ completion: @escaping @Sendable (Result<Variant, BusError>) -> Void
  ) {
    BusLoop.shared.perform { [self] in
      let operation = "call \(interface).\(member) of \(destination)"
      let box = Unmanaged.passRetained(Box((operation, completion))).toOpaque()
      g_dbus_connection_call(
        handle, destination, path, interface, member, body.makeGVariant(), nil, G_DBUS_CALL_FLAGS_NONE,
        Int32(timeoutSeconds * 1000), nil,
        { source, result, box in
          guard let box else { return }
          typealias Completion = @Sendable (Result<Variant, BusError>) -> Void
          let (operation, completion) = Unmanaged<Box<(String, Completion)>>.fromOpaque(box).takeRetainedValue().value
          var error: UnsafeMutablePointer<GError>?
          let answer = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, &error)
          guard let answer else { return completion(.failure(BusError(operation, taking: error))) }
          defer { g_variant_unref(answer) }
          completion(.success(Variant(answer)))
        }, box)
    }
  }

  /// Reads a property and waits for it.
  public func property(
    _ name: String, of interface: String, _ destination: String, _ path: String, timeoutSeconds: Double = 5
  ) throws(BusError) -> Variant {
    let body = Variant.tuple([.string(interface), .string(name)])
    let answer = try call(
      destination, path, "org.freedesktop.DBus.Properties", "Get", body, timeoutSeconds: timeoutSeconds)
    guard case .variant(let value)? = answer[0] else {
      throw BusError("read \(interface).\(name) of \(destination)", reason: "the answer is no variant")
    }
    return value
  }

  /// Sends a signal to whoever listens.
  public func emit(_ path: String, _ interface: String, _ member: String, _ body: Variant) throws(BusError) {
    var error: UnsafeMutablePointer<GError>?
    guard g_dbus_connection_emit_signal(handle, nil, path, interface, member, body.makeGVariant(), &error) != 0 else {
      throw BusError("send the signal \(interface).\(member)", taking: error)
    }
  }

  /// Answers a call; may be used in a filter.
  public func reply(to call: BusMessage, _ body: Variant) {
    let reply = g_dbus_message_new_method_reply(call.handle)
    if let value = body.makeGVariant() { g_dbus_message_set_body(reply, value) }
    send(reply)
  }

  /// Answers a call with an error; may be used in a filter.
  public func replyError(to call: BusMessage, name: String, message: String) {
    send(g_dbus_message_new_method_error_literal(call.handle, name, message))
  }

  /// Waits until everything sent so far has left this process.
  public func flush() throws(BusError) {
    var error: UnsafeMutablePointer<GError>?
    guard g_dbus_connection_flush_sync(handle, nil, &error) != 0 else { throw BusError("flush the bus", taking: error) }
  }

  private func send(_ message: OpaquePointer?) {
    guard let message else { return }
    g_dbus_connection_send_message(handle, message, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    object_unref(UnsafeMutableRawPointer(message))
  }
}
