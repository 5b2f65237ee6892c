internal import DBus
internal import Synchronization
internal import Timeline

/// The registry, whom toolkits ask whether anybody listens.
extension EventCollector {
  static let eventClasses = ["object:", "window:", "focus:", "document:", "terminal:", "mouse:"]

  /// Asks for a class of events; throws where the registry does not confirm.
  func register(_ type: String) throws(BusError) {
    _ = try bus.call(
      BusApplications.registry, BusApplications.registryPath, BusApplications.registry, "RegisterEvent",
      Self.registration(of: type))
  }

  // No properties ride along: asking GTK 3 for some of them has made it abort.
  private static func registration(of type: String) -> Variant {
    .tuple([.string(type), .array(of: "s", []), .string("")])
  }

  /// The registry has ended, or another one is there, which knows nothing of who has registered: it is told anew, and the gap ends
  /// once it has confirmed all.
  func registryChanged(owner: String, at time: MonotonicTime) {
    guard !owner.isEmpty else {
      let gap = Gap(
        source: .events, start: time, end: nil, reason: "the a11y registry has ended; toolkits may have fallen silent")
      let isTold = state.withLock { state in
        (state.registry, state.registryGap) = (nil, gap)
        return !state.isStopped
      }
      if isTold { sink.offer(.gap(gap), from: .events) }
      return
    }
    let gap = state.withLock { state in
      state.registry = owner
      defer { state.registryGap = nil }
      return state.registryGap
    }
    guard let gap else { return }
    let left = Shared(Self.eventClasses.count)
    for type in Self.eventClasses {
      bus.callLater(
        owner, BusApplications.registryPath, BusApplications.registry, "RegisterEvent", Self.registration(of: type)
      ) { [weak self] result in
        // What it refuses is not listened for: the gap stays open.
        guard case .success = result, let self else { return }
        let isLast = left.withLock { left in
          left -= 1
          return left == 0
        }
        guard isLast, !state.withLock({ $0.isStopped }) else { return }
        var ended = gap
        ended.end = .now
        sink.offer(.gap(ended), from: .events)
      }
    }
  }
}
