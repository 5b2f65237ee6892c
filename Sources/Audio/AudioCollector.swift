internal import Dispatch
internal import Glibc
internal import Pulse
internal import Synchronization
public import Timeline

/// Records what the application and the screen reader sound like, each from streams of its own.
///
/// An application that we start plays into a virtual sink that feeds the real one, so that nothing is lost at a sound's head;
/// everything else is heard by a monitor of its own stream, attached as soon as it appears.
public final class AudioCollector: Sendable {
  /// Whether a process is part of the recorded application.
  public typealias Scope = @Sendable (_ processID: Int32) -> Bool

  struct Track {
    var sound: SoundTrack
    var record: RecordStream?

    func end() {
      record?.stop()
      sound.end()
    }
  }
  private struct State {
    var context: PulseContext?
    var tracks: [UInt32: Track] = [:]
    // Streams that are being attached: the list at the start and a "new" event may both tell of one.
    var reserved: Set<UInt32> = []
    var own: Track?
    var ownSink: (name: String, index: UInt32, module: UInt32)?
    var streamVolumes: [String: String] = [:]
    var lastStreamID: Int64 = 0
    var lastSegmentID: Int64 = 0
    var isStopped = false
    // Called when the self-test's tone was heard on its own stream; nil where none is played.
    var onTone: (@Sendable () -> Void)?
  }

  let sink: any RecordSink
  private let scope: Scope
  private let server: String?
  let sessionStart: MonotonicTime
  private let state = Mutex(State())

  /// A collector that offers its records to `sink`, on the sound server `server`, or where nil on the one the environment names.
  ///
  /// Levels are of 10 ms frames that count from `sessionStart`.
  public init(
    sink: any RecordSink, sessionStart: MonotonicTime, server: String? = nil, scope: @escaping Scope
  ) {
    self.sessionStart = sessionStart
    self.sink = sink
    self.server = server
    self.scope = scope
  }

  /// Connects to the sound server and listens; with `withOwnSink` makes the virtual sink and waits for its first samples.
  public func start(withOwnSink: Bool, within seconds: Double = 5) throws(AudioError) {
    do {
      let context = try PulseContext(name: "a11y-capture", server: server, within: seconds)
      context.onLost { [weak self] reason in self?.lost(reason) }
      state.withLock { $0.context = context }
      if withOwnSink { try makeOwnSink(context, within: seconds) }
      try context.onSinkInputChange { [weak self] change in self?.changed(change) }
      for input in try context.sinkInputs() { attach(input) }
    } catch {
      abandon()
      throw AudioError("no sound can be recorded: \(error)")
    }
    sink.offer(.source(SourceStatus(.readerAudio, armedAt: .now)), from: .readerAudio)
    sink.offer(.source(SourceStatus(.applicationAudio, armedAt: .now)), from: .applicationAudio)
  }

  /// What an application is to be started with, so that it plays into its own sink.
  public var applicationEnvironment: [String: String] {
    state.withLock { $0.ownSink.map { ["PULSE_SINK": $0.name] } ?? [:] }
  }

  /// The server's module behind the own sink; nil where there is none.
  public var sinkModule: UInt32? { state.withLock { $0.ownSink?.module } }

  /// How loud each stream was let through when it appeared, by what its player calls it.
  public var streamVolumes: [String: String] { state.withLock { $0.streamVolumes } }

  /// Takes a virtual sink down again; for a process that outlives the recorder.
  public static func unloadSink(module: UInt32, server: String? = nil) throws(AudioError) {
    do {
      try PulseContext(name: "a11y-capture", server: server).unloadModule(module)
    } catch {
      throw AudioError("cannot take the virtual sink down: \(error)", advice: "pactl unload-module \(module)")
    }
  }

  /// A stream of sound that could be recorded.
  public struct StreamEntry: Hashable, Sendable {
    /// The server's `application.name`; empty where it has none.
    public var applicationName: String
    /// The server's `media.name`; empty where it has none.
    public var mediaName: String
    /// The process behind it; nil where the server did not say.
    public var processID: Int32?
    /// The server's `media.role`; nil where it has none.
    public var mediaRole: String?
  }

  /// The streams that play into any sink now.
  public static func listStreams() throws(AudioError) -> [StreamEntry] {
    do {
      return try PulseContext(name: "a11y-capture").sinkInputs().filter { !$0.isModules }.map {
        StreamEntry(
          applicationName: $0.applicationName, mediaName: $0.mediaName, processID: $0.processID, mediaRole: $0.mediaRole
        )
      }
    } catch {
      throw AudioError("no streams can be listed: \(error)")
    }
  }

  /// To be called when more processes belong to the application: bystanders are looked at again.
  public func scopeHasGrown() {
    guard let context = state.withLock({ $0.context }), let inputs = try? context.sinkInputs() else { return }
    for input in inputs where isApplications(input) {
      let foreign = state.withLock { state -> Track? in
        guard let track = state.tracks[input.index], track.sound.stream.role == .bystander else { return nil }
        return state.tracks.removeValue(forKey: input.index)
      }
      foreign?.end()
      attach(input)
    }
  }

  /// Ends recording: sounds under way are closed, and nothing more is offered.
  ///
  /// The own sink stays until it is unloaded.
  public func stop() {
    let context = state.withLock { state in
      state.isStopped = true
      defer { state.context = nil }
      return state.context
    }
    withExtendedLifetime(context) { endTracks() }
    for source in [SourceName.readerAudio, .applicationAudio] {
      sink.offer(.source(SourceStatus(source, endedAt: .now)), from: source)
    }
  }

  /// Undoes what a start that failed has done; nobody else would know of the sink.
  private func abandon() {
    let (module, context) = state.withLock { state in
      defer {
        state.isStopped = true
        state.context = nil
        state.ownSink = nil
      }
      return (state.ownSink?.module, state.context)
    }
    endTracks()
    if let module { try? context?.unloadModule(module) }
  }

  private func endTracks() {
    let tracks = state.withLock { state in
      defer {
        state.tracks = [:]
        state.own = nil
      }
      return Array(state.tracks.values) + (state.own.map { [$0] } ?? [])
    }
    for track in tracks { track.end() }
  }
}

extension AudioCollector {
  private func makeOwnSink(_ context: PulseContext, within seconds: Double) throws(PulseError) {
    let name = "a11y-capture-\(getpid())"
    let module = try context.loadModule(
      "module-remap-sink",
      "sink_name=\(name) master=\(try context.defaultSink()) remix=no sink_properties=device.description=\(name)")
    guard let index = try context.sinkIndex(name) else {
      throw PulseError("make the sink \(name)", reason: "it did not appear")
    }
    state.withLock { $0.ownSink = (name, index, module) }
    var stream = AudioStream(
      id: nextStreamID(), role: .application, route: .sinkMonitor, rateHz: RecordStream.rateHz, openedAt: .now)
    stream.mediaName = name
    let first = DispatchSemaphore(value: 0)
    let sound = track(stream, source: .applicationAudio) { first.signal() }
    let record = try RecordStream(
      context, .named(name + ".monitor"), name: "a11y-capture application", onBlock: { sound.take($0) },
      onEnd: { [weak self] reason in self?.ownSinkEnded(reason) })
    state.withLock { $0.own = Track(sound: sound, record: record) }
    guard first.wait(timeout: .now() + seconds) == .success else {
      throw PulseError("listen to \(name).monitor", reason: "no samples within \(seconds) s")
    }
  }

  private func ownSinkEnded(_ reason: String) {
    guard !state.withLock({ $0.isStopped }) else { return }
    sink.offer(
      .gap(
        Gap(source: .applicationAudio, start: .now, end: nil, reason: "the application's sink has ended: \(reason)")),
      from: .applicationAudio)
  }

  private func changed(_ change: PulseContext.SinkInputChange) {
    switch change {
    case .new(let index):
      let context = state.withLock { $0.context }
      context?.sinkInputLater(index) { [weak self] input in if let input { self?.attach(input) } }
    case .removed(let index):
      let track = state.withLock { state in
        state.reserved.remove(index)
        return state.tracks.removeValue(forKey: index)
      }
      track?.end()
    case .changed: break
    }
  }

  /// Listens to a stream, unless the application's own sink is heard already and it plays there.
  private func attach(_ input: SinkInput) {
    if isSelfTest(input) { return attachTone(input) }
    if !input.isModules, input.binary != "a11y-capture" {
      state.withLock { $0.streamVolumes[SoundSettings.label(of: input)] = input.volume.text }
    }
    guard !input.isModules, let role = role(of: input) else { return }
    let source: SourceName = role == .reader ? .readerAudio : .applicationAudio
    var stream = AudioStream(
      id: nextStreamID(), role: role, route: .streamMonitor, rateHz: RecordStream.rateHz, openedAt: .now)
    stream.processID = input.processID
    stream.applicationName = input.applicationName
    stream.mediaName = input.mediaName
    stream.mediaRole = input.mediaRole
    let context = state.withLock { state -> PulseContext? in
      guard !state.isStopped, state.tracks[input.index] == nil, state.reserved.insert(input.index).inserted else {
        return nil
      }
      return state.context
    }
    guard let context else { return }
    let sound = track(stream, source: source)
    let record = try? RecordStream(
      context, .sinkInput(input.index), name: "a11y-capture \(role.rawValue)", onBlock: { sound.take($0) })
    if record == nil {
      sink.offer(
        .gap(
          Gap(
            source: source, start: stream.openedAt, end: nil,
            reason: "cannot listen to the stream of \(input.applicationName)")),
        from: source)
    }
    let track = Track(sound: sound, record: record)
    let isKept = state.withLock { state in
      // It may have ended, or the recording, while it was attached.
      guard state.reserved.remove(input.index) != nil, !state.isStopped else { return false }
      state.tracks[input.index] = track
      return true
    }
    if !isKept { track.end() }
  }

  private func attachTone(_ input: SinkInput) {
    let (context, onTone) = state.withLock { ($0.context, $0.onTone) }
    guard let context, let onTone else { return }
    let track = attachSelfTest(input, context, onTone)
    state.withLock { $0.tracks[input.index] = track }
  }

  /// Whose sound it is; nil where it is heard already.
  private func role(of input: SinkInput) -> AudioStream.Role? {
    if input.binary == "a11y-capture" { return nil }
    let ownSink = state.withLock { $0.ownSink?.index }
    if isApplications(input) { return input.sink == ownSink ? nil : .application }
    // The stream belongs to the daemon, whichever of its modules plays.
    if input.applicationName.hasPrefix("speech-dispatcher") || input.binary == "speech-dispatcher"
      || input.binary.hasPrefix("sd_")
    {
      return .reader
    }
    return input.mediaRole == "event" ? .event : .bystander
  }

  /// From now on the tone's own stream is listened to; gives the connection, and the own sink with its track.
  func expectTone(_ onHeard: @escaping @Sendable () -> Void) -> (
    PulseContext?, own: (sinkName: String, track: SoundTrack?)?
  ) {
    state.withLock { state in
      state.onTone = onHeard
      return (state.context, state.ownSink.map { ($0.name, state.own?.sound) })
    }
  }

  /// The self-test is over.
  func forgetTone() {
    state.withLock {
      $0.onTone = nil
      $0.own?.sound.passSelfTest(nil)
    }
  }

  private func isApplications(_ input: SinkInput) -> Bool { input.processID.map(scope) ?? false }

  private func lost(_ reason: String) {
    guard !state.withLock({ $0.isStopped }) else { return }
    for source in [SourceName.readerAudio, .applicationAudio] {
      sink.offer(
        .gap(Gap(source: source, start: .now, end: nil, reason: "the sound server is gone: \(reason)")), from: source)
    }
    endTracks()
  }

  private func track(_ stream: AudioStream, source: SourceName, onFirstData: @escaping @Sendable () -> Void = {})
    -> SoundTrack
  {
    SoundTrack(
      stream, source: source, sink: sink, sessionStart: sessionStart, nextSegmentID: { [self] in nextSegmentID() },
      onFirstData: onFirstData)
  }

  private func nextStreamID() -> Int64 {
    state.withLock {
      $0.lastStreamID += 1
      return $0.lastStreamID
    }
  }

  private func nextSegmentID() -> Int64 {
    state.withLock {
      $0.lastSegmentID += 1
      return $0.lastSegmentID
    }
  }
}
