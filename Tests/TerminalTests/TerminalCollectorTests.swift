import Dispatch
import Synchronization
import System
import Testing
import Timeline

@testable import Terminal

/// The collector at the other end of a relay's copies.
@Suite struct TerminalCollectorTests {
  /// What was offered.
  final class Sink: RecordSink {
    let records = Mutex<[Record]>([])
    func offer(_ record: Record, from source: SourceName) { records.withLock { $0.append(record) } }
    var gaps: [Gap] {
      records.withLock { $0.compactMap { if case .gap(let gap) = $0 { gap } else { nil } } }
    }
    var rows: [String] {
      records.withLock {
        $0.compactMap { if case .terminalChange(let change) = $0, change.kind == .text { change.text } else { nil } }
      }
    }
  }

  private func frame(_ text: String) -> [UInt8] { RelayFrame(time: .now, .output(Array(text.utf8))).encoded }

  @Test func whatWasCopiedBeforeTheEndIsStillRecorded() throws {
    let (near, far) = try UnixSocket.pair()
    let (sink, drawn) = (Sink(), DispatchSemaphore(value: 0))
    let collector = TerminalCollector(copies: far, sink: sink, onDrawn: { drawn.signal() }) { _ in }
    try near.writeAll(frame("One\r\nTwo"))
    collector.start()
    #expect(drawn.wait(timeout: .now() + 10) == .success, "no text came within 10 s")
    try near.writeAll(frame("\r\nThree"))
    collector.stop()
    #expect(sink.rows.sorted() == ["One", "Three", "Two"] && sink.gaps.isEmpty)
    #expect(drawn.wait(timeout: .now()) == .timedOut, "told once")
  }

  @Test func aScreenThatCannotBeFollowedDoesNotHoldUpTheEnd() throws {
    let (near, far) = try UnixSocket.pair()
    let (sink, blocked) = (Sink(), DispatchSemaphore(value: 0))
    // Whoever is told of a key stands in for a screen that never comes to an end.
    let collector = TerminalCollector(copies: far, sink: sink) { _ in blocked.wait() }
    collector.start()
    try near.writeAll(RelayFrame(time: .now, .input([13], isHidden: false)).encoded)
    collector.stop(within: 0.1)
    #expect(sink.gaps.map(\.reason) == ["the screen could not be followed to its end within 0 s"])
    blocked.signal()
  }

  @Test func bytesThatAreNoneOfARelayEndIt() throws {
    let (near, far) = try UnixSocket.pair()
    let collector = TerminalCollector(copies: far, sink: Sink()) { _ in }
    collector.start()
    try near.writeAll([UInt8](repeating: 0xff, count: 64))
    collector.stop()
  }
}
