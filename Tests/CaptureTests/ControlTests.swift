import System
import TestSupport
import Testing
import Timeline

@testable import Capture

/// What recorders are told, and what they answer.
@Suite struct ControlTests {
  private final class Collected: RecordSink {
    let records = Arrivals<Record>()
    func offer(_ record: Record, from source: SourceName) { records.add(record) }
  }

  private let sink = Collected()
  private let start = MonotonicTime.now
  private var control: SessionControl {
    SessionControl(path: "/dev/null", start: start, markers: sink, pauses: PauseSwitch(next: sink), feed: nil)
  }

  @Test func requestsAndRepliesComeAcross() {
    let file = FileIdentity("/dev/null")
    for request in [
      ControlRequest(.mark, at: start, file: file, text: "two words, “ä”  and blanks "),
      ControlRequest(.pause, at: start), ControlRequest(.resume, at: start, file: file),
    ] { #expect(ControlRequest(parsing: String(request.line.dropLast())) == request) }
    for reply in [
      ControlReply.taken(at: 7, file: "/a b"), .unchanged(at: 0, file: "/x"), .other(file: "/y"),
      .refused("no, thank you"),
    ] { #expect(ControlReply(parsing: String(reply.line.dropLast())) == reply) }
  }

  @Test(arguments: [
    "", "mark", "1 mark", "2 mark 7 - x", "1 erase 7 - x", "1 mark soon - x", "1 mark 7 5 x", "1 mark 7 5:-1 x",
    "1 mark 7 -",
    "1 mark 99999999999999999999 - x", "1 mark -9223372036854775808 - x",
  ])
  func whatIsNoRequestIsNone(_ line: String) {
    #expect(ControlRequest(parsing: line) == nil)
    #expect(ControlReply(parsing: line) == nil)
  }

  @Test func aMarkIsKeptAtTheTimeOfTheRequest() {
    let time = MonotonicTime.now
    let reply = control.answer(ControlRequest(.mark, at: time, text: "here"))
    #expect(reply == .taken(at: time - start, file: "/dev/null"))
    #expect(sink.records.all == [.marker(Marker(time: time, text: "here"))])
  }

  @Test func aTimeThatCannotBeIsRefused() {
    for nanoseconds: Int64 in [-11_000_000_000, 60_000_000_000, .min / 2] {
      let request = ControlRequest(.mark, at: MonotonicTime.now + nanoseconds, text: "x")
      guard case .refused = control.answer(request) else {
        Issue.record("\(nanoseconds) ns from now was taken")
        continue
      }
    }
    #expect(sink.records.all == [])
  }

  @Test func aCommandThatBeganBeforeTheSessionMarksItsStart() {
    let reply = control.answer(ControlRequest(.mark, at: start + -1_000_000, text: "x"))
    #expect(reply == .taken(at: 0, file: "/dev/null"))
  }

  @Test func anotherFileIsNotThisOne() throws {
    let other = ControlRequest(.mark, at: .now, file: FileIdentity("/dev/zero"), text: "x")
    #expect(control.answer(other) == .other(file: "/dev/null"))
    let same = ControlRequest(.pause, at: .now, file: FileIdentity("/dev/null"))
    guard case .taken = control.answer(same) else { return #expect(Bool(false), "the same file") }
  }
}
