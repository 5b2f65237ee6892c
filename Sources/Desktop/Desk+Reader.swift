internal import DBus
internal import Glibc
internal import System

extension Desk {
  /// Whether a reader runs.
  var isReaderOn: Bool { reader.map { !$0.hasEnded } ?? false }

  /// Starts the reader, and returns once it listens for the focus.
  func startReader() throws {
    guard !isReaderOn, let bus = accessibilityBus, let registered = listenerRegistered else { return }
    stopReader()
    try setStatus("ScreenReaderEnabled", true)
    let part = try start("the screen reader", try readerWords(), log: "screen-reader")
    reader = part
    do {
      let deadline = Deadline.after(seconds: 40)
      while listenersForFocus(of: part, on: bus).isEmpty {
        let found = try pollDescriptors(
          [(registered.number, .read), (part.child.ended.number, .read), (stop.descriptor.number, .read)],
          until: deadline)
        try checkStop()
        guard found[0].contains(.read) else { throw part.failure("does not listen for the focus within 40 s") }
        _ = try registered.readSome()
      }
    } catch {
      stopReader()
      throw error
    }
  }

  /// Ends the reader and what it has started, and returns once the bus knows that it is gone.
  func stopReader() {
    guard let part = reader else { return }
    let names = accessibilityBus.map { listenersForFocus(of: part, on: $0) } ?? []
    // Orca takes half a second, and for ever where it was still coming up.
    part.end(within: 2) { for name in names { self.wake(name) } }
    parts.removeAll { $0 === part }
    reader = nil
    // The bus loses its connection a moment after the process.
    let deadline = Deadline.after(seconds: 2)
    while let bus = accessibilityBus, !deadline.hasPassed,
      names.contains(where: { (try? bus.processID(of: $0)) != nil })
    {}
    try? setStatus("ScreenReaderEnabled", false)
  }

  /// Lets a reader written in Python, as Orca is, notice the signal by an event that tells it nothing and goes to nobody else.
  ///
  /// It waits in C, and looks for signals only when an event makes it run a line of its own.
  private func wake(_ listener: String) {
    let empty = Variant.tuple([
      .string(""), .int32(0), .int32(0), .variant(.string("")), .array(of: "{sv}", []),
    ])
    try? accessibilityBus?.emit(
      "/org/a11y/atspi/accessible/root", "org.a11y.atspi.Event.Window", "Deactivate", empty, to: listener)
  }

  private func readerWords() throws -> [String] {
    try seedOrca()
    switch plan.screenReader {
    case .none, .orca:
      return [
        "orca", "-u", folders.orca, "--disable=braille", "--disable=braille-monitor",
        "--debug-file=\(folders.log)/orca-debug.log",
      ]
    case .command(let line): return ["sh", "-c", "exec " + line]
    }
  }

  /// The bus names by which a part, or what it has started, is registered for focus events.
  private func listenersForFocus(of part: Part, on bus: BusConnection) -> Set<String> {
    let name = "org.a11y.atspi.Registry"
    let answer = try? bus.call(name, "/org/a11y/atspi/registry", name, "GetRegisteredEvents")
    let listeners = (answer?[0]?.children ?? []).filter { $0[1]?.string?.lowercased().contains("focused") == true }
    return Set(listeners.compactMap { $0[0]?.string }).filter { listener in
      guard let id = try? bus.processID(of: listener) else { return false }
      return ProcessTable.ancestors(of: id).contains(part.child.processID)
    }
  }

  /// Orca's settings, where it looks for them itself too, so that another build of it finds them.
  private func seedOrca() throws {
    guard !plan.hasKeyEcho else { return }
    try Folders.write(
      """
      {"general": {"enableKeyEcho": false},
       "profiles": {"default": {"profile": ["Default", "default"], "enableKeyEcho": false}},
       "pronunciations": {}, "keybindings": {}}
      """, to: folders.orca + "/user-settings.conf")
  }
}
