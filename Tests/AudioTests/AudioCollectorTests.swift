import Audio
import Glibc
import Onsets
import Synchronization
import System
import Testing
import Timeline

/// The collector on a sound server of its own, with other programs playing.
@Suite(.serialized) struct AudioCollectorTests {
  private static let silence = Array(repeating: Float(0), count: 48_000 / 2)

  /// A collector that takes the processes in `scope` for the application.
  private func collect(
    _ server: SoundServer, ownSink: Bool, scope: Scope = Scope(), start: MonotonicTime = .now
  ) throws -> (collector: AudioCollector, sink: Collected) {
    let sink = try Collected()
    let collector = AudioCollector(sink: sink, sessionStart: start, server: server.address) { scope.contains($0) }
    try collector.start(withOwnSink: ownSink)
    return (collector, sink)
  }

  @Test func anOwnSinkLosesNothingAtASoundsHeadAndDatesIt() throws {
    let server = try SoundServer()
    let truth = try SinkTruth(server)
    let scope = Scope(includesAll: true)
    let start = MonotonicTime.now
    let (collector, sink) = try collect(server, ownSink: true, scope: scope, start: start)
    let name = try #require(collector.applicationEnvironment["PULSE_SINK"])
    for _ in 0..<8 { try server.playAndWait(IndexCode.samples, sink: name) }
    let done = try sink.wait { $0.segments(of: .application).filter { $0.offset != nil }.count == 8 }
    collector.stop()
    let codes = try truth.finish()
    let segments = sink.segments(of: .application)
    #expect(done, "\(segments)")
    try #require(codes.count == 8 && segments.count == 8, "\(codes) \(segments)")
    let errors = zip(segments, codes).map { Double($0.onset.nanoseconds - $1.time) / 1e6 }.sorted { abs($0) < abs($1) }
    #expect(codes.allSatisfy { $0.firstRead == 0 })
    #expect(abs(errors[4]) < 5 && abs(errors[7]) < 15, "\(errors)")
    // 180 ms, of which nothing is missing.
    for segment in segments {
      let length = Double((segment.offset ?? segment.onset) - segment.onset) / 1e6
      #expect(abs(length - 180) < 2, "\(length)")
    }
    #expect(sink.gaps.isEmpty, "\(sink.gaps)")
    // Dated to the middle of the session's frames, so that a clock that trembles moves none into its neighbour.
    let places = sink.levels.map { ($0.time - start) % AudioLevel.frameNanoseconds }
    #expect(places.count >= 8 * 17 && places.allSatisfy { abs($0 - 5_000_000) < 1_500_000 }, "\(places)")
  }

  @Test(arguments: [true, false]) func itsOwnToneIsHeardAndIsNoSound(_ ownSink: Bool) throws {
    let server = try SoundServer()
    let scope = Scope(includesAll: true)
    let (collector, sink) = try collect(server, ownSink: ownSink, scope: scope)
    try collector.testItself(within: 5)
    let tested = sink.sources.filter { $0.selfTestedAt != nil }.map(\.name)
    #expect(tested == [.readerAudio, .applicationAudio])
    #expect(sink.segments.isEmpty && sink.levels.isEmpty)
    // The next sound is one again.
    try server.playAndWait(IndexCode.samples, sink: collector.applicationEnvironment["PULSE_SINK"])
    #expect(try sink.wait { $0.segments.contains { $0.offset != nil } })
    #expect(sink.segments.count == 1)
    collector.stop()
  }

  @Test func aServerThatIsSilentFailsTheTest() throws {
    let server = try SoundServer()
    let (collector, sink) = try collect(server, ownSink: true)
    let name = try #require(collector.applicationEnvironment["PULSE_SINK"])
    try server.mute(sink: name)
    #expect(throws: AudioError.self) { try collector.testItself(within: 1.5) }
    #expect(!sink.sources.contains { $0.name == .applicationAudio && $0.selfTestedAt != nil })
    collector.stop()
  }

  @Test func theOwnSinkIsTakenDownByItsModule() throws {
    let server = try SoundServer()
    let (collector, _) = try collect(server, ownSink: true)
    let module = try #require(collector.sinkModule)
    collector.stop()
    try AudioCollector.unloadSink(module: module, server: server.address)
    #expect(throws: AudioError.self) { try AudioCollector.unloadSink(module: module, server: server.address) }
  }

  @Test func streamsAreToldApartByWhoPlaysThem() throws {
    let server = try SoundServer()
    let scope = Scope()
    let (collector, sink) = try collect(server, ownSink: false, scope: scope)
    let sound = Self.silence + IndexCode.samples + Self.silence
    let mine = try server.play(sound, name: "mine")
    scope.add(mine.processID)
    collector.scopeHasGrown()
    let others = [
      mine, try server.play(sound, name: "speech-dispatcher-test"), try server.play(sound, name: "bell", role: "event"),
      try server.play(sound, name: "stranger"),
    ]
    for child in others { _ = try child.wait(until: .after(seconds: 20)) }
    for role in [AudioStream.Role.application, .reader, .event, .bystander] {
      let heard = try sink.wait { $0.segments(of: role).contains { $0.offset != nil } }
      #expect(heard, "\(role): \(sink.streams)")
      #expect(sink.segments(of: role).count == 1)
    }
    collector.stop()
    #expect(sink.streams.allSatisfy { $0.closedAt != nil })
  }

  @Test func aStreamThatPlaysAlreadyIsHeard() throws {
    let server = try SoundServer()
    let player = try server.play(
      Self.silence + Self.silence + Self.silence + Self.silence + IndexCode.samples + Self.silence)
    let scope = Scope(includesAll: true)
    let watcher = try Collected()
    let first = AudioCollector(sink: watcher, sessionStart: .now, server: server.address) { _ in true }
    try first.start(withOwnSink: false)
    // Only once the player's stream is there can a second collector find it playing.
    #expect(try watcher.wait { !$0.streams.isEmpty })
    let (collector, sink) = try collect(server, ownSink: false, scope: scope)
    #expect(try sink.wait { $0.segments(of: .application).count == 1 })
    _ = try player.wait(until: .after(seconds: 10))
    collector.stop()
    first.stop()
  }

  @Test func aServerThatDiesLeavesAGapAndClosedSounds() throws {
    let server = try SoundServer()
    let (collector, sink) = try collect(server, ownSink: true, scope: Scope(includesAll: true))
    let long = (0..<48_000 * 5).map { 0.3 * sinf(Float($0) * 0.1) }
    let player = try server.play(long, sink: collector.applicationEnvironment["PULSE_SINK"])
    #expect(try sink.wait { !$0.segments(of: .application).isEmpty })
    try server.kill()
    #expect(try sink.wait { Set($0.gaps.map(\.source)) == [.applicationAudio, .readerAudio] }, "\(sink.gaps)")
    #expect(try sink.wait { $0.segments.allSatisfy { $0.offset != nil } }, "\(sink.segments)")
    collector.stop()
    player.terminate()
  }

  @Test func noServerIsAnErrorThatNamesIt() {
    let address = "unix:/nowhere/native"
    let error = #expect(throws: AudioError.self) {
      try AudioCollector(sink: Collected(), sessionStart: .now, server: address) { _ in true }.start(withOwnSink: true)
    }
    #expect(error?.message.contains(address) == true, "\(String(describing: error))")
  }

  @Test func collectorsComeAndGoWhileOthersPlay() throws {
    let server = try SoundServer()
    let player = try server.play(Array(repeating: Self.silence, count: 8).flatMap { $0 })
    for _ in 0..<20 {
      let (collector, _) = try collect(server, ownSink: false)
      collector.stop()
    }
    player.terminate()
  }
}

/// The processes that a test takes for the application.
final class Scope: Sendable {
  private let processes = Mutex<Set<Int32>>([])
  private let includesAll: Bool
  init(includesAll: Bool = false) { self.includesAll = includesAll }
  func add(_ process: Int32) { processes.withLock { _ = $0.insert(process) } }
  func contains(_ process: Int32) -> Bool { includesAll || processes.withLock { $0.contains(process) } }
}
