internal import Timeline

/// Says when another screen has settled: the application has changed it, and neither that nor the person has gone on since.
///
/// Other events do not count: an animation tells of bounds without end.
struct ScreenWatch {
  /// So long nothing of that must come.
  static let quietNanoseconds: Int64 = .milliseconds(500)
  /// So far two snapshots of one application are apart at least.
  static let distanceNanoseconds: Int64 = .milliseconds(3000)

  /// Applications whose screen changed since it was last read.
  private var changed: Set<String> = []
  private var lastChange: [String: MonotonicTime] = [:]
  private var lastRead: [String: MonotonicTime] = [:]
  // Any act on any application: the person comes first.
  private var lastAct = MonotonicTime(nanoseconds: .min / 2)
  /// Whether somebody looks again later.
  var isWatched = false

  /// Takes note of an event.
  mutating func take(_ event: Event) {
    guard event.changesScreen || event.isFocus else { return }
    lastChange[event.source.busName] = event.time
    if event.changesScreen { changed.insert(event.source.busName) }
  }

  /// A key or button was pressed.
  mutating func acted(at time: MonotonicTime) { lastAct = max(lastAct, time) }

  /// The application's screen is to be read, whatever it told.
  mutating func wantsReading(of busName: String) { changed.insert(busName) }

  /// Reading it has brought nothing, and need not be waited for.
  mutating func wasNotRead(of busName: String) { lastRead[busName] = nil }

  /// Whether the application has something else to do now.
  func isBusy(_ busName: String, at time: MonotonicTime) -> Bool {
    time - max(lastAct, lastChange[busName] ?? lastAct) < Self.quietNanoseconds
  }

  /// The applications that can be read now, which are then no longer changed, and whether others wait.
  mutating func due(at time: MonotonicTime) -> (names: [String], othersWait: Bool) {
    let names = changed.filter { name in
      !isBusy(name, at: time) && lastRead[name].map { time - $0 >= Self.distanceNanoseconds } ?? true
    }
    changed.subtract(names)
    for name in names { lastRead[name] = time }
    return (names.sorted(), !changed.isEmpty)
  }

  /// An application that has left.
  mutating func forget(_ busName: String) {
    changed.remove(busName)
    lastChange[busName] = nil
    lastRead[busName] = nil
  }
}
