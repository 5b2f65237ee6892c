internal import Dispatch
internal import Storage
internal import Synchronization
internal import System
internal import Timeline

/// AT-SPI events of a thousand elements, as fast as a writer takes them.
struct EventStorm {
  /// What was written.
  struct Outcome {
    var seconds: Double
    /// Transactions that held events.
    var batches: Int
  }

  private static let types: [EventType] = [
    "object:state-changed:focused", "object:state-changed:selected", "object:state-changed:showing",
    "object:text-changed:insert", "object:text-caret-moved", "object:property-change:accessible-name",
    "object:property-change:accessible-value", "object:bounds-changed", "object:visible-data-changed",
    "object:children-changed:add",
  ]
  // Well under what the writer's queue holds, so that nothing is refused.
  private static let waitingLimit = TimelineWriter.queueLimit / 2

  let events: [Event]

  /// One event in ten carries one of a thousand texts.
  init(count: Int, seed: UInt64 = 1) {
    var random = SeededGenerator(seed: seed)
    let keys = (1...1000).map {
      ElementKey(busName: ":1.\($0 % 5 + 7)", objectPath: "/org/a11y/atspi/accessible/\($0)")
    }
    let texts = (1...1000).map { "Nearby Marker \($0)" }
    let start = MonotonicTime.now
    events = (0..<count).map { number in
      Event(
        time: start + Int64(number) * 50_000, type: Self.types[Int(random.next() % 10)],
        source: keys[Int(random.next() % 1000)], detail1: Int32(random.next() % 2), detail2: 0,
        anyData: random.next() % 10 == 0 ? texts[Int(random.next() % 1000)] : nil)
    }
  }

  /// Offers every event to a writer of a new file, from the first to the closed and sealed file.
  func write(to path: String) throws -> Outcome {
    let store = try TimelineStore(
      creating: path, session: Session(toolVersion: "bench", recorderProcessID: 1, command: nil))
    let progress = Progress()
    let writer = TimelineWriter(store: store, onCommit: { progress.add($0.count) })
    let sink: any RecordSink = writer
    let begin = MonotonicTime.now
    for (number, event) in events.enumerated() {
      if number % 1000 == 0 { progress.wait { number - $0 < Self.waitingLimit } }
      sink.offer(.event(event), from: .events)
    }
    try writer.close(isComplete: true, commandStatus: nil)
    let seconds = Double(MonotonicTime.now - begin) / 1e9
    guard progress.stored == events.count else {
      throw SystemError("write \(events.count) events: \(progress.stored) were stored", code: 0)
    }
    return Outcome(seconds: seconds, batches: progress.batches)
  }
}

/// How far a writer has come.
private final class Progress: Sendable {
  private let counts = Mutex((stored: 0, batches: 0))
  private let changed = DispatchSemaphore(value: 0)

  var stored: Int { counts.withLock { $0.stored } }
  var batches: Int { counts.withLock { $0.batches } }

  func add(_ count: Int) {
    counts.withLock { $0 = ($0.stored + count, $0.batches + 1) }
    changed.signal()
  }

  func wait(until isSo: (_ stored: Int) -> Bool) { while !isSo(stored) { changed.wait() } }
}
