internal import Storage
internal import System
internal import Timeline

/// A made-up session of steady work: every six seconds the focus moves on, the reader says where it is, a button is
/// pressed, and the application answers by a callout; now and then the reader talks over it.
struct HourSession {
  let minutes: Int
  private var rounds: Int { minutes * 10 }
  private static let period: Int64 = .milliseconds(6000)
  private static let elements = 40

  init(minutes: Int) { self.minutes = minutes }

  var summary: String { "\(rounds) focus moves, activations and callouts, \(2 * rounds) utterances" }

  func write(to path: String) throws {
    let store = try TimelineStore(
      creating: path, session: Session(toolVersion: "bench", recorderProcessID: 1, command: nil))
    var writer = HourWriter(store)
    try writer.begin(elements: Self.elements)
    for round in 0..<rounds {
      try writer.move(to: round % Self.elements, at: Int64(round) * Self.period)
      try writer.activate(
        round % Self.elements, at: Int64(round) * Self.period + .milliseconds(2500), isTalkedOver: round % 10 == 0)
    }
    try store.close(isComplete: true, commandStatus: nil)
  }
}

/// Writes what would have been seen.
private struct HourWriter {
  private let store: TimelineStore
  private var (utterances, segments): (Int64, Int64) = (0, 0)

  init(_ store: TimelineStore) { self.store = store }

  private func at(_ nanoseconds: Int64) -> MonotonicTime { store.start + nanoseconds }
  private func element(_ number: Int) -> ElementKey {
    ElementKey(busName: ":1.7", objectPath: "/org/a11y/atspi/accessible/\(number)")
  }

  mutating func begin(elements: Int) throws {
    for source in [SourceName.events, .keys, .calls, .speech, .applicationAudio, .readerAudio] {
      try store.write(.source(SourceStatus(source, armedAt: at(-.milliseconds(100)))))
    }
    try store.write(.application(Application(busName: ":1.7", name: "app", processID: 42, firstSeen: at(0))))
    for (id, role) in [(1, AudioStream.Role.application), (2, .reader)] as [(Int64, AudioStream.Role)] {
      try store.write(
        .audioStream(AudioStream(id: id, role: role, route: .sinkMonitor, rateHz: 48_000, openedAt: at(0))))
    }
    for number in 0..<elements {
      var version = ElementVersion(key: element(number), time: at(0))
      version.role = "push button"
      version.name = "Marker \(number)"
      version.description = "Hear about marker \(number)"
      version.actions = ["click"]
      try store.write(.element(version))
    }
  }

  mutating func move(to number: Int, at time: Int64) throws {
    try press("Tab", on: number, at: time)
    for (type, detail) in [("object:state-changed:focused", 1), ("object:text-caret-moved", 0)] as [(EventType, Int32)]
    {
      try store.write(
        .event(
          Event(
            time: at(time + .milliseconds(3)), type: type, source: element(number), detail1: detail, detail2: 0,
            anyData: nil)))
    }
    try say("Marker \(number) push button.", from: time + .milliseconds(60), to: time + .milliseconds(1500))
  }

  mutating func activate(_ number: Int, at time: Int64, isTalkedOver: Bool) throws {
    try press("Return", on: number, at: time)
    let second = time + .milliseconds(isTalkedOver ? 400 : 3000)
    try say("Hear about marker \(number)", from: second, to: second + .milliseconds(450))
    try sound(1, time + .milliseconds(60), time + .milliseconds(260))
    try sound(1, time + .milliseconds(300), time + .milliseconds(2200))
  }

  private func press(_ key: String, on number: Int, at time: Int64) throws {
    for isPress in [true, false] {
      try store.write(
        .input(
          Input(
            time: at(time + (isPress ? 0 : .milliseconds(40))), isPress: isPress, keyName: key, modifiers: 0,
            focus: element(number))))
    }
  }

  private mutating func say(_ text: String, from: Int64, to: Int64) throws {
    utterances += 1
    var utterance = Utterance(
      id: utterances, connection: 1, client: "user:orca:main", priority: "message", kind: .message, text: text,
      plainText: text, queuedAt: at(from - .milliseconds(50)))
    utterance.begunAt = at(from - .milliseconds(10))
    utterance.endedAt = at(to + .milliseconds(300))
    try store.write(.utterance(utterance))
    var mark = 0
    for word in text.split(separator: " ") {
      let (begin, end) = (mark, mark + word.count)
      mark = end + 1
      try store.write(
        .utteranceMark(
          UtteranceMark(
            utteranceID: utterances, time: at(from + (to - from) * Int64(begin) / Int64(text.count)),
            name: "\(begin):\(end)")))
    }
    try sound(2, from, to)
  }

  private mutating func sound(_ stream: Int64, _ from: Int64, _ to: Int64) throws {
    segments += 1
    var segment = AudioSegment(
      id: segments, streamID: stream, onset: at(from), peakDB: -6, kind: stream == 2 ? .speech : .other)
    segment.offset = at(to)
    try store.write(.audioSegment(segment))
    for frame in from / AudioLevel.frameNanoseconds..<to / AudioLevel.frameNanoseconds {
      try store.write(
        .audioLevel(AudioLevel(streamID: stream, time: at(frame * AudioLevel.frameNanoseconds), levelDB: -20)))
    }
  }
}
