import Dispatch
import Glibc
@testable import Speech
import Synchronization
import System
import Testing
import Timeline

@Suite struct SpeechCollectorTests {
  @Test func whatIsSpokenIsRecordedAsItGoesOn() throws {
    let tap = try TapFixture()
    let listener = try UnixSocket.listen(tap.daemonPath)
    let (client, daemon) = try tap.connect(listener)
    func exchange(_ command: String, _ reply: String) throws {
      try client.say(command)
      try hear(daemon, command)
      try daemon.say(reply)
      try hear(client, reply)
    }
    try exchange("SET self CLIENT_NAME root:orca:main\r\n", "208 OK\r\n")
    try exchange("SET self NOTIFICATION ALL on\r\n", "220 OK\r\n")
    try exchange("SET self SSML_MODE on\r\n", "219 OK\r\n")
    let sink = Sink()
    let collector = try SpeechCollector(path: tap.publishPath, sink: sink)
    try collector.start()
    let armed = MonotonicTime.now
    try exchange("SPEAK\r\n", "230 OK\r\n")
    try exchange("<speak><mark name=\"0:2\"/>My <mark name=\"3:6\"/>bar</speak>\r\n.\r\n", "225-8\r\n225 OK\r\n")
    try daemon.say("701-8\r\n701-1\r\n701 BEGIN\r\n700-8\r\n700-1\r\n700-0:2\r\n700 INDEX MARK\r\n")
    try daemon.say("703-8\r\n703-1\r\n703 CANCELED\r\n")
    let last = try sink.utterance { $0.cancelledAt != nil }
    #expect(last.plainText == "My bar" && last.client == "root:orca:main" && last.messageID == "8")
    #expect(last.queuedAt >= armed && last.begunAt ?? armed > last.queuedAt)
    #expect(sink.utterances.map(\.id) == [1, 1, 1])
    #expect(sink.marks.map(\.name) == ["0:2"])
    collector.stop()
    let sources = sink.sources
    #expect(sources.count == 2 && sources[0].armedAt ?? armed < armed && sources[1].endedAt ?? armed > armed)
    #expect(sink.gaps.isEmpty)
  }

  @Test func aMessageInFlightWhenTheRecorderComesIsKnown() throws {
    let tap = try TapFixture()
    let listener = try UnixSocket.listen(tap.daemonPath)
    let (client, daemon) = try tap.connect(listener)
    try client.say("SET self NOTIFICATION ALL on\r\nCHAR x\r\n")
    try hear(daemon, "SET self NOTIFICATION ALL on\r\nCHAR x\r\n")
    try daemon.say("220 OK\r\n225-8\r\n225 OK\r\n")
    try hear(client, "220 OK\r\n225-8\r\n225 OK\r\n")
    let sink = Sink()
    let collector = try SpeechCollector(path: tap.publishPath, sink: sink)
    try collector.start()
    try daemon.say("702-8\r\n702-1\r\n702 END\r\n")
    #expect(try sink.utterance { $0.endedAt != nil }.plainText == "x")
    collector.stop()
  }

  @Test func aTapThatEndsLeavesAGap() throws {
    var tap: TapFixture? = try TapFixture()
    let sink = Sink()
    let collector = try SpeechCollector(path: tap!.publishPath, sink: sink)
    try collector.start()
    tap = nil
    let gap = try sink.first { if case .gap(let gap) = $0 { gap } else { nil } }
    #expect(gap.source == .speech && gap.end == nil)
    collector.stop()
    #expect(sink.sources.last?.note != nil)
  }

  /// A client that says goodbye is left by the daemon, too.
  @Test(arguments: [("HELP", 1), ("QUIT", 0)]) func aDaemonThatEndsFirstLeavesAGap(_ word: String, _ gaps: Int) throws {
    let tap = try TapFixture()
    let listener = try UnixSocket.listen(tap.daemonPath)
    let sink = Sink()
    let collector = try SpeechCollector(path: tap.publishPath, sink: sink)
    try collector.start()
    try {
      let (client, daemon) = try tap.connect(listener)
      try client.say("CHAR x\r\n\(word)\r\n")
      try hear(daemon, "CHAR x\r\n\(word)\r\n")
      // Here the daemon's end is closed, while the client has its own still open.
      try withExtendedLifetime(client) {
        UnixSocket.endWriting(daemon)
        _ = try pollDescriptors([(client.number, .read)], until: .after(seconds: 5))
        #expect(try client.readSome()?.isEmpty == true)
      }
    }()
    // What was never answered is told of at the end of the connection.
    _ = try sink.utterance { $0.plainText == "x" }
    collector.stop()
    #expect(sink.gaps.count == gaps)
    #expect(sink.gaps.allSatisfy { $0.reason.hasPrefix("speech-dispatcher has ended") })
  }

  @Test func anExchangeOfTheRecordersOwnIsSeenAndIsNoUtterance() throws {
    let tap = try TapFixture()
    let listener = try UnixSocket.listen(tap.daemonPath)
    let sink = Sink()
    let collector = try SpeechCollector(path: tap.publishPath, sink: sink)
    try collector.start()
    let daemon = DispatchQueue(label: "daemon")
    let said = Mutex("")
    daemon.async {
      guard (try? pollDescriptors([(listener.number, .read)], until: .after(seconds: 5))) != nil,
        let socket = try? UnixSocket.accept(listener), let bytes = try? receive(socket, atMost: 4096)
      else { return }
      said.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
      try? socket.say("208 OK CLIENT NAME SET\r\n231 HAPPY HACKING\r\n")
    }
    try collector.testItself(within: 5)
    #expect(said.withLock { $0.hasPrefix("SET self CLIENT_NAME \(getuid()):a11y-capture:self-test") })
    #expect(sink.sources.contains { $0.selfTestedAt != nil })
    // Nobody answers it any more.
    #expect(throws: SpeechError.self) { try collector.testItself(within: 0.2) }
    collector.stop()
    #expect(sink.utterances.isEmpty && sink.gaps.isEmpty)
  }

  @Test func noTapAndAStrangerAreErrorsThatSaySo() throws {
    let missing = #expect(throws: SpeechError.self) { try SpeechCollector(path: "/tmp/no-such-tap", sink: Sink()) }
    #expect(missing?.description.contains("a11y-capture tap") == true)
    let folder = try TapFixture()
    let stranger = try UnixSocket.listen(folder.daemonPath)
    let collector = try SpeechCollector(path: folder.daemonPath, sink: Sink())
    let socket = try folder.accept(stranger)
    try socket.say("1 0 # 99 1 /daemon\n")
    #expect(throws: SpeechError.self) { try collector.start(within: 0.2) }
  }
}

/// Keeps what it is offered.
private final class Sink: RecordSink {
  private let records = Mutex<[Record]>([])
  private let arrival = DispatchSemaphore(value: 0)

  func offer(_ record: Record, from source: SourceName) {
    #expect(source == .speech)
    records.withLock { $0.append(record) }
    arrival.signal()
  }

  var all: [Record] { records.withLock { $0 } }
  var utterances: [Utterance] { all.compactMap { if case .utterance(let it) = $0 { it } else { nil } } }
  var marks: [UtteranceMark] { all.compactMap { if case .utteranceMark(let it) = $0 { it } else { nil } } }
  var sources: [SourceStatus] { all.compactMap { if case .source(let it) = $0 { it } else { nil } } }
  var gaps: [Gap] { all.compactMap { if case .gap(let it) = $0 { it } else { nil } } }

  /// Waits for a record of a kind.
  func first<Kind>(_ kind: (Record) -> Kind?) throws -> Kind {
    while true {
      if let found = all.lazy.compactMap(kind).first { return found }
      try #require(arrival.wait(timeout: .now() + 5) == .success, "it was not offered: \(all)")
    }
  }

  func utterance(_ isWanted: (Utterance) -> Bool) throws -> Utterance {
    try first { if case .utterance(let it) = $0, isWanted(it) { it } else { nil } }
  }
}
