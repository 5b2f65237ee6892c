internal import DBus
internal import Synchronization
internal import Timeline

/// Presses of the pointer's buttons, with the element that was hit.
extension EventCollector {
  /// Steps from a frame down to the element that was hit, at most.
  private static let depthLimit = 32

  /// Takes an event of the registry, "mouse:button:1p", whose details are a place on the screen: kept where a window of the
  /// application is active, and one of its elements lies there.
  func pointerMoved(_ event: Event) {
    let what = event.type.rawValue.dropFirst("mouse:button:".count)
    guard let button = Int(what.dropLast()), let last = what.last, "pr".contains(last) else { return }
    if last == "p" { acted(at: event.time) }
    let (frames, focus) = state.withLock { ($0.activeFrames, $0.focus) }
    for frame in frames {
      hit(frame, x: event.detail1, y: event.detail2, depth: 0) { [weak self] found in
        // What is hit is within the frame, or nothing is: another window may lie there.
        guard let self, let found else { return }
        let isNew = state.withLock { $0.asked.insert(found).inserted }
        if isNew { lookups.ask(found, isUrgent: true) }
        let input = Input(time: event.time, isPress: last == "p", button: button, hit: found, focus: focus)
        sink.offer(.input(input), from: .keys)
        if last == "r" { readBack(found) }
      }
    }
  }

  /// GTK 3 names the child that lies there, GTK 4 the innermost element at once: each is asked until it names itself or none.
  private func hit(
    _ key: ElementKey, x: Int32, y: Int32, depth: Int, _ completion: @escaping @Sendable (ElementKey?) -> Void
  ) {
    let body = Variant.tuple([.int32(x), .int32(y), .uint32(0)])
    bus.callLater(
      key.busName, key.objectPath, "org.a11y.atspi.Component", "GetAccessibleAtPoint", body,
      timeoutSeconds: reader.timeoutSeconds
    ) { [weak self] result in
      let found = (try? result.get())?[0].flatMap(ElementReader.key)
      guard let found, found != key, found.objectPath != SelfTest.path, depth < Self.depthLimit else {
        return completion(depth == 0 ? nil : key)
      }
      self?.hit(found, x: x, y: y, depth: depth + 1, completion)
    }
  }
}
