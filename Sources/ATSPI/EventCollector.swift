internal import DBus
internal import Dispatch
internal import Synchronization
internal import System
public import Timeline

/// Records the AT-SPI events of one application, on a connection of its own to the a11y bus.
///
/// Events are stamped on the receiving thread before anything else; whose they are, and what their elements are, is asked
/// asynchronously. Events of a sender that is not known yet wait for the bus's answer.
public final class EventCollector: Sendable {
  /// Whether a process is part of the recorded application.
  public typealias Scope = @Sendable (_ processID: Int32) -> Bool

  /// Events of a sender that wait for its process to be told, at most.
  static let waitingLimit = 100_000
  /// What a reader itself tells on the bus.
  static let readersClass = "ScreenReader"

  /// What is asked goes by it.
  let bus: BusConnection
  /// What is told comes by it.
  let receiver: SignalReceiver
  let eventNames = Mutex(EventNames())
  let selfTest = SelfTest()
  /// What comes back at the end, behind all that was on its way.
  let barrier = SelfTest()
  let reader: ElementReader
  let lookups: Lookups
  let trees: TreeReader
  let sink: any RecordSink
  let scope: Scope
  let state = Mutex(State())

  /// Connects to the a11y bus; throws where there is none.
  public convenience init(sink: any RecordSink, scope: @escaping Scope) throws(ATSPIError) {
    try self.init(sink: sink, answersWithin: 2, scope: scope)
  }

  /// One that waits so many seconds for each answer of an application.
  init(sink: any RecordSink, answersWithin seconds: Double, scope: @escaping Scope) throws(ATSPIError) {
    do {
      let address = try AccessibilityBus.address()
      bus = try BusConnection(address: address)
      receiver = try SignalReceiver(address: address)
    } catch {
      throw ATSPIError("no a11y bus: \(error)")
    }
    reader = ElementReader(bus: bus, timeoutSeconds: seconds)
    lookups = Lookups(reader)
    trees = TreeReader(reader)
    self.sink = sink
    self.scope = scope
  }

  deinit { receiver.stop() }

  /// Asks for every class of event, and is armed once the registry has confirmed.
  public func start() throws(ATSPIError) {
    lookups.tell(
      .init(
        onAnswer: { [weak self] answer in self?.keep(answer) },
        onSilence: { [weak self] name, since, until in self?.wasSilent(name, since, until) }))
    do {
      for category in ["Object", "Window", "Focus", "Document", "Terminal", "Mouse", Self.readersClass] {
        try receiver.addMatch("type='signal',interface='\(EventType.interfacePrefix)\(category)'")
      }
      try receiver.addMatch("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'")
      try receiver.addMatch("type='signal',interface='\(BusApplications.registry)',member='EventListenerRegistered'")
      try receiver.addMatch("type='signal',interface='\(ToldElements.interface)',member='AddAccessible'")
      receiver.start(
        .init(
          onSignal: { [weak self] in self?.take($0) },
          onClosed: { [weak self] in self?.lost(.events, "the a11y bus has closed the connection") }))
      state.withLock { $0.registry = try? bus.owner(of: BusApplications.registry) }
      for type in Self.eventClasses { try register(type) }
      // A registry without this question has no reader that could be lost either.
      if let others = try? bus.call(
        BusApplications.registry, BusApplications.registryPath, BusApplications.registry, "GetRegisteredEvents")
      {
        state.withLock { $0.listeners.take(registered: others) }
      }
    } catch {
      throw ATSPIError("cannot listen for events: \(error)", advice: "Is at-spi2-registryd running?")
    }
    sink.offer(.source(SourceStatus(.events, armedAt: .now)), from: .events)
  }

  /// To be called when more processes belong to the application: senders found foreign are looked at again.
  public func scopeHasGrown() {
    state.withLock { state in
      state.growths += 1
      for (name, sender) in state.senders { if case .other = sender { state.senders[name] = nil } }
    }
  }

  /// Whether a window of the application is active, and which of its elements has the focus.
  public var focus: (isActive: Bool, element: ElementKey?) { state.withLock { (!$0.activeFrames.isEmpty, $0.focus) } }

  /// Whether the last active window was left less than 50 ms before `time`, and what had the focus then: the key that closes it is told
  /// of after that.
  public func hadFocus(justBefore time: MonotonicTime) -> (isSo: Bool, element: ElementKey?) {
    state.withLock { state in
      guard state.activeFrames.isEmpty, let last = state.lastActive, time - last.until < Self.closingNanoseconds else {
        return (false, nil)
      }
      return (true, last.focus)
    }
  }
  private static let closingNanoseconds: Int64 = .milliseconds(50)

  /// Whether a bus name was found to be the application's.
  public func isRecorded(_ busName: String) -> Bool {
    state.withLock { if case .recorded? = $0.senders[busName] { true } else { false } }
  }

  /// Reads the frames of an application that runs already, to learn whether one is active; returns once they have answered, or
  /// have not for a while.
  public func adopt(_ entry: BusApplications.Entry) {
    resolve(entry.busName, processID: entry.processID)
    guard let frames = try? bus.call(entry.busName, BusApplications.rootPath, BusApplications.accessible, "GetChildren")
    else { return }
    let keys = (frames[0]?.children ?? []).compactMap(ElementReader.key)
    let answered = DispatchSemaphore(value: 0)
    for key in keys {
      reader.read(key, cause: .lookUp) { [weak self] answer in
        self?.keep(answer)
        answered.signal()
      }
    }
    let deadline = DispatchTime.now() + reader.timeoutSeconds
    for _ in keys where answered.wait(timeout: deadline) == .timedOut { break }
    screenChanged()
  }
}
