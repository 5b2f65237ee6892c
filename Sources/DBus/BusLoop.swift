internal import CGIO
internal import Dispatch

/// The one thread on which GIO's own callbacks run: answers of asynchronous calls, and closed connections.
///
/// Filters do not need it: they run on GDBus's worker thread.
final class BusLoop: Sendable {
  static let shared = BusLoop()

  // GMainContext is thread-safe.
  private nonisolated(unsafe) let context = g_main_context_new()
  private let queue = DispatchQueue(label: "GIO callbacks")

  private init() {
    queue.async { [self] in
      g_main_context_push_thread_default(context)
      g_main_loop_run(g_main_loop_new(context, 0))
    }
  }

  /// Runs `work` on the loop's thread, soon.
  func perform(_ work: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Box(work)).toOpaque()
    g_main_context_invoke(
      context,
      { box in
        guard let box else { return 0 }
        Unmanaged<Box<@Sendable () -> Void>>.fromOpaque(box).takeRetainedValue().value()
        return 0
      }, box)
  }
}

/// Carries a value through a C callback's data pointer.
final class Box<Value> {
  let value: Value
  init(_ value: Value) { self.value = value }
}
