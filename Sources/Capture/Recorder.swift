internal import ATSPI
internal import Audio
internal import Dispatch
internal import Glibc
internal import Privacy
internal import Speech
internal import Storage
internal import Synchronization
public import System
internal import Terminal
public import Timeline

/// Records one session: arms every source, writes what they bring, and closes the file with an account of what was seen.
public final class Recorder: Sendable {
  /// What is to be recorded, and where to.
  public struct Plan: Sendable {
    /// The application as the person named it.
    public var name: String
    /// The file to make.
    public var path: String
    /// What will be started; nil where the application runs already.
    public var command: [String]?
    /// Whether an output of its own is made for what will be started, so that nothing is lost at a sound's head.
    public var usesOwnSink: Bool
    /// A descriptor to tell of the recording on; nil for none.
    public var statusDescriptor: Int32?
    /// Which processes are the application.
    public var reach = Reach.application
    /// Sources that are not to be recorded, on request.
    public var leavesOut: Set<SourceName> = []
    /// Where a relay's copies come from, of what passes between the application and its terminal; nil where there is none.
    public var terminalCopies: Descriptor?
    /// Whether typed text is kept as it was typed, else masked; of passwords nothing is kept.
    public var keepsText = false

    /// A plan to record `name` into `path`.
    public init(name: String, path: String, command: [String]?, usesOwnSink: Bool, statusDescriptor: Int32?) {
      self.name = name
      self.path = path
      self.command = command
      self.usesOwnSink = usesOwnSink
      self.statusDescriptor = statusDescriptor
    }
  }

  /// Which processes are the application.
  public enum Reach: Sendable {
    /// The one that is adopted or started, and what it starts.
    case application
    /// Any that has the plan's name, now or later.
    case name
    /// All of the desktop.
    case everything
  }

  let plan: Plan
  private let session: Session
  let writer: TimelineWriter
  let ledger: Ledger
  private let scope: ApplicationScope
  private let filter: PrivacyFilter
  private let attached = AttachedTerminal()
  private let feed: StatusFeed?
  let collectors: Collectors
  let survey: EnvironmentSurvey
  private let pauses: PauseSwitch
  private let control: Result<ControlSocket, CaptureError>
  private let clock: ClockWatch?
  private let failed: (read: Descriptor, write: Descriptor)

  /// The collectors that could be armed.
  struct Collectors: Sendable {
    var events: EventCollector?
    var calls: CallMonitor?
    var speech: SpeechCollector?
    var audio: AudioCollector?
    var terminal: TerminalCollector?
  }

  /// Makes the file and arms every source that is to be had; throws where the file cannot be made or no source is there.
  public init(_ plan: Plan) throws {
    self.plan = plan
    var session = Session(toolVersion: Product.version, recorderProcessID: getpid(), command: plan.command)
    session.keepsText = plan.keepsText
    self.session = session
    let scope = ApplicationScope(plan)
    self.scope = scope
    let failed = try Descriptor.pipe()
    self.failed = failed
    let start = session.start
    let feed = plan.statusDescriptor.map { StatusFeed(descriptor: Descriptor(owning: $0), start: start) }
    self.feed = feed
    let onCommit: (@Sendable ([Record]) -> Void)? = feed.map { feed in { @Sendable records in feed.tell(records) } }
    writer = TimelineWriter(
      store: try TimelineStore(creating: plan.path, session: session), onCommit: onCommit,
      onFailure: { _ in try? failed.write.writeAll([0]) })
    survey = EnvironmentSurvey { [writer] in writer.setEnvironment($0, $1) }
    var sources: [SourceName] = [.events, .keys, .calls, .speech, .applicationAudio, .readerAudio]
    if plan.terminalCopies != nil { sources.append(.terminal) }
    let ledger = Ledger(writer: writer, expecting: sources)
    self.ledger = ledger
    let pauses = PauseSwitch(next: ledger)
    self.pauses = pauses
    // Collectors see nothing behind it.
    let filter = PrivacyFilter(sink: pauses, rules: PrivacyRules(keepsText: plan.keepsText))
    self.filter = filter
    var collectors = Recorder.arm(plan, session, scope, filter, attached)
    if let copies = plan.terminalCopies {
      let adopt = { @Sendable [events = collectors.events] in
        Recorder.adoptTerminal(events, scope, ledger)
      }
      collectors.terminal = Recorder.followTerminal(copies, collectors.events, filter) {
        // The bus and processes are asked, which takes longer than the screen may wait.
        DispatchQueue.global().async(execute: adopt)
      }
    }
    self.collectors = collectors
    guard ledger.sources.contains(where: { $0.armedAt != nil }) else {
      try writer.close(isComplete: false, commandStatus: nil)
      // A file that holds nothing would only be taken for a recording.
      unlink(plan.path)
      let notes = ledger.sources.compactMap(\.note)
      throw CaptureError(
        "nothing can be recorded here: " + Set(notes).sorted().joined(separator: "; "),
        advice: "Start a desktop of your own around it: a11y-desktop -- a11y-capture …", exitStatus: 74)
    }
    clock = try? ClockWatch(sink: ledger)
    control = Recorder.openControl(plan, session, ledger, pauses, feed)
    beginSurvey()
    if plan.reach == .name { followName() }
  }

  /// Tells who follows the recording that from now on everything is seen.
  public func tellThatItRecords() { feed?.tell("recording", [("file", .text(plan.path))]) }

  /// What the application is to be started with beyond the environment that is there.
  public var applicationEnvironment: [String: String] { collectors.audio?.applicationEnvironment ?? [:] }

  /// The server's module of the application's own sink, to be unloaded by whoever outlives the recorder; nil where there is none.
  public var sinkModule: UInt32? { collectors.audio?.sinkModule }

  /// Readable once the file cannot be written any more.
  public var failure: Descriptor { failed.read }

  /// Makes a process and its descendants part of the application.
  public func add(process: Int32) {
    scope.add(root: process)
    tell(ofProcess: process)
    collectors.events?.scopeHasGrown()
    collectors.audio?.scopeHasGrown()
  }

  /// Takes over applications that are on the a11y bus already.
  public func adopt(_ targets: [RunningApplication]) {
    // What is started has a relay, which sees more.
    if plan.terminalCopies == nil, let events = collectors.events { attached.attach(events, sink: filter) }
    for target in targets {
      if let process = target.processID { add(process: process) }
      for entry in target.busEntries { collectors.events?.adopt(entry) }
      if let terminal = target.terminal {
        if let process = terminal.processID { scope.add(terminal: process) }
        collectors.events?.adopt(terminal)
      }
      tell(of: target)
    }
  }

  /// The sources that are not armed, with the reason of each.
  public var missing: [(source: SourceName, reason: String)] {
    ledger.sources.filter { $0.armedAt == nil && !plan.leavesOut.contains($0.name) }.map {
      ($0.name, $0.note ?? "no reason was given")
    }
  }

  /// The sources that are armed and whose own test failed, with the reason of each.
  public var doubtful: [(source: SourceName, reason: String)] {
    ledger.sources.compactMap { source in
      guard source.armedAt != nil, source.selfTestedAt == nil, let note = source.note else { return nil }
      return (source.name, note)
    }
  }

  /// Why the recording can be neither marked nor paused by other processes; nil where it can.
  public var controlFault: String? {
    if case .failure(let error) = control { error.message } else { nil }
  }

  /// Reads the application's tree now.
  public func takeSnapshot() { collectors.events?.takeSnapshots(reason: "request", within: 15) }

  /// Ends the recording and closes the file; the account of it is complete where nothing is missing or lost.
  public func finish(commandStatus: Int32?, reason: String? = nil) throws -> Account {
    let end = MonotonicTime.now
    collectors.events?.takeSnapshots(reason: "end", within: 3)
    try? control.get().stop()
    clock?.stop()
    collectors.terminal?.stop()
    attached.stop()
    collectors.audio?.stop()
    collectors.speech?.stop()
    collectors.calls?.stop()
    collectors.events?.stop()
    filter.flush()
    ledger.offer(.source(SourceStatus(.keys, endedAt: .now)), from: .keys)
    pauses.end()
    endSurvey()
    let dropped = writer.settle()
    let account = Account(
      name: plan.name, path: plan.path, start: session.start, end: end, sources: ledger.sources,
      counts: ledger.counts, gaps: ledger.gaps, dropped: dropped, leftOut: plan.leavesOut, commandStatus: commandStatus,
      failure: reason)
    try writer.close(isComplete: account.isComplete, commandStatus: commandStatus)
    feed?.tell("ended", [("complete", .number(account.isComplete ? 1 : 0))])
    return account
  }
}

extension Recorder {
  /// Lets other processes of this user mark and pause the recording; that they cannot reach it loses nothing.
  private static func openControl(
    _ plan: Plan, _ session: Session, _ ledger: Ledger, _ pauses: PauseSwitch, _ feed: StatusFeed?
  ) -> Result<ControlSocket, CaptureError> {
    let control = SessionControl(path: plan.path, start: session.start, markers: ledger, pauses: pauses, feed: feed)
    do throws(CaptureError) {
      let socket = try ControlSocket(in: try ControlFolder.path(), answer: control.answer)
      ledger.offer(.source(SourceStatus(.markers, armedAt: .now)), from: .markers)
      return .success(socket)
    } catch {
      return .failure(error)
    }
  }
}

/// What the product is called by in the files that it writes.
enum Product {
  static let version = "a11y-capture 0.1.0"
}
