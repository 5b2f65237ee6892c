internal import CGIO

/// A message as it came in; to be used only while the filter that was given it runs.
public struct BusMessage {
  let handle: OpaquePointer

  /// What kind of message it is.
  public enum Kind: Sendable {
    case call, reply, error, signal, invalid
  }

  /// Its kind.
  public var kind: Kind {
    switch g_dbus_message_get_message_type(handle) {
    case G_DBUS_MESSAGE_TYPE_METHOD_CALL: .call
    case G_DBUS_MESSAGE_TYPE_METHOD_RETURN: .reply
    case G_DBUS_MESSAGE_TYPE_ERROR: .error
    case G_DBUS_MESSAGE_TYPE_SIGNAL: .signal
    default: .invalid
    }
  }

  /// The sender's unique name; empty where there is none.
  public var sender: String { text(g_dbus_message_get_sender(handle)) }
  /// The addressee; empty for a broadcast.
  public var destination: String { text(g_dbus_message_get_destination(handle)) }
  /// The object; empty where there is none.
  public var path: String { text(g_dbus_message_get_path(handle)) }
  /// The interface; empty where there is none.
  public var interface: String { text(g_dbus_message_get_interface(handle)) }
  /// The method or signal; empty where there is none.
  public var member: String { text(g_dbus_message_get_member(handle)) }
  /// The error; empty where it is none.
  public var errorName: String { text(g_dbus_message_get_error_name(handle)) }
  /// The sender's serial.
  public var serial: UInt32 { g_dbus_message_get_serial(handle) }
  /// The serial of the call that a reply or error answers.
  public var replySerial: UInt32 { g_dbus_message_get_reply_serial(handle) }
  /// Whether a call's sender waits for an answer.
  var wantsReply: Bool {
    g_dbus_message_get_flags(handle).rawValue & G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue == 0
  }
  /// The arguments, decoded at each use; an empty tuple where there are none.
  public var body: Variant { g_dbus_message_get_body(handle).map { Variant($0) } ?? .tuple([]) }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
}
