internal import Dispatch
internal import Synchronization
internal import Timeline

/// Reads an application's tree breadth first, a few elements at a time, and makes way where the application has something else to do.
final class TreeReader: Sendable {
  /// Where reading ends, whatever is left.
  struct Limits: Sendable {
    var depth = 100
    var childrenOfOne = 2000
    var elements = 20_000
    var seconds = 15.0
  }

  /// What is told while a tree is read.
  struct Handlers: Sendable {
    /// An element, in breadth-first order.
    var onElement: @Sendable (ElementReader.Answer, _ ordinal: Int, _ depth: Int) -> Void
    /// Whether to wait before more is asked.
    var isBusy: @Sendable () -> Bool
    /// It has ended; the text says which limit cut it short.
    var onEnd: @Sendable (_ limitReached: String?) -> Void
  }

  /// Elements that are asked at once.
  private static let inFlightLimit = 6
  private static let waitMilliseconds = 50

  fileprivate struct Reading {
    var seen: Set<ElementKey>
    var level: [ElementKey]
    var answers: [ElementReader.Answer?]
    var next = 0
    var left: Int
    var depth = 0
    var ordinal = 0
    var limitReached: String?
    let limits: Limits
    let deadline: MonotonicTime
    var isOver = false
  }

  private let reader: ElementReader
  private let queue = DispatchQueue(label: "tree reader")

  init(_ reader: ElementReader) { self.reader = reader }

  /// Reads the tree under `root`.
  func read(_ root: ElementKey, limits: Limits = Limits(), _ handlers: Handlers) {
    let deadline = MonotonicTime.now + Int64(limits.seconds * 1e9)
    let reading = Shared(
      Reading(seen: [root], level: [root], answers: [nil], left: 1, limits: limits, deadline: deadline))
    for _ in 0..<Self.inFlightLimit { askNext(reading, handlers) }
  }

  private func askNext(_ reading: Shared<Reading>, _ handlers: Handlers) {
    let key = reading.withLock { reading -> (place: Int, key: ElementKey)? in
      guard !reading.isOver, reading.next < reading.level.count else { return nil }
      defer { reading.next += 1 }
      return (reading.next, reading.level[reading.next])
    }
    guard let (place, key) = key else { return }
    guard !handlers.isBusy() else { return wait(reading, place, key, handlers) }
    ask(reading, place, key, handlers)
  }

  /// The application comes first; its time does not count, but the deadline does.
  private func wait(_ reading: Shared<Reading>, _ place: Int, _ key: ElementKey, _ handlers: Handlers) {
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.waitMilliseconds)) { [self] in
      let isLate = reading.withLock { MonotonicTime.now > $0.deadline }
      if !isLate, handlers.isBusy() { return wait(reading, place, key, handlers) }
      ask(reading, place, key, handlers)
    }
  }

  private func ask(_ reading: Shared<Reading>, _ place: Int, _ key: ElementKey, _ handlers: Handlers) {
    reader.read(key, cause: .snapshot, withChildren: true) { [self] answer in
      let isLevelDone = reading.withLock { reading in
        reading.answers[place] = answer
        reading.left -= 1
        return reading.left == 0
      }
      guard isLevelDone else { return askNext(reading, handlers) }
      queue.async { [self] in endLevel(reading, handlers) }
    }
  }

  private func endLevel(_ reading: Shared<Reading>, _ handlers: Handlers) {
    let (answers, first, depth, isOver, limit) = reading.withLock { reading in
      let (answers, first, depth) = (reading.answers.compactMap(\.self), reading.ordinal, reading.depth)
      reading.descend()
      return (answers, first, depth, reading.isOver, reading.limitReached)
    }
    for (place, answer) in answers.enumerated() { handlers.onElement(answer, first + place, depth) }
    if isOver { return handlers.onEnd(limit) }
    for _ in 0..<Self.inFlightLimit { askNext(reading, handlers) }
  }
}

extension TreeReader.Reading {
  /// Goes on to the children of the level that was read; over where there are none, or a limit is reached.
  fileprivate mutating func descend() {
    if depth == 0, answers.first??.isAnswered != true { limitReached = "the application did not answer" }
    ordinal += level.count
    var below: [ElementKey] = []
    for answer in answers.compactMap(\.self) {
      let children = answer.children ?? []
      if children.count > limits.childrenOfOne {
        limitReached = "an element has \(children.count) children, of which \(limits.childrenOfOne) were read"
      }
      // A tree that comes back to itself is read once.
      for child in children.prefix(limits.childrenOfOne) where seen.insert(child).inserted { below.append(child) }
    }
    if ordinal + below.count > limits.elements {
      limitReached = "more than \(limits.elements) elements"
      below = Array(below.prefix(max(0, limits.elements - ordinal)))
    }
    depth += 1
    if depth > limits.depth, !below.isEmpty {
      limitReached = "deeper than \(limits.depth)"
      below = []
    }
    if MonotonicTime.now > deadline, !below.isEmpty {
      limitReached = "more than \(Int(limits.seconds)) s"
      below = []
    }
    level = below
    answers = Array(repeating: nil, count: below.count)
    next = 0
    left = below.count
    isOver = below.isEmpty
  }
}
