internal import ATSPI
internal import Audio
internal import Dispatch
internal import Glibc
internal import Privacy
internal import Speech
internal import System
internal import Terminal
internal import Timeline

extension Recorder {
  /// What the recorder sends itself comes back in some ms; a busy machine is given more.
  private static let selfTestSeconds = 3.0

  /// Arms every source that is to be had; of the others a note says why not.
  static func arm(
    _ plan: Plan, _ session: Session, _ scope: ApplicationScope, _ intake: PrivacyFilter, _ attached: AttachedTerminal
  ) -> Collectors {
    var collectors = Collectors()
    // A source whose own test fails is kept: what the session shows by it outweighs the test.
    func test(_ sources: [SourceName], _ work: () throws -> Void) {
      do {
        try work()
      } catch {
        for source in sources {
          intake.offer(.source(SourceStatus(source, note: "its self-test failed: \(error)")), from: source)
        }
      }
    }
    for source in plan.leavesOut {
      intake.offer(.source(SourceStatus(source, note: "left out on request")), from: source)
    }
    func attempt(_ sources: [SourceName], _ work: () throws -> Void) {
      guard plan.leavesOut.isDisjoint(with: sources) else { return }
      do {
        try work()
      } catch {
        for source in sources { intake.offer(.source(SourceStatus(source, note: "\(error)")), from: source) }
      }
    }
    attempt([.events]) {
      let events = try EventCollector(sink: intake) { scope.tells($0) }
      try events.start()
      collectors.events = events
      test([.events]) { try events.testItself(within: selfTestSeconds) }
    }
    if let events = collectors.events {
      attempt([.calls]) {
        let calls = try CallMonitor(
          sink: intake, isRecorded: { events.isRecorded($0) }, onActed: { events.readBack($0) })
        try calls.start()
        collectors.calls = calls
        test([.calls]) { try calls.testItself(within: selfTestSeconds) }
      }
      attempt([.keys]) { try armKeys(events, scope, intake, attached) }
    } else {
      for source in [SourceName.calls, .keys] where !plan.leavesOut.contains(source) {
        intake.offer(.source(SourceStatus(source, note: "no a11y bus to see them on")), from: source)
      }
    }
    attempt([.speech]) {
      guard let path = SpeechCollector.defaultPath else {
        throw CaptureError("XDG_RUNTIME_DIR is not set", exitStatus: 74)
      }
      let speech = try SpeechCollector(path: path, sink: intake)
      try speech.start()
      collectors.speech = speech
      test([.speech]) { try speech.testItself(within: selfTestSeconds) }
    }
    attempt([.applicationAudio, .readerAudio]) {
      let audio = AudioCollector(sink: intake, sessionStart: session.start) { scope.contains($0) }
      try audio.start(withOwnSink: plan.usesOwnSink)
      collectors.audio = audio
      test([.applicationAudio, .readerAudio]) { try audio.testItself(within: selfTestSeconds) }
    }
    return collectors
  }

  /// An application that starts later may be called so on the a11y bus alone, and by no name of its process.
  func followName() {
    collectors.events?.tellOfStrangers { [weak self] entry in
      guard let self, let likeness = NameLikeness(plan.name, entry.name), likeness < .prefix else { return }
      adopt([RunningApplication(name: entry.name, processID: entry.processID, busEntries: [entry])])
    }
  }

  /// Keys are kept only while a window of the application is active; the filter learns of all, to know what they caused.
  private static func armKeys(
    _ events: EventCollector, _ scope: ApplicationScope, _ intake: PrivacyFilter, _ attached: AttachedTerminal
  ) throws {
    let watcher = KeyWatcher(onLost: { [weak intake] in
      intake?.offer(.gap(Gap(source: .keys, start: .now, end: nil, reason: "the X display is gone")), from: .keys)
    }) { key in
      let focus = events.focus
      let input = Input(
        time: key.time, isPress: key.isPress, keyName: key.name, modifiers: key.modifiers, focus: focus.element)
      let echoIsOff = key.isPress && focus.isActive && TerminalEcho.isOff(for: scope.processes)
      var typed = TypedKey(
        input: input, character: key.character, code: key.code, isForApplication: focus.isActive, echoIsOff: echoIsOff)
      if !focus.isActive, key.isPress, typed.leavesField,
        case (isSo: true, let element) = events.hadFocus(justBefore: key.time)
      {
        typed.input.focus = element
        typed.isForApplication = true
      }
      intake.offer(typed)
      guard focus.isActive else { return }
      if key.isPress {
        events.acted(at: key.time)
        let isCommand = key.modifiers & 0b100_1100 != 0
        attached.pressed(at: key.time, character: echoIsOff || isCommand ? nil : key.character)
      }
      if !key.isPress, let element = focus.element { events.readBack(element) }
    }
    try watcher.start(within: 5)
    intake.offer(.source(SourceStatus(.keys, armedAt: .now)), from: .keys)
  }

  /// Keys are told of by their bytes too, and so also where no key watcher sees them.
  static func followTerminal(
    _ copies: Descriptor, _ events: EventCollector?, _ intake: PrivacyFilter, onDrawn: @escaping @Sendable () -> Void
  ) -> TerminalCollector {
    let terminal = TerminalCollector(copies: copies, sink: intake, onDrawn: onDrawn) { [weak intake] key in
      var input = Input(
        time: key.time, isPress: true, keyName: key.name, modifiers: key.modifiers, focus: events?.focus.element)
      input.route = .terminal
      // A paste is many characters of one moment.
      for character in key.text.isEmpty ? [nil] : key.text.map(Optional.some) {
        intake?.offer(TypedKey(input: input, character: character, code: 0, echoIsOff: key.isHidden))
      }
    }
    terminal.start()
    return terminal
  }

  /// An application that draws in a terminal and is not on the a11y bus itself has there what its terminal tells.
  static func adoptTerminal(_ events: EventCollector?, _ scope: ApplicationScope, _ ledger: Ledger) {
    guard let events, ledger.applications.isEmpty, let terminal = Target.terminalOfProgram(startedBy: getppid()) else {
      return
    }
    if let process = terminal.processID { scope.add(terminal: process) }
    events.adopt(terminal)
  }
}
