internal import DBus
internal import Dispatch
internal import Glibc
internal import System

extension Desk {
  /// Whether a reader runs.
  var isReaderOn: Bool { reader.map { (try? $0.child.wait(until: .after(seconds: 0))) == .some(nil) } ?? false }

  /// Starts the reader, and returns once it listens for the focus.
  func startReader() throws {
    guard !isReaderOn, let bus = accessibilityBus else { return }
    let words: [String]
    switch plan.screenReader {
    case .none, .orca:
      try seedOrca()
      words = [
        "orca", "-u", folders.orca, "--disable=braille", "--disable=braille-monitor",
        "--debug-file=\(folders.log)/orca-debug.log",
      ]
    case .command(let line): words = ["sh", "-c", "exec " + line]
    }
    let changed = DispatchSemaphore(value: 0)
    bus.addFilter { message in
      if message.member == "EventListenerRegistered" { changed.signal() }
      return false
    }
    try bus.addMatch("type='signal',interface='org.a11y.atspi.Registry',member='EventListenerRegistered'")
    let part = try start("the screen reader", words, log: "screen-reader")
    let deadline = Deadline.after(seconds: 40)
    while try !listensForFocus(part, on: bus) {
      // In short waits, since the end of the reader comes by another way than the registry's signal.
      _ = changed.wait(timeout: .now() + .milliseconds(100))
      guard try part.child.wait(until: .after(seconds: 0)) == nil, !deadline.hasPassed else {
        parts.removeAll { $0 === part }
        throw part.failure("does not listen for the focus within 40 s")
      }
    }
    reader = part
  }

  /// Ends the reader, and returns once it is gone.
  func stopReader() {
    guard let part = reader else { return }
    part.child.terminate(within: 5)
    parts.removeAll { $0 === part }
    reader = nil
  }

  private func listensForFocus(_ part: Part, on bus: BusConnection) throws -> Bool {
    let name = "org.a11y.atspi.Registry"
    guard let answer = try? bus.call(name, "/org/a11y/atspi/registry", name, "GetRegisteredEvents") else {
      return false
    }
    for entry in answer[0]?.children ?? [] {
      guard let event = entry[1]?.string?.lowercased(), event.contains("focused"), let owner = entry[0]?.string,
        let id = try? bus.processID(of: owner)
      else { continue }
      if ProcessTable.ancestors(of: id).contains(part.child.processID) { return true }
    }
    return false
  }

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
