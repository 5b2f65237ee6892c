internal import Synchronization
internal import Timeline

/// Asks elements what they are, few at a time: an application under a storm of events has better things to do, and one that
/// hangs is not to be asked again and again.
///
/// Each element is asked once at a time; asked for meanwhile, it is asked once more after that. What is urgent, as the focus,
/// goes before all else. An application that does not answer is asked one question after another until it does.
final class Lookups: Sendable {
  /// Elements of one application that are asked at once.
  private static let inFlightLimit = 8
  /// Elements of one application that wait at most.
  private static let waitingLimit = 20_000

  fileprivate struct Queue {
    var urgent: [ElementKey] = []
    var waiting: [ElementKey] = []
    var next = 0
    var inFlight: Set<ElementKey> = []
    // Of those in flight or waiting: asked for again while asked.
    var again: Set<ElementKey> = []
    var isWaiting: Set<ElementKey> = []
    var silentSince: MonotonicTime?
    var refused = 0
  }

  /// Who is told of what comes of asking.
  struct Handlers: Sendable {
    /// An element has answered, or refused to.
    var onAnswer: @Sendable (ElementReader.Answer) -> Void
    /// An application has stopped answering; and once more, with its end, when it goes on.
    var onSilence: @Sendable (_ busName: String, _ since: MonotonicTime, _ until: MonotonicTime?) -> Void
  }

  private let reader: ElementReader
  private let queues = Mutex<[String: Queue]>([:])
  private let handlers = Mutex<Handlers?>(nil)

  init(_ reader: ElementReader) { self.reader = reader }

  /// From now on `handlers` are told.
  func tell(_ handlers: Handlers) { self.handlers.withLock { $0 = handlers } }

  /// Asks an element, now or in its turn.
  func ask(_ key: ElementKey, isUrgent: Bool = false) {
    queues.withLock { queues in
      var queue = queues[key.busName] ?? Queue()
      defer { queues[key.busName] = queue }
      if queue.inFlight.contains(key) {
        queue.again.insert(key)
      } else if isUrgent {
        if !queue.urgent.contains(key) { queue.urgent.append(key) }
      } else if queue.waiting.count - queue.next >= Self.waitingLimit {
        queue.refused += 1
      } else if queue.isWaiting.insert(key).inserted {
        queue.waiting.append(key)
      }
    }
    askMore(of: key.busName)
  }

  /// Forgets an application that has left, or at the end; gives how many of its elements could not be asked, and since when it has
  /// not answered, nil where it did.
  func forget(_ busName: String) -> (refused: Int, silentSince: MonotonicTime?) {
    let queue = queues.withLock { $0.removeValue(forKey: busName) }
    return (queue?.refused ?? 0, queue?.silentSince)
  }

  /// Bus names of which elements wait or are asked.
  var busNames: [String] { queues.withLock { Array($0.keys) } }

  private func askMore(of busName: String) {
    while let key = queues.withLock({ $0[busName]?.take(atMost: Self.inFlightLimit) }) {
      let asked = MonotonicTime.now
      reader.read(key, cause: .lookUp) { [weak self] answer in self?.take(answer, askedAt: asked) }
    }
  }

  private func take(_ answer: ElementReader.Answer, askedAt asked: MonotonicTime) {
    let key = answer.version.key
    let waited = answer.version.time - asked
    // An error comes at once; only who says nothing lets the time pass.
    let isSilent = !answer.isAnswered && waited >= Int64(reader.timeoutSeconds * 0.9e9)
    let (isKnown, told, silence) = queues.withLock { queues -> (Bool, Bool, (MonotonicTime, MonotonicTime?)?) in
      guard var queue = queues[key.busName] else { return (false, false, nil) }
      defer { queues[key.busName] = queue }
      queue.inFlight.remove(key)
      if queue.again.remove(key) != nil { queue.urgent.append(key) }
      if isSilent {
        if !queue.urgent.contains(key) { queue.urgent.append(key) }
        guard queue.silentSince == nil else { return (true, false, nil) }
        queue.silentSince = asked
        return (true, false, (asked, nil))
      }
      guard let since = queue.silentSince else { return (true, true, nil) }
      queue.silentSince = nil
      return (true, true, (since, answer.version.time))
    }
    guard isKnown else { return }
    let handlers = handlers.withLock { $0 }
    if let (since, until) = silence { handlers?.onSilence(key.busName, since, until) }
    if told { handlers?.onAnswer(answer) }
    askMore(of: key.busName)
  }
}

extension Lookups.Queue {
  /// The next element to be asked; nil where none waits, or enough are being asked.
  fileprivate mutating func take(atMost limit: Int) -> ElementKey? {
    guard inFlight.count < (silentSince == nil ? limit : 1) else { return nil }
    if let key = urgent.first(where: { !inFlight.contains($0) }) {
      urgent.removeAll { $0 == key }
      // Asked now, it need not be asked again in its turn.
      isWaiting.remove(key)
      inFlight.insert(key)
      return key
    }
    while next < waiting.count {
      let key = waiting[next]
      next += 1
      if next > 1024, next * 2 > waiting.count {
        waiting.removeFirst(next)
        next = 0
      }
      guard isWaiting.remove(key) != nil, !inFlight.contains(key) else { continue }
      inFlight.insert(key)
      return key
    }
    return nil
  }
}
