internal import CDBus

/// A signal as it came in; to be used only while the handler that was given it runs.
public struct BusSignal {
  let handle: OpaquePointer
  /// CLOCK_MONOTONIC right after its bytes were read, before they were looked at; nanoseconds.
  public let receivedNanoseconds: Int64

  /// The sender's unique name; empty where there is none.
  public var sender: String { text(dbus_message_get_sender(handle)) }
  /// The object; empty where there is none.
  public var path: String { text(dbus_message_get_path(handle)) }
  /// The interface; empty where there is none.
  public var interface: String { text(dbus_message_get_interface(handle)) }
  /// The signal; empty where there is none.
  public var member: String { text(dbus_message_get_member(handle)) }

  /// The first arguments, `count` at most, decoded at each use.
  public func arguments(atMost count: Int) -> Variant {
    var iterator = DBusMessageIter()
    guard dbus_message_iter_init(handle, &iterator) != 0 else { return .tuple([]) }
    return .tuple(Variant.values(at: &iterator, atMost: count))
  }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
}

extension Variant {
  /// The values from an iterator's place on; those of a type that no AT-SPI message has, as a file descriptor, end them.
  fileprivate static func values(at iterator: inout DBusMessageIter, atMost count: Int = .max) -> [Variant] {
    var values: [Variant] = []
    while values.count < count, let value = value(at: &iterator) {
      values.append(value)
      dbus_message_iter_next(&iterator)
    }
    return values
  }

  private static func value(at iterator: inout DBusMessageIter) -> Variant? {
    switch dbus_message_iter_get_arg_type(&iterator) {
    case Int32(UInt8(ascii: "b")): .bool(basic(&iterator, dbus_bool_t(0)) != 0)
    case Int32(UInt8(ascii: "y")): .byte(basic(&iterator, UInt8(0)))
    case Int32(UInt8(ascii: "n")): .int16(basic(&iterator, Int16(0)))
    case Int32(UInt8(ascii: "q")): .uint16(basic(&iterator, UInt16(0)))
    case Int32(UInt8(ascii: "i")): .int32(basic(&iterator, Int32(0)))
    case Int32(UInt8(ascii: "u")): .uint32(basic(&iterator, UInt32(0)))
    case Int32(UInt8(ascii: "x")): .int64(basic(&iterator, Int64(0)))
    case Int32(UInt8(ascii: "t")): .uint64(basic(&iterator, UInt64(0)))
    case Int32(UInt8(ascii: "d")): .double(basic(&iterator, Double(0)))
    case Int32(UInt8(ascii: "s")): .string(text(&iterator))
    case Int32(UInt8(ascii: "o")): .objectPath(text(&iterator))
    case Int32(UInt8(ascii: "g")): .signature(text(&iterator))
    case Int32(UInt8(ascii: "v")): .variant(members(&iterator).first ?? .tuple([]))
    case Int32(UInt8(ascii: "r")): .tuple(members(&iterator))
    case Int32(UInt8(ascii: "e")): entry(members(&iterator))
    case Int32(UInt8(ascii: "a")): array(&iterator)
    default: nil
    }
  }

  private static func basic<Value: BitwiseCopyable>(_ iterator: inout DBusMessageIter, _ zero: Value) -> Value {
    var value = zero
    dbus_message_iter_get_basic(&iterator, &value)
    return value
  }

  private static func text(_ iterator: inout DBusMessageIter) -> String {
    basic(&iterator, UnsafePointer<CChar>?.none).map { String(cString: $0) } ?? ""
  }

  private static func members(_ iterator: inout DBusMessageIter) -> [Variant] {
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    return values(at: &inner)
  }

  private static func entry(_ members: [Variant]) -> Variant {
    members.count == 2 ? .entry(members[0], members[1]) : .tuple(members)
  }

  private static func array(_ iterator: inout DBusMessageIter) -> Variant {
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    let signature = dbus_message_iter_get_signature(&inner)
    defer { dbus_free(signature) }
    return .array(of: signature.map { String(cString: $0) } ?? "", values(at: &inner))
  }
}
