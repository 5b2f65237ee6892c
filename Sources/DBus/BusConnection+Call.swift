internal import CGIO

extension BusConnection {
  /// Calls a method and waits for its answer; throws where an error is answered, none comes in time, or `body` cannot be sent.
  ///
  /// Never to be used in a filter, whose thread is the one that takes answers in.
  public func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ body: Variant = .tuple([]),
    timeoutSeconds: Double = 5
  ) throws(BusError) -> Variant {
    let operation = "call \(interface).\(member) of \(destination)"
    let arguments = try Self.arguments(body, operation)
    var error: UnsafeMutablePointer<GError>?
    let answer = g_dbus_connection_call_sync(
      handle, destination, path, interface, member, arguments, nil, G_DBUS_CALL_FLAGS_NONE,
      Self.milliseconds(timeoutSeconds), nil, &error)
    guard let answer else { throw BusError(operation, taking: error) }
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
      let arguments: OpaquePointer
      do throws(BusError) {
        arguments = try Self.arguments(body, operation)
      } catch {
        return completion(.failure(error))
      }
      let box = Unmanaged.passRetained(Box((operation, completion))).toOpaque()
      g_dbus_connection_call(
        handle, destination, path, interface, member, arguments, nil, G_DBUS_CALL_FLAGS_NONE,
        Self.milliseconds(timeoutSeconds), nil,
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

  /// Sends a signal to whoever listens, or to one bus name alone.
  public func emit(
    _ path: String, _ interface: String, _ member: String, _ body: Variant, to destination: String? = nil
  ) throws(BusError) {
    let operation = "send the signal \(interface).\(member)"
    let arguments = try Self.arguments(body, operation)
    var error: UnsafeMutablePointer<GError>?
    guard g_dbus_connection_emit_signal(handle, destination, path, interface, member, arguments, &error) != 0 else {
      throw BusError(operation, taking: error)
    }
  }

  /// Answers a call that wants an answer; may be used in a filter.
  ///
  /// A `body` that cannot be sent is answered as an error, so that nobody waits.
  public func reply(to call: BusMessage, _ body: Variant) {
    guard call.wantsReply else { return }
    do throws(BusError) {
      let arguments = try Self.arguments(body, "answer \(call.interface).\(call.member)")
      let reply = g_dbus_message_new_method_reply(call.handle)
      g_dbus_message_set_body(reply, arguments)
      send(reply)
    } catch {
      replyError(to: call, name: "org.freedesktop.DBus.Error.Failed", message: "\(error)")
    }
  }

  /// Answers a call that wants an answer with an error; may be used in a filter.
  public func replyError(to call: BusMessage, name: String, message: String) {
    guard call.wantsReply else { return }
    send(g_dbus_message_new_method_error_literal(call.handle, name, message))
  }

  /// Waits until everything sent so far has left this process.
  public func flush() throws(BusError) {
    var error: UnsafeMutablePointer<GError>?
    guard g_dbus_connection_flush_sync(handle, nil, &error) != 0 else { throw BusError("flush the bus", taking: error) }
  }

  /// A message's arguments, floating.
  private static func arguments(_ body: Variant, _ operation: String) throws(BusError) -> OpaquePointer {
    guard case .tuple = body, let value = body.makeGVariant() else {
      throw BusError(
        operation, reason: "its arguments are no D-Bus values: \(body)",
        advice: "A path, a signature or an array's element type is wrong, or they are no tuple")
    }
    return value
  }

  private static func milliseconds(_ seconds: Double) -> Int32 { Int32(max(0, min(seconds, 86_400)) * 1000) }

  private func send(_ message: OpaquePointer?) {
    guard let message else { return }
    g_dbus_connection_send_message(handle, message, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    object_unref(UnsafeMutableRawPointer(message))
  }
}
