/// An element as a report names it: what it was at the time.
public struct FoundElement: Hashable, Sendable {
  /// Its id in the timeline.
  public var id: Int64
  /// AT-SPI role; nil where unknown.
  public var role: String?
  /// Accessible name; nil where unknown.
  public var name: String?
  /// Accessible id; nil where it has none.
  public var accessibleID: String?

  var json: JSONValue {
    .object([
      ("id", .integer(id)), ("role", JSONValue(role)), ("name", JSONValue(name)),
      ("accessible_id", JSONValue(accessibleID)),
    ])
  }

  /// For people: the name in quotes, role and accessible id after it.
  var text: String {
    let more = [role, accessibleID].compactMap { $0 }.filter { !$0.isEmpty }.map(PlainLine.escaped).joined(
      separator: ", ")
    let called = name.flatMap { $0.isEmpty ? nil : PlainLine.quoted($0) } ?? "an element without a name"
    return more.isEmpty ? called : "\(called) (\(more))"
  }
}
