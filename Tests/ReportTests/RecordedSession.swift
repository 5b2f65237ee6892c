import Queries
import Report
import Storage
import TestSupport
import Timeline

/// A session written by hand: times in milliseconds, everything else as little as it may be.
final class RecordedSession {
  let folder: TemporaryFolder
  let path: String
  private let store: TimelineStore
  private var utterances: Int64 = 0
  private var segments: Int64 = 0
  private var calls: Int64 = 0

  static let everySource: [SourceName] = [.events, .keys, .calls, .speech, .applicationAudio, .readerAudio]
  static let application: Int64 = 1
  static let reader: Int64 = 2
  static let bystander: Int64 = 3

  init(armed sources: [SourceName] = everySource) throws {
    folder = try TemporaryFolder()
    path = folder.path + "/run.db"
    let session = Session(toolVersion: "test", recorderProcessID: 1, command: nil)
    store = try TimelineStore(creating: path, session: session)
    for source in Self.everySource {
      let isArmed = sources.contains(source)
      try store.write(
        .source(SourceStatus(source, armedAt: isArmed ? at(-100) : nil, note: isArmed ? nil : "there is none")))
    }
    try store.write(
      .application(Application(busName: ":1.7", name: "app", processID: 42, firstSeen: at(0))))
    for (id, role) in [(1, AudioStream.Role.application), (2, .reader), (3, .bystander)] as [(Int64, AudioStream.Role)]
    {
      try store.write(
        .audioStream(AudioStream(id: id, role: role, route: .sinkMonitor, rateHz: 48_000, openedAt: at(-50))))
    }
  }

  func write(_ record: Record) throws { try store.write(record) }
  func at(_ milliseconds: Double) -> MonotonicTime { store.start + Int64((milliseconds * 1e6).rounded()) }
  func element(_ number: Int) -> ElementKey { ElementKey(busName: ":1.7", objectPath: "/\(number)") }

  /// What element `number` is from a moment on.
  func version(
    _ number: Int, _ ms: Double, _ name: String, hint: String = "", actions: [String]? = ["click"],
    states: [ElementState] = [], in parent: Int? = nil, role: Role = "push button"
  ) throws {
    var version = ElementVersion(key: element(number), time: at(ms))
    version.role = role
    version.name = name
    version.description = hint
    version.accessibleID = "btn-\(number)"
    version.actions = actions
    version.states = states
    version.parent = parent.map(element)
    try store.write(.element(version))
  }

  func event(
    _ type: String, _ number: Int, _ ms: Double, detail1: Int32 = 0, data: String? = nil, names other: Int? = nil
  ) throws {
    try store.write(
      .event(
        Event(
          time: at(ms), type: EventType(rawValue: type), source: element(number), detail1: detail1, detail2: 0,
          anyData: data, anyDataElement: other.map(element))))
  }

  func focus(_ number: Int, _ ms: Double) throws {
    try event("object:state-changed:focused", number, ms, detail1: 1)
  }

  /// What a container says of an element in it: that it is selected, or that it is no more.
  func select(_ number: Int, _ ms: Double, _ isSelected: Bool = true) throws {
    try event("object:state-changed:selected", number, ms, detail1: isSelected ? 1 : 0)
  }

  /// A press of the pointer's button on an element.
  func click(_ number: Int?, _ ms: Double, button: Int = 1) throws {
    try store.write(
      .input(Input(time: at(ms), isPress: true, button: button, hit: number.map(element), focus: element(1))))
  }

  /// One stroke of a key, as some ways of seeing keys tell it: pressed or let go.
  func stroke(_ key: String = "Return", on number: Int?, _ ms: Double, isPress: Bool) throws {
    try store.write(
      .input(Input(time: at(ms), isPress: isPress, keyName: key, modifiers: 0, focus: number.map(element))))
  }

  /// A key as a terminal's byte tells it.
  func byte(_ key: String, on number: Int?, _ ms: Double) throws {
    var input = Input(time: at(ms), isPress: true, keyName: key, modifiers: 0, focus: number.map(element))
    input.route = .terminal
    try store.write(.input(input))
  }

  /// A key pressed on an element, and let go 40 ms later unless it is held.
  func press(
    _ key: String = "Return", on number: Int?, _ ms: Double, modifiers: UInt32 = 0, isHeld: Bool = false
  ) throws {
    for (isPress, time) in [(true, ms), (false, ms + 40)] where isPress || !isHeld {
      try store.write(
        .input(
          Input(
            time: at(time), isPress: isPress, keyName: key, modifiers: modifiers, focus: number.map(element))))
    }
  }

  func call(_ number: Int, _ ms: Double, accepted: Bool? = true, error: String? = nil) throws {
    calls += 1
    var call = ActionCall(id: calls, time: at(ms), caller: ":1.9", target: element(number), actionIndex: 0)
    call.replyTime = accepted == nil && error == nil ? nil : at(ms + 1)
    call.accepted = accepted
    call.errorName = error
    try store.write(.actionCall(call))
  }

  /// A sound, with level in each frame that it fills to half or more, and its id.
  @discardableResult func sound(
    _ from: Double, _ to: Double, by stream: Int64 = application, kind: AudioSegment.Kind = .speech,
    silentFrames: ClosedRange<Int>? = nil
  ) throws -> Int64 {
    segments += 1
    var segment = AudioSegment(id: segments, streamID: stream, onset: at(from), peakDB: -6, kind: kind)
    segment.offset = at(to)
    try store.write(.audioSegment(segment))
    for frame in Int((from / 10).rounded())..<max(Int((from / 10).rounded()), Int((to / 10).rounded())) {
      if silentFrames?.contains(frame) == true { continue }
      try store.write(.audioLevel(AudioLevel(streamID: stream, time: at(Double(frame) * 10 + 5), levelDB: -20)))
    }
    return segments
  }

  /// An utterance, its sounds, and its id; `begun` is nil where BEGIN was never seen.
  @discardableResult func say(
    _ text: String, queued: Double, begun: Double?, ended: Double? = nil, cancelled: Double? = nil,
    kind: Utterance.Kind = .message, heard: [(Double, Double)] = [], marks: [(Double, String)] = []
  ) throws -> Int64 {
    utterances += 1
    var utterance = Utterance(
      id: utterances, connection: 1, client: "user:orca:main", priority: "message", kind: kind, text: text,
      plainText: text, queuedAt: at(queued))
    utterance.begunAt = begun.map(at)
    utterance.endedAt = ended.map(at)
    utterance.cancelledAt = cancelled.map(at)
    try store.write(.utterance(utterance))
    for (from, to) in heard { try sound(from, to, by: Self.reader) }
    for (time, name) in marks {
      try store.write(.utteranceMark(UtteranceMark(utteranceID: utterances, time: at(time), name: name)))
    }
    return utterances
  }

  func gap(_ source: SourceName, _ from: Double, _ to: Double?) throws {
    try store.write(.gap(Gap(source: source, start: at(from), end: to.map(at), reason: "a hole")))
  }

  /// Ends it and opens it for reports.
  func analysis(isComplete: Bool = true, _ options: Analysis.Options = Analysis.Options()) throws -> Analysis {
    try close(isComplete: isComplete)
    return try Analysis(reading: path, options: options)
  }

  func close(isComplete: Bool = true) throws { try store.close(isComplete: isComplete, commandStatus: 0) }

  /// Ends it and asks a query; every column as text, NULL as "-".
  func ask(_ sql: String, settings: String = "") throws -> [[String]] {
    try close()
    return try Self.ask(path, sql, settings: settings)
  }

  static func ask(_ path: String, _ sql: String, settings: String = "") throws -> [[String]] {
    let file = try TimelineFile(reading: path)
    for query in Queries.all { try file.load(query.sql) }
    if !settings.isEmpty { try file.load("UPDATE parameter SET " + settings) }
    return try file.rows(sql).map { $0.map(text) }
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .null: "-"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob: "blob"
    }
  }

  /// A focus move that is heard to be spoken, an activation, and a callout: what proves a session, over at 4 s.
  func proveItself() throws {
    try version(1, 1, "Around Me", hint: "Hear about places around you")
    try focus(1, 10)
    try say("Around Me push button.", queued: 50, begun: 55, ended: 1300, heard: [(70, 1000)])
    try press(on: 1, 2000)
    try sound(2010, 3500)
  }
}
