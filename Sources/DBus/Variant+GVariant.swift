internal import CGIO

extension Variant {
  /// A floating GVariant of this value; nil where a string is no valid path or signature, an array's members are not of its
  /// type, or a dictionary's key is no basic value.
  func makeGVariant() -> OpaquePointer? {
    switch self {
    case .bool(let value): g_variant_new_boolean(value ? 1 : 0)
    case .byte(let value): g_variant_new_byte(value)
    case .int16(let value): g_variant_new_int16(value)
    case .uint16(let value): g_variant_new_uint16(value)
    case .int32(let value): g_variant_new_int32(value)
    case .uint32(let value): g_variant_new_uint32(value)
    case .int64(let value): g_variant_new_int64(Int(value))
    case .uint64(let value): g_variant_new_uint64(UInt(value))
    case .double(let value): g_variant_new_double(value)
    case .string(let text): g_variant_new_string(Variant.withoutNUL(text))
    case .objectPath(let text): g_variant_is_object_path(text) != 0 ? g_variant_new_object_path(text) : nil
    case .signature(let text): g_variant_is_signature(text) != 0 ? g_variant_new_signature(text) : nil
    case .array(let element, let members): Variant.makeArray(of: element, members)
    case .tuple(let members): Variant.withChildren(members) { g_variant_new_tuple($0, $1) }
    case .entry(let key, let value):
      key.isBasic
        ? Variant.withChildren([key, value]) { pair, _ in g_variant_new_dict_entry(pair?[0], pair?[1]) } : nil
    case .variant(let inner): inner.makeGVariant().map { g_variant_new_variant($0) }
    }
  }

  private static func makeArray(of element: String, _ members: [Variant]) -> OpaquePointer? {
    guard g_variant_type_string_is_valid(element) != 0, let type = variant_type(element) else { return nil }
    defer { g_variant_type_free(type) }
    return withChildren(members, of: type) { g_variant_new_array(type, $0, $1) }
  }

  private var isBasic: Bool {
    switch self {
    case .array, .tuple, .entry, .variant: false
    default: true
    }
  }

  /// A D-Bus string holds no NUL, and Swift's may.
  private static func withoutNUL(_ text: String) -> String {
    text.utf8.contains(0) ? String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self) : text
  }

  /// GLib only warns of a member that is not of the wanted type, and then makes nothing.
  private static func withChildren(
    _ members: [Variant], of type: OpaquePointer? = nil,
    _ make: (UnsafePointer<OpaquePointer?>?, UInt) -> OpaquePointer?
  ) -> OpaquePointer? {
    let children = members.map { $0.makeGVariant() }
    let areAllRight = children.allSatisfy { child in
      child != nil && (type == nil || g_variant_is_of_type(child, type) != 0)
    }
    guard areAllRight else {
      for child in children { child.map { g_variant_unref(g_variant_ref_sink($0)) } }
      return nil
    }
    return children.withUnsafeBufferPointer { make($0.baseAddress, UInt($0.count)) }
  }

  /// Reads a GVariant, which stays the caller's.
  init(_ value: OpaquePointer) {
    switch g_variant_classify(value) {
    case G_VARIANT_CLASS_BOOLEAN: self = .bool(g_variant_get_boolean(value) != 0)
    case G_VARIANT_CLASS_BYTE: self = .byte(g_variant_get_byte(value))
    case G_VARIANT_CLASS_INT16: self = .int16(g_variant_get_int16(value))
    case G_VARIANT_CLASS_UINT16: self = .uint16(g_variant_get_uint16(value))
    case G_VARIANT_CLASS_INT32, G_VARIANT_CLASS_HANDLE:
      self = .int32(
        g_variant_classify(value) == G_VARIANT_CLASS_HANDLE ? g_variant_get_handle(value) : g_variant_get_int32(value))
    case G_VARIANT_CLASS_UINT32: self = .uint32(g_variant_get_uint32(value))
    case G_VARIANT_CLASS_INT64: self = .int64(Int64(g_variant_get_int64(value)))
    case G_VARIANT_CLASS_UINT64: self = .uint64(UInt64(g_variant_get_uint64(value)))
    case G_VARIANT_CLASS_DOUBLE: self = .double(g_variant_get_double(value))
    case G_VARIANT_CLASS_STRING: self = .string(Variant.text(value))
    case G_VARIANT_CLASS_OBJECT_PATH: self = .objectPath(Variant.text(value))
    case G_VARIANT_CLASS_SIGNATURE: self = .signature(Variant.text(value))
    case G_VARIANT_CLASS_ARRAY:
      self = .array(of: String(String(cString: g_variant_get_type_string(value)).dropFirst()), Variant.members(value))
    case G_VARIANT_CLASS_DICT_ENTRY:
      let pair = Variant.members(value)
      self = .entry(pair[0], pair[1])
    case G_VARIANT_CLASS_VARIANT: self = .variant(Variant.members(value)[0])
    default: self = .tuple(Variant.members(value))
    }
  }

  private static func text(_ value: OpaquePointer) -> String { String(cString: g_variant_get_string(value, nil)) }

  private static func members(_ value: OpaquePointer) -> [Variant] {
    (0..<g_variant_n_children(value)).compactMap { index in
      guard let child = g_variant_get_child_value(value, index) else { return nil }
      defer { g_variant_unref(child) }
      return Variant(child)
    }
  }
}
