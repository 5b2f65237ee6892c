internal import Capture
internal import CommandLineTable
internal import Glibc
internal import System
internal import Timeline

/// `a11y-capture --app NAME [-- COMMAND …]`: records a session.
///
/// An application that is to be started is started by the process that the person called, which becomes a guard; the recorder is
/// a child of it, in a session of its own, so that killing it leaves the application and its terminal alone.
enum CaptureCommand {
  static let recordOptions = [
    Option(
      "app", letter: "a", value: "NAME",
      "Record NAME: an application on the a11y bus, a process or its number, or a program, which is then started"),
    Option(
      "any",
      "Record all applications of the desktop: keys, elements and sounds of each, whichever has the focus"),
    Option("follow", "With --app: wait for NAME, record it whenever it runs, and end with Ctrl-C alone"),
    Option(
      "output", letter: "o", value: "FILE",
      "Write the timeline to FILE; by default NAME and the local time, in this folder"),
    Option("duration", letter: "d", value: "SECONDS", "End the recording, and what was started for it, after SECONDS"),
    Option(
      "no-atspi",
      "As a control, listen to no events, which switches accessibility on in toolkits: no keys and calls either"),
    Option("no-calls", "Do not monitor the a11y bus for calls"),
    Option(
      "terminal", value: "MODE",
      "How COMMAND has this terminal: relay, by way of one of our own making whose screen and keys are recorded; none, by itself; "
        + "auto, the default, a relay where standard input and output are the terminal"),
    Option("exit-status", "End with COMMAND's status where the recording is complete"),
    Option(
      "keep-text",
      "Keep typed text as it was typed; without it only its length and which texts are equal. Passwords never"),
    Option("status-fd", value: "N", "Tell what is recorded on descriptor N, in JSON lines"),
  ]

  static let table = Command(
    "a11y-capture", summary: "Record what an application tells assistive technology, and what is heard",
    runsCommand: true,
    options: recordOptions,
    subcommands: [
      MarkCommand.table, PauseCommand.table, ResumeCommand.table, DoctorCommand.table, ListCommand.table,
      TapCommand.table,
      internalCommand("record"), internalCommand("guard"), internalCommand("session"),
    ],
    examples: [
      .init("a11y-capture --app soundscape-tui", "Start soundscape-tui and record it until it ends"),
      .init("a11y-capture --app gedit -o run1.db", "Record the gedit that runs, until Ctrl-C"),
      .init("a11y-capture -d 60 -- ./my-app --fast", "Start a program of one's own and record it for a minute"),
    ],
    exitStatuses: [
      (0, "The recording is complete"),
      (2, "It is incomplete: a source was missing or has lost something; or nothing of the application was seen"),
      (64, "Usage"),
      (66, "Nothing is called NAME"), (70, "A fault of this program"),
      (74, "The file cannot be written, or nothing can be recorded here"),
    ])

  /// A command by which the tool calls itself.
  private static func internalCommand(_ name: String) -> Command {
    let more = [
      Option("recorder", value: "PID", "the recorder"), Option("channel", value: "N", "the way to the other"),
      Option("copies", value: "N", "the way of what passes through the terminal"),
    ]
    return Command(
      name, summary: "for a11y-capture itself", runsCommand: true, options: recordOptions + more, isHidden: true)
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    let seconds = try arguments.number("duration", of: "seconds", atLeast: 0.1)
    let status = try statusDescriptor(arguments)
    try checkReach(arguments)
    let isRelayed = try relays(arguments)
    return guarded {
      let named = arguments.value("app").flatMap { $0.isEmpty ? nil : $0 }
      let isStarted = !arguments.command.isEmpty
      let name = named ?? (isStarted ? OutputName.program(of: arguments.command) : "all applications")
      let path = arguments.value("output") ?? OutputName.free(for: named ?? (isStarted ? name : "any"))
      var plan = Recorder.Plan(name: name, path: path, command: nil, usesOwnSink: false, statusDescriptor: status)
      take(arguments, into: &plan)
      if plan.keepsText {
        warn("typed text is kept as it is typed, in the file and in what the reader said; passwords are not")
      }
      switch plan.reach {
      case .application: break
      case .name: return try record(Target.running(name), plan, seconds)
      case .everything where isStarted: break
      case .everything: return try record(Target.all(), plan, seconds)
      }
      switch isStarted ? .command(arguments.command) : try Target.find(name) {
      case .running(let application): return try record([application], plan, seconds)
      case .command(let words):
        try Target.checkProgram(words[0])
        plan.command = words
        // Said before the application has the terminal.
        if plan.reach == .everything { warn(announcement(of: plan, isWaiting: false)) }
        return try start(plan, seconds: seconds, isRelayed: isRelayed, arguments)
      }
    }
  }

  private static func checkReach(_ arguments: Arguments) throws(UsageError) {
    let isNamed = arguments.value("app").map { !$0.isEmpty } ?? false
    if arguments.has("any"), isNamed || arguments.has("follow") {
      throw UsageError("--any records all applications: give it without --app and --follow")
    }
    if arguments.has("follow"), !isNamed || !arguments.command.isEmpty {
      throw UsageError("--follow needs --app NAME, and starts nothing")
    }
    guard isNamed || arguments.has("any") || !arguments.command.isEmpty else {
      throw UsageError("nothing to record: give --app NAME, -- COMMAND or --any")
    }
  }

  /// What is recorded, and what is left out.
  private static func take(_ arguments: Arguments, into plan: inout Recorder.Plan) {
    plan.keepsText = arguments.has("keep-text")
    plan.reach = arguments.has("any") ? .everything : arguments.has("follow") ? .name : .application
    if arguments.has("no-calls") { plan.leavesOut = [.calls] }
    // Whether the application has the focus is told by events, without which keys would be anybody's.
    if arguments.has("no-atspi") { plan.leavesOut = [.events, .keys, .calls] }
  }

  /// Records applications that run.
  private static func record(_ targets: [RunningApplication], _ plan: Recorder.Plan, _ seconds: Double?) throws -> Int32
  {
    warn(announcement(of: plan, isWaiting: targets.isEmpty) + "; Ctrl-C ends it")
    let account = try Recording(plan, seconds: seconds, warn: warn).run(targets)
    print("\n" + account.text, terminator: "")
    return account.exitStatus
  }

  private static func announcement(of plan: Recorder.Plan, isWaiting: Bool) -> String {
    switch plan.reach {
    case .application: return "recording \(plan.name) into \(plan.path)"
    case .name: return "recording every \(plan.name) into \(plan.path)" + (isWaiting ? ", as soon as one starts" : "")
    case .everything:
      let what =
        plan.keepsText ? "with all that is typed in each" : "with the keys that are pressed in each, typed text masked"
      return "recording ALL applications into \(plan.path), \(what); pause before what is private"
    }
  }

  private static func statusDescriptor(_ arguments: Arguments) throws(UsageError) -> Int32? {
    guard let text = arguments.value("status-fd") else { return nil }
    guard let number = Int32(text), fcntl(number, F_GETFD) >= 0 else {
      throw UsageError("--status-fd needs the number of an open descriptor, not '\(text)'")
    }
    return number
  }

  /// Whether what is started has a terminal of our own making.
  private static func relays(_ arguments: Arguments) throws(UsageError) -> Bool {
    // A program in the background would be stopped for touching the terminal.
    let hasTerminal =
      isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
    switch arguments.value("terminal") ?? "auto" {
    case "auto": return hasTerminal
    case "none": return false
    case "relay":
      guard hasTerminal else {
        throw UsageError("--terminal relay needs a terminal for standard input and output, in the foreground")
      }
      return true
    case let mode: throw UsageError("--terminal is auto, relay or none, not '\(mode)'")
    }
  }

  /// Splits in two: the child records, and this process becomes the guard, under a name of its own.
  private static func start(
    _ plan: Recorder.Plan, seconds: Double?, isRelayed: Bool, _ arguments: Arguments
  ) throws -> Int32 {
    let (near, far) = try UnixSocket.pair()
    let copies = isRelayed ? try UnixSocket.pair() : nil
    var options = Child.Options()
    // No terminal of its own: keys that end the application are not for the recorder. Its account goes to standard output.
    options.newSession = true
    options.descriptors = [-1, 1, 2, far.number]
    var words = ["record", "--app", plan.name, "--output", plan.path, "--channel", "3"]
    if let seconds { words += ["--duration", "\(seconds)"] }
    func hand(_ descriptor: Int32, as option: String) {
      words += ["--\(option)", "\(options.descriptors.count)"]
      options.descriptors.append(descriptor)
    }
    if let copies { hand(copies.1.number, as: "copies") }
    if let status = plan.statusDescriptor { hand(status, as: "status-fd") }
    words += ["any", "no-atspi", "no-calls", "keep-text"].filter(arguments.has).map { "--" + $0 }
    let command = ["--"] + (plan.command ?? [])
    let recorder = try Child(ownProgramPath(), words + command, options)
    // The recorder's alone from here on: who reads it sees the end when the recorder ends, and not when the application does.
    if let status = plan.statusDescriptor, status > STDERR_FILENO { close(status) }
    var guardWords = ["a11y-guard", "guard", "--recorder", "\(recorder.processID)", "--channel", "\(near.number)"]
    guardWords += ["--output", plan.path]
    if let copies { guardWords += ["--copies", "\(copies.0.number)"] }
    if arguments.has("exit-status") { guardWords.append("--exit-status") }
    throw replaceProgram(
      ownProgramPath(), guardWords + command, keeping: [near.number] + (copies.map { [$0.0.number] } ?? []))
  }

  /// The recorder's own run, on behalf of a guard.
  static func runRecorder(_ arguments: Arguments) throws(UsageError) -> Int32 {
    guard let name = arguments.value("app"), let path = arguments.value("output"),
      let channel = arguments.value("channel").flatMap({ Int32($0) })
    else { throw UsageError("record is called by a11y-capture itself") }
    let seconds = try arguments.number("duration", of: "seconds")
    let status = try statusDescriptor(arguments)
    return guarded {
      var plan = Recorder.Plan(
        name: name, path: path, command: arguments.command, usesOwnSink: true, statusDescriptor: status)
      take(arguments, into: &plan)
      plan.terminalCopies = arguments.value("copies").flatMap { Int32($0) }.map { Descriptor(owning: $0) }
      let account = try Recording(plan, seconds: seconds, warn: warn).run(guardedBy: Descriptor(owning: channel))
      print("\n" + account.text, terminator: "")
      return account.exitStatus
    }
  }

  /// The guard's own run; it prints only where the recorder could not.
  static func runGuard(_ arguments: Arguments) throws(UsageError) -> Int32 {
    guard let recorder = arguments.value("recorder").flatMap({ Int32($0) }), let path = arguments.value("output"),
      let channel = arguments.value("channel").flatMap({ Int32($0) }), !arguments.command.isEmpty
    else { throw UsageError("guard is called by a11y-capture itself") }
    setProcessName("a11y-guard")
    return guarded {
      let copies = arguments.value("copies").flatMap { Int32($0) }.map { Descriptor(owning: $0) }
      var keeper = try Guard(
        command: arguments.command, recorder: recorder, channel: Descriptor(owning: channel), copies: copies)
      do {
        switch try keeper.run() {
        case .recorded(let status, let command):
          return status == 0 && arguments.has("exit-status") ? command ?? status : status
        case .recorderDied:
          Command.printError(
            "a11y-capture: the recorder was killed; \(path) holds what it had seen, and is marked incomplete")
          Command.printError("Next: a11y-report overlap \(path)")
          return 2
        }
      } catch let failure as SystemError {
        Command.printError("a11y-capture: \(failure)")
        return failure.code == ENOENT ? 66 : 74
      }
    }
  }

  /// The run of the process that a relayed program has for its parent.
  static func runSession(_ arguments: Arguments) throws(UsageError) -> Int32 {
    guard let report = arguments.value("channel").flatMap({ Int32($0) }), !arguments.command.isEmpty else {
      throw UsageError("session is called by a11y-capture itself")
    }
    setProcessName("a11y-session")
    return TerminalSession.run(arguments.command, report: Descriptor(owning: report))
  }

  static func warn(_ line: String) { Command.printError("a11y-capture: " + line) }

  static func guarded(_ work: () throws -> Int32) -> Int32 {
    do {
      return try work()
    } catch {
      warn("\(error)")
      return Failure.exitStatus(of: error)
    }
  }
}
