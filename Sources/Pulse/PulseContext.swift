internal import CPulse
internal import Dispatch

// @unchecked: libpulse is used under its mainloop's lock alone, and the stored callbacks are set under that lock too.
/// A connection to a PulseAudio server, or to PipeWire's stand-in for one.
///
/// Callbacks run on libpulse's own thread, and must not wait for it.
public final class PulseContext: @unchecked Sendable {
  let loop: OpaquePointer
  let handle: OpaquePointer
  private var lostHandler: (@Sendable (String) -> Void)?
  private var sinkInputHandler: (@Sendable (SinkInputChange) -> Void)?
  private let settled = DispatchSemaphore(value: 0)
  private var isReady = false
  private var failure: String?

  /// Something that happened to a stream that plays into a sink.
  public enum SinkInputChange: Sendable {
    case new(index: UInt32)
    case changed(index: UInt32)
    case removed(index: UInt32)
  }

  /// Connects to `server`, or where nil to the one that the environment names, without starting one.
  public init(name: String, server: String? = nil, within seconds: Double = 5) throws(PulseError) {
    guard let loop = pa_threaded_mainloop_new(), let handle = pa_context_new(pa_threaded_mainloop_get_api(loop), name)
    else {
      throw PulseError("use libpulse", reason: "out of memory")
    }
    self.loop = loop
    self.handle = handle
    let target = "connect to the sound server" + (server.map { " at \($0)" } ?? "")
    pa_context_set_state_callback(handle, { _, me in PulseContext.from(me)?.stateChanged() }, pointer)
    let begun = pa_context_connect(handle, server, PA_CONTEXT_NOAUTOSPAWN, nil)
    let reason = String(cString: pa_strerror(pa_context_errno(handle)))
    pa_threaded_mainloop_start(loop)
    let inTime = begun >= 0 && settled.wait(timeout: .now() + seconds) == .success
    let ready = locked { isReady }
    guard inTime, ready else {
      // What was made so far is taken down by deinit.
      let why = begun < 0 ? reason : locked { failure } ?? "no answer within \(seconds) s"
      throw PulseError(target, reason: why, advice: "Is one running? PULSE_SERVER names another")
    }
  }

  deinit {
    locked {
      pa_context_set_state_callback(handle, nil, nil)
      pa_context_set_subscribe_callback(handle, nil, nil)
      pa_context_disconnect(handle)
      pa_context_unref(handle)
    }
    guard pa_threaded_mainloop_in_thread(loop) != 0 else {
      pa_threaded_mainloop_stop(loop)
      pa_threaded_mainloop_free(loop)
      return
    }
    // A handler held the last reference, and no thread can wait for its own end.
    let address = UInt(bitPattern: loop)
    DispatchQueue.global().async {
      let loop = OpaquePointer(bitPattern: address)
      pa_threaded_mainloop_stop(loop)
      pa_threaded_mainloop_free(loop)
    }
  }

  /// Calls `action` once if the server goes away, with the reason.
  public func onLost(_ action: @escaping @Sendable (String) -> Void) { locked { lostHandler = action } }

  /// Calls `action` for each stream that begins to play into a sink, changes, or ends.
  public func onSinkInputChange(_ action: @escaping @Sendable (SinkInputChange) -> Void) throws(PulseError) {
    locked {
      sinkInputHandler = action
      pa_context_set_subscribe_callback(
        handle, { _, event, index, me in PulseContext.from(me)?.sinkInputChanged(event, index) }, pointer)
    }
    try perform("listen for streams") { done in
      pa_context_subscribe(handle, PA_SUBSCRIPTION_MASK_SINK_INPUT, PulseContext.successCallback, done)
    }
  }

  /// Makes the server load a module, and gives its index.
  public func loadModule(_ name: String, _ arguments: String) throws(PulseError) -> UInt32 {
    let index: UInt32? = try ask("load \(name) \(arguments)") { answer in
      pa_context_load_module(
        handle, name, arguments, { _, index, answer in Answer<UInt32>.complete(answer, index) }, answer)
    }
    guard let index, index != UInt32.max else {
      throw PulseError(
        "load \(name) \(arguments)", reason: locked { String(cString: pa_strerror(pa_context_errno(handle))) })
    }
    return index
  }

  /// Makes the server unload a module.
  public func unloadModule(_ index: UInt32) throws(PulseError) {
    try perform("unload module \(index)") { done in
      pa_context_unload_module(handle, index, PulseContext.successCallback, done)
    }
  }

  // MARK: - For the other files of this module

  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  func locked<Result>(_ body: () -> Result) -> Result {
    // On libpulse's own thread the lock is held already.
    if pa_threaded_mainloop_in_thread(loop) != 0 { return body() }
    pa_threaded_mainloop_lock(loop)
    defer { pa_threaded_mainloop_unlock(loop) }
    return body()
  }

  /// Starts an operation whose callback completes `Answer`, and waits for it outside the lock.
  func ask<Value: Sendable>(
    _ what: String, _ start: (UnsafeMutableRawPointer) -> OpaquePointer?
  ) throws(PulseError) -> Value? {
    let answer = Answer<Value>()
    let operation = locked { start(Unmanaged.passRetained(answer).toOpaque()) }
    guard let operation else { throw PulseError(what, reason: "the connection is gone") }
    let inTime = answer.done.wait(timeout: .now() + 5) == .success
    locked { pa_operation_unref(operation) }
    guard inTime else { throw PulseError(what, reason: "no answer within 5 s") }
    return answer.value
  }

  func perform(_ what: String, _ start: (UnsafeMutableRawPointer) -> OpaquePointer?) throws(PulseError) {
    let worked: Int32? = try ask(what, start)
    guard let worked, worked != 0 else {
      throw PulseError(what, reason: locked { String(cString: pa_strerror(pa_context_errno(handle))) })
    }
  }

  static let successCallback: pa_context_success_cb_t = { _, worked, answer in Answer<Int32>.complete(answer, worked) }

  static func from(_ pointer: UnsafeMutableRawPointer?) -> PulseContext? {
    pointer.map { Unmanaged<PulseContext>.fromOpaque($0).takeUnretainedValue() }
  }

  private func stateChanged() {
    switch pa_context_get_state(handle) {
    case PA_CONTEXT_READY:
      isReady = true
      settled.signal()
    case PA_CONTEXT_FAILED:
      failure = String(cString: pa_strerror(pa_context_errno(handle)))
      if !isReady { settled.signal() }
      lostHandler?(failure ?? "")
      lostHandler = nil
    default: break
    }
  }

  private func sinkInputChanged(_ event: pa_subscription_event_type_t, _ index: UInt32) {
    guard event.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue == PA_SUBSCRIPTION_EVENT_SINK_INPUT.rawValue
    else { return }
    switch event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue {
    case PA_SUBSCRIPTION_EVENT_NEW.rawValue: sinkInputHandler?(.new(index: index))
    case PA_SUBSCRIPTION_EVENT_REMOVE.rawValue: sinkInputHandler?(.removed(index: index))
    default: sinkInputHandler?(.changed(index: index))
    }
  }
}

/// What an operation's callback brings to whoever waits for it.
// @unchecked: `value` is written before `done` is signalled, and read after it.
final class Answer<Value: Sendable>: @unchecked Sendable {
  let done = DispatchSemaphore(value: 0)
  var value: Value?

  /// Completes the answer behind a callback's data pointer, once.
  static func complete(_ pointer: UnsafeMutableRawPointer?, _ value: Value?) {
    guard let pointer else { return }
    let answer = Unmanaged<Answer<Value>>.fromOpaque(pointer).takeRetainedValue()
    answer.value = value
    answer.done.signal()
  }

  /// The answer behind a callback's data pointer, which more calls will follow for.
  static func peek(_ pointer: UnsafeMutableRawPointer?) -> Answer<Value>? {
    pointer.map { Unmanaged<Answer<Value>>.fromOpaque($0).takeUnretainedValue() }
  }
}
