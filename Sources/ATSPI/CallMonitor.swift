internal import DBus
internal import Synchronization
public import Timeline

/// Records calls that act on an element (DoAction, GrabFocus, a value that is set) and their replies, by whoever makes them, as a
/// monitor of the a11y bus.
///
/// A toolkit that talks to its clients peer to peer is not seen here (GTK 3 with a usable XDG_RUNTIME_DIR).
public final class CallMonitor: Sendable {
  private struct State {
    var lastID: Int64 = 0
    var open: [Call: ActionCall] = [:]
    var isStopped = false
    // Of the self-test.
    var caller: String?
  }
  /// A call as its reply names it.
  private struct Call: Hashable {
    var caller: String
    var serial: UInt32
  }

  private static let properties = "org.freedesktop.DBus.Properties"
  private static let valueInterface = "org.a11y.atspi.Value"

  private let bus: BusConnection
  let sink: any RecordSink
  let selfTest = SelfTest()
  private let isRecorded: @Sendable (_ busName: String) -> Bool
  private let onActed: @Sendable (ElementKey) -> Void
  private let state = Mutex(State())

  /// Connects to the a11y bus; only calls to bus names of which `isRecorded` says so are kept.
  ///
  /// `onActed` is told of the element after each call was answered.
  public init(
    sink: any RecordSink, isRecorded: @escaping @Sendable (_ busName: String) -> Bool,
    onActed: @escaping @Sendable (ElementKey) -> Void = { _ in }
  ) throws(ATSPIError) {
    do {
      bus = try AccessibilityBus.connect()
    } catch {
      throw ATSPIError("no a11y bus: \(error)")
    }
    self.sink = sink
    self.isRecorded = isRecorded
    self.onActed = onActed
  }

  /// Becomes a monitor; armed once the bus has agreed.
  public func start() throws(ATSPIError) {
    bus.addFilter { [weak self] message in self?.take(message, at: .now) ?? false }
    bus.onClosed { [weak self] in
      guard let self, !state.withLock({ $0.isStopped }) else { return }
      sink.offer(
        .gap(Gap(source: .calls, start: .now, end: nil, reason: "the a11y bus has closed the connection")), from: .calls
      )
    }
    do {
      // A reply cannot be matched by its serial, so all are asked for; none is parsed but those that are waited for.
      try bus.becomeMonitor(rules: [
        "type='method_call',interface='org.a11y.atspi.Action',member='DoAction'",
        "type='method_call',interface='org.a11y.atspi.Component',member='GrabFocus'",
        "type='method_call',interface='\(Self.properties)',member='Set',arg0='\(Self.valueInterface)'",
        "type='method_return'", "type='error'",
      ])
    } catch {
      throw ATSPIError("cannot monitor calls: \(error)")
    }
    sink.offer(.source(SourceStatus(.calls, armedAt: .now)), from: .calls)
  }

  /// Ends recording.
  public func stop() {
    state.withLock { $0.isStopped = true }
    sink.offer(.source(SourceStatus(.calls, endedAt: .now)), from: .calls)
  }

  private func take(_ message: BusMessage, at time: MonotonicTime) -> Bool {
    switch message.kind {
    case .call:
      if ["DoAction", "GrabFocus", "Set"].contains(message.member) { called(message, at: time) }
      return true
    case .reply, .error:
      let call = state.withLock { state -> ActionCall? in
        // The monitor's own answers, and all others, are not waited for here.
        guard !state.open.isEmpty else { return nil }
        return state.open.removeValue(forKey: Call(caller: message.destination, serial: message.replySerial))
      }
      guard var call else { return message.destination != bus.uniqueName }
      call.replyTime = time
      if message.kind == .reply { call.accepted = message.body[0]?.bool } else { call.errorName = message.errorName }
      sink.offer(.actionCall(call), from: .calls)
      onActed(call.target)
      return true
    default: return false
    }
  }

  /// From now on a call from this connection to itself is the self-test's.
  func expect(caller: String) { state.withLock { $0.caller = caller } }

  private func called(_ message: BusMessage, at time: MonotonicTime) {
    if message.sender == message.destination, message.sender == state.withLock({ $0.caller }) {
      return selfTest.arrived()
    }
    guard isRecorded(message.destination) else { return }
    let target = ElementKey(busName: message.destination, objectPath: message.path)
    let body = message.body
    var call = ActionCall(id: 0, time: time, caller: message.sender, target: target, method: message.member)
    switch message.member {
    case "DoAction": call.actionIndex = Int32(truncatingIfNeeded: body[0]?.integer ?? 0)
    case "Set":
      call.method = body[1]?.string ?? ""
      call.value = body[2]?.double
    default: break
    }
    let made = state.withLock { [call] state in
      var call = call
      state.lastID += 1
      call.id = state.lastID
      state.open[Call(caller: message.sender, serial: message.serial)] = call
      return call
    }
    sink.offer(.actionCall(made), from: .calls)
  }
}
