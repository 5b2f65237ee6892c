import ATSPIProvider
import Glibc
import Synchronization
import System

/// The application: one loop over keys, signals and what other threads have to say.
final class SoundscapeApp {
  /// How it behaves.
  struct Options {
    var style = Style.plain
    var usesCodedEarcon = false
    var textSeed = 0
  }

  /// What other threads bring into the loop.
  enum Message: Sendable {
    case activate(Int)
    case focus(Int)
    case callout(Int, CalloutPlayer.Progress)
  }

  private static let reclaimSeconds = 0.15
  private static let frameID = 1
  private static let barID = 2

  private let options: Options
  private let truth: Truth?
  private let terminal: Terminal
  private let signals: Signals
  private let mailbox: Mailbox
  private let player: CalloutPlayer?
  private let hush: Hush?
  private let provider: Provider?
  private var screen = HomeScreen()
  private var keys = KeyReader()
  private var isClaimed = false
  private var reportsFocus = false
  private var claimAt: Deadline?
  private var playing: Int?
  private var callouts = 0

  init(_ options: Options, truth: Truth?) throws(SystemError) {
    self.options = options
    self.truth = truth
    signals = try Signals([SIGINT, SIGTERM, SIGHUP, SIGWINCH])
    Signals.ignoreBrokenPipes()
    terminal = try Terminal()
    let mailbox = try Mailbox()
    self.mailbox = mailbox
    var notices: [String] = []
    player = SoundscapeApp.attempt(&notices) { try CalloutPlayer(usesCodedEarcon: options.usesCodedEarcon) }
    hush = options.style == .hush ? SoundscapeApp.attempt(&notices) { try Hush() } : nil
    let handlers = Provider.Handlers(
      onAction: { id, _ in
        guard let index = SoundscapeApp.index(of: id) else { return false }
        mailbox.post(.activate(index))
        return true
      },
      onGrabFocus: { id in
        guard let index = SoundscapeApp.index(of: id) else { return false }
        mailbox.post(.focus(index))
        return true
      })
    provider = SoundscapeApp.attempt(&notices) {
      try Provider(name: "soundscape-tui", elements: SoundscapeApp.elements, handlers: handlers)
    }
    screen.notice = notices.joined(separator: "; ")
    provider?.focus(SoundscapeApp.id(of: 0), isTold: false)
  }

  /// Runs until the person leaves; the exit status.
  func run() -> Int32 {
    truth?.tell("start", [("style", options.style.rawValue)], [("pid", Int64(getpid()))])
    draw()
    var status: Int32 = 0
    while true {
      let found = try? pollDescriptors(
        [(STDIN_FILENO, .read), (signals.descriptor.number, .read), (mailbox.descriptor.number, .read)],
        until: claimAt ?? .never)
      guard let found else { break }
      if let due = claimAt, due.hasPassed { claim() }
      if !found[0].isEmpty, !readKeys() { break }
      if !found[1].isEmpty, let number = handleSignals() {
        status = 128 + number
        break
      }
      for message in mailbox.take() { handle(message) }
    }
    leave()
    return status
  }

  // MARK: - What comes in

  private func readKeys() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    for key in keys.add(Array(buffer[..<count])) {
      switch key {
      case .focusGained:
        reportsFocus = true
        // The terminal's own events are to be out of the way first.
        claimAt = .after(seconds: Self.reclaimSeconds)
      case .focusLost:
        reportsFocus = true
        release()
      case .next: move(by: 1)
      case .previous: move(by: -1)
      case .activate:
        claimUnlessReported()
        activate(screen.focused, via: "key")
      case .leave: return false
      case .other: claimUnlessReported()
      }
    }
    return true
  }

  private func handleSignals() -> Int32? {
    while let signal = signals.next() {
      guard signal.number == SIGWINCH else { return signal.number }
      draw()
    }
    return nil
  }

  private func handle(_ message: Message) {
    switch message {
    case .activate(let index): activate(index, via: "action")
    case .focus(let index): move(to: index)
    case .callout(let number, let progress): handle(progress, ofCallout: number)
    }
  }

  // MARK: - What it does

  private func move(by step: Int) {
    claimUnlessReported()
    move(to: (screen.focused + step + CalloutButton.all.count) % CalloutButton.all.count)
  }

  private func move(to index: Int) {
    screen.focused = index
    draw()
    truth?.tell("focus", [("id", CalloutButton.all[index].accessibleID), ("name", screen.names[index])])
    provider?.focus(Self.id(of: index), isTold: isClaimed)
  }

  private func activate(_ index: Int, via: String) {
    let button = CalloutButton.all[index]
    truth?.tell("activation", [("id", button.accessibleID), ("via", via)])
    // Before anything is heard.
    if let hush {
      hush.silence()
      truth?.tell("hush")
    }
    if let before = playing { finish(before) }
    callouts += 1
    playing = index
    let number = callouts
    let text = button.callouts[(options.textSeed + number + index) % button.callouts.count]
    player?.play(text, delayMilliseconds: options.style.delayMilliseconds) { [mailbox] in
      mailbox.post(.callout(number, $0))
    }
    truth?.tell("play", [("id", button.accessibleID), ("text", text)], [("callout", Int64(number))])
    provider?.set(.pressed, true, of: Self.id(of: index))
    if options.style != .hush { rename(index, button.name + ", speaking") }
    screen.status = "Speaking: \(button.name)"
    draw()
    if player == nil { finish(index) }
  }

  private func handle(_ progress: CalloutPlayer.Progress, ofCallout number: Int) {
    let which = [("callout", Int64(number))]
    switch progress {
    case .earconHeard(let nanoseconds):
      truth?.tell("earcon", at: nanoseconds, [], which + [("frames", Int64(player?.earconFrames ?? 0))])
    case .speechQueued(let frame, let count):
      truth?.tell("speech", [], which + [("after_frames", Int64(frame)), ("frames", Int64(count))])
    case .ended, .cut:
      truth?.tell(progress.isCut ? "cut" : "ended", [], which)
      // One that was cut has been finished by its successor.
      guard number == callouts, let index = playing else { return }
      finish(index)
    }
  }

  private func finish(_ index: Int) {
    playing = nil
    provider?.set(.pressed, false, of: Self.id(of: index))
    if options.style != .hush { rename(index, CalloutButton.all[index].name) }
    screen.status = "Ready"
    draw()
  }

  private func rename(_ index: Int, _ name: String) {
    screen.names[index] = name
    truth?.tell("rename", [("id", CalloutButton.all[index].accessibleID), ("name", name)])
    provider?.rename(Self.id(of: index), name)
  }

  // MARK: - The terminal's focus

  private func claimUnlessReported() { if !isClaimed, !reportsFocus { claim() } }

  private func claim() {
    claimAt = nil
    guard !isClaimed else { return }
    isClaimed = true
    truth?.tell("claim")
    provider?.claim(frame: Self.frameID)
    truth?.tell(
      "focus", [("id", CalloutButton.all[screen.focused].accessibleID), ("name", screen.names[screen.focused])])
  }

  private func release() {
    claimAt = nil
    guard isClaimed else { return }
    isClaimed = false
    truth?.tell("release")
    provider?.release(frame: Self.frameID)
  }

  private func leave() {
    player?.stop()
    release()
    provider?.leave()
    Terminal.restore()
    truth?.tell("quit")
  }

  private func draw() { terminal.draw(screen.picture(terminal.size)) }
}

extension SoundscapeApp {
  private static func id(of index: Int) -> Int { barID + 1 + index }
  private static func index(of id: Int) -> Int? {
    CalloutButton.all.indices.contains(id - barID - 1) ? id - barID - 1 : nil
  }

  /// Frame, bar, and the four buttons.
  ///
  /// The extents count a cell as 8 by 16 pixels from the frame's corner: where the terminal has put its letters, no
  /// terminal program can know.
  private static var elements: [ProviderElement] {
    let frame = ProviderElement(
      id: frameID, parentID: 0, role: .frame, name: "Soundscape", extents: .init(width: 640, height: 384))
    let bar = ProviderElement(
      id: barID, parentID: frameID, role: .panel, name: "Callouts", accessibleID: "bar-callouts",
      extents: .init(y: 304, width: 640, height: 80))
    let buttons = CalloutButton.all.enumerated().map { index, button in
      ProviderElement(
        id: id(of: index), parentID: barID, role: .pushButton, name: button.name, description: button.hint,
        accessibleID: button.accessibleID, attributes: ["starts-media-session": "true", "plays-sound": "true"],
        states: [.focusable], actions: ["click"],
        extents: .init(x: Int32(8 + index * 152), y: 336, width: 128, height: 16))
    }
    return [frame, bar] + buttons
  }

  /// What could not be had is said on the screen, and the program goes on without it.
  private static func attempt<Part>(_ notices: inout [String], _ make: () throws -> Part) -> Part? {
    do {
      return try make()
    } catch {
      notices.append("\(error)")
      return nil
    }
  }
}

extension CalloutPlayer.Progress {
  fileprivate var isCut: Bool { if case .cut = self { true } else { false } }
}

/// Messages to the loop from any thread.
final class Mailbox: Sendable {
  private let waiting = Mutex<[SoundscapeApp.Message]>([])
  private let ends: (read: Descriptor, write: Descriptor)

  init() throws(SystemError) {
    ends = try Descriptor.pipe()
    ends.read.setNonBlocking(true)
  }

  /// Readable while messages wait.
  var descriptor: Descriptor { ends.read }

  func post(_ message: SoundscapeApp.Message) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(message)
      return waiting.count == 1
    }
    if isFirst { try? ends.write.writeAll([0]) }
  }

  func take() -> [SoundscapeApp.Message] {
    _ = try? ends.read.readSome()
    return waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
