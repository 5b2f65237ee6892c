internal import Timeline

/// The events of a debug log, from when Orca received each to when it dealt with it.
///
/// A received one is told by type, role and name; only where Orca deals with it does the log tell its place in the tree. So it is kept
/// until then, for a while, and is told of under its place where that is known, else under its role and name.
struct OrcaLogEvents: Sendable {
  private static let waitingLimit = 1000
  private static let waitingNanoseconds: Int64 = 60_000_000_000
  private static let decisionNanoseconds: Int64 = 1_000_000_000

  /// The element that has the focus, as far as the log told.
  private(set) var focus: ElementKey?
  private var waiting: [(event: OrcaLogEvent, time: MonotonicTime)] = []
  private var applications: [String: String] = [:]
  /// Places of elements by how a line names them; nil where several are named so.
  private var places: [String: [OrcaLogElement: String?]] = [:]
  private var lastTypeOfProcess: String?
  /// Whether Orca has put the last event into its queue.
  private var isQueued = false

  /// Takes a line of Orca's event manager, behind its name.
  mutating func take(_ text: Substring, of entry: OrcaLogEntry, at time: MonotonicTime) -> [Record] {
    if let dequeued = text.after("Dequeued ") {
      lastTypeOfProcess = dequeued.split(separator: " ").first.map(String.init)
      return []
    }
    if text.hasPrefix("Ignoring"), let last = waiting.last {
      // It comes right after the event that it is about.
      return !isQueued && time - last.time < Self.decisionNanoseconds ? tell(waiting.removeLast()) : []
    }
    if text.hasPrefix("Queueing ") {
      isQueued = true
      return []
    }
    guard let whole = entry.text.after("EVENT MANAGER: "), let event = OrcaLogEvent(whole) else { return [] }
    isQueued = false
    var records = application(event.application, at: time)
    waiting.append((event, time))
    let late = waiting.count > Self.waitingLimit ? 1 : waiting.prefix { time - $0.time > Self.waitingNanoseconds }.count
    for one in waiting.prefix(late) { records += tell(one) }
    waiting.removeFirst(late)
    return records
  }
  /// Takes what Orca wrote of the element of the event that it deals with.
  mutating func take(_ details: OrcaLogDetails, at time: MonotonicTime) -> [Record] {
    let type = details.type ?? lastTypeOfProcess
    let element = OrcaLogElement(role: details.role, name: details.name)
    guard !details.path.isEmpty else { return [] }
    var records = application(details.application, at: time)
    let key = ElementKey(busName: busName(details.application), objectPath: Self.path(details.path))
    let known = places[details.application]?[element]
    if known == nil { places[details.application, default: [:]][element] = .some(key.objectPath) }
    if let known, known != key.objectPath { places[details.application]?[element] = .some(nil) }
    records.append(.element(details.version(of: key, at: time)))
    if let index = waiting.firstIndex(where: {
      $0.event.type == type && $0.event.element == element && $0.event.application == details.application
    }) {
      let (event, received) = waiting.remove(at: index)
      records.append(.event(self.event(event, received, key)))
    }
    return records
  }

  /// Events that Orca never dealt with, and the end of the applications.
  mutating func end(at time: MonotonicTime) -> [Record] {
    defer { waiting = [] }
    return waiting.flatMap { tell($0) }
  }

  private func busName(_ application: String) -> String { applications[application] ?? ":orca-log" }

  private mutating func application(_ name: String, at time: MonotonicTime) -> [Record] {
    guard applications[name] == nil else { return [] }
    // No bus name: the log has none, and what stands for it must not look like one.
    let busName = "orca-log:\(applications.count + 1)"
    applications[name] = busName
    // What Orca calls None is an application that it could not name.
    let name = name == "None" ? "" : name
    return [.application(Application(busName: busName, name: name, processID: nil, firstSeen: time))]
  }

  private mutating func tell(_ one: (event: OrcaLogEvent, time: MonotonicTime)) -> [Record] {
    let (event, time) = one
    if let place = places[event.application]?[event.element], let path = place {
      return [.event(self.event(event, time, ElementKey(busName: busName(event.application), objectPath: path)))]
    }
    let key = ElementKey(
      busName: busName(event.application), objectPath: "/unplaced/\(event.element.role)/\(event.element.name)")
    var version = ElementVersion(key: key, time: time)
    version.role = Role(rawValue: event.element.role)
    version.name = event.element.name
    return [.element(version), .event(self.event(event, time, key))]
  }

  private mutating func event(_ event: OrcaLogEvent, _ time: MonotonicTime, _ key: ElementKey) -> Event {
    if event.type == "object:state-changed:focused", event.detail1 == 1 { focus = key }
    return Event(
      time: time, type: EventType(rawValue: event.type), source: key, detail1: event.detail1, detail2: event.detail2,
      anyData: event.anyData)
  }

  /// The desktop's own place is told as -1.
  private static func path(_ indexes: [Int]) -> String {
    "/" + indexes.drop { $0 < 0 }.map(String.init).joined(separator: "/")
  }
}
