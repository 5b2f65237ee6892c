internal import DBus
internal import Dispatch
internal import Synchronization
internal import Timeline

/// Waits for what the recorder itself has sent, to come back by the way that everything comes.
final class SelfTest: Sendable {
  /// An object of nobody: who listens to everything and asks it what it is, is told at once that there is none.
  static let path = "/org/a11y/atspi/null"
  /// A type of event that nobody waits for: "object:a11y-capture-self-test".
  static let member = "A11yCaptureSelfTest"
  /// The detail of the last one.
  static let end = "end"

  private let arrival = DispatchSemaphore(value: 0)

  /// It has come.
  func arrived() { arrival.signal() }

  /// Waits; throws where it has not come within `seconds`.
  func wait(for what: String, within seconds: Double) throws(ATSPIError) {
    guard arrival.wait(timeout: .now() + seconds) == .success else {
      throw ATSPIError("the recorder did not see \(what) of its own within \(seconds) s")
    }
  }
}

extension EventCollector {
  /// Sends an event of our own over the bus, and waits until it has come back; throws where it has not within `seconds`.
  public func testItself(within seconds: Double) throws(ATSPIError) {
    do {
      try emitOwn("")
    } catch {
      throw ATSPIError("the self-test's event cannot be sent: \(error)")
    }
    try selfTest.wait(for: "an event", within: seconds)
    sink.offer(.source(SourceStatus(.events, selfTestedAt: .now)), from: .events)
  }
}

extension EventCollector {
  /// Sends an event of our own; the bus passes it on behind all that was sent before it.
  func emitOwn(_ detail: String) throws(BusError) {
    let body = Variant.tuple([.string(detail), .int32(0), .int32(0), .variant(.int32(0)), .dictionary([:])])
    try bus.emit(SelfTest.path, EventType.interfacePrefix + "Object", SelfTest.member, body)
    try bus.flush()
  }
}

extension CallMonitor {
  /// Calls DoAction on an object of our own that has none, and waits until the call was seen; throws where it was not.
  public func testItself(within seconds: Double) throws(ATSPIError) {
    let caller: BusConnection
    do {
      caller = try AccessibilityBus.connect()
    } catch {
      throw ATSPIError("the self-test's call cannot be made: \(error)")
    }
    expect(caller: caller.uniqueName)
    // The answer is an error, and of no interest.
    caller.callLater(
      caller.uniqueName, SelfTest.path, "org.a11y.atspi.Action", "DoAction", .tuple([.int32(0)]),
      timeoutSeconds: seconds
    ) { _ in withExtendedLifetime(caller) {} }
    try selfTest.wait(for: "a call", within: seconds)
    sink.offer(.source(SourceStatus(.calls, selfTestedAt: .now)), from: .calls)
  }
}
