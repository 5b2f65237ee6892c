internal import Timeline

/// Names of events that were made before: a storm has few of them, and making one takes longer than all else.
struct EventNames {
  private static let limit = 2000

  private struct Signal: Hashable {
    var interface: String
    var member: String
    var detail: String
  }

  private var known: [Signal: EventType] = [:]

  /// The name of a signal's event, as libatspi has it; nil where it is of another interface.
  mutating func name(_ interface: String, _ member: String, _ detail: String) -> EventType? {
    let signal = Signal(interface: interface, member: member, detail: detail)
    if let name = known[signal] { return name }
    guard let name = EventType(interface: interface, member: member, detail: detail) else { return nil }
    // A detail may be anything: of a program that makes up new ones without end nothing is kept for ever.
    if known.count >= Self.limit { known = [:] }
    known[signal] = name
    return name
  }
}
