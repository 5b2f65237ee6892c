import Glibc
import System
import Testing
import Timeline

@testable import Terminal

/// A relay between a terminal of the test's own and an inner one; the test is the person on the one side and the program on the other.
@Suite struct TerminalRelayTests {
  /// Both terminals, and what is copied.
  final class Bench {
    let outer: TerminalPair
    let relay: TerminalRelay
    let program: Descriptor
    let copies: Descriptor

    init(limit: Int = 1 << 20, typedAhead: String = "") throws {
      outer = try TerminalPair()
      let (near, far) = try UnixSocket.pair()
      copies = far
      relay = try TerminalRelay(
        copies: RelayCopies(to: near, limit: limit), input: outer.slave.number, output: outer.slave.number)
      program = try #require(relay.programsEnd)
      relay.letGoOfProgramsEnd()
      try outer.master.writeAll(Array(typedAhead.utf8))
      relay.begin()
      program.setNonBlocking(true)
    }

    /// Lets the relay work until a descriptor has given as much as is wanted, or says what has come.
    func read(_ descriptor: Descriptor, until isEnough: ([UInt8]) -> Bool) throws -> [UInt8] {
      let deadline = Deadline.after(seconds: 10)
      var bytes: [UInt8] = []
      while !isEnough(bytes) {
        relay.pass()
        let found = try pollDescriptors([(descriptor.number, .read)] + relay.wanted, until: deadline)
        if deadline.hasPassed { break }
        if found[0].contains(.read), let more = try descriptor.readSome() { bytes += more }
      }
      return bytes
    }

    func read(_ descriptor: Descriptor, count: Int) throws -> [UInt8] { try read(descriptor) { $0.count >= count } }

    /// What was copied until now.
    func frames() throws -> [RelayFrame] {
      copies.setNonBlocking(true)
      var frames = RelayFrames()
      var all: [RelayFrame] = []
      while true {
        relay.pass()
        guard let bytes = try copies.readSome(), !bytes.isEmpty else { return all }
        let whole = frames.take(bytes)
        all += try #require(whole)
      }
    }
  }

  @Test func everyByteGoesThroughBothWaysAndIsCopiedWithItsTime() throws {
    let bench = try Bench()
    let all = (0...255).map { UInt8($0) }
    try TerminalSettings(of: bench.program.number).raw.apply(to: bench.program.number)
    let before = MonotonicTime.now
    try bench.outer.master.writeAll(all)
    #expect(try bench.read(bench.program, count: 256) == all)
    try bench.program.writeAll(all.reversed())
    #expect(try bench.read(bench.outer.master, count: 256) == all.reversed())
    let frames = try bench.frames().filter { if case .size = $0.content { false } else { true } }
    #expect(frames.map(\.content) == [.input(all, isHidden: false), .output(all.reversed())])
    #expect(frames[0].time >= before && frames[1].time > frames[0].time && frames[1].time <= .now)
  }

  @Test func whatWasTypedBeforeItBeganGoesThrough() throws {
    let bench = try Bench(typedAhead: "one\rtwo")
    #expect(try bench.read(bench.program, count: 4) == Array("one\n".utf8))
    try bench.outer.master.writeAll(Array("\r".utf8))
    #expect(try bench.read(bench.program, count: 4) == Array("two\n".utf8))
  }

  @Test func theOuterTerminalIsRawMeanwhileAndThenAsItWas() throws {
    let bench = try Bench()
    func settings() throws -> TerminalSettings { try TerminalSettings(of: bench.outer.slave.number) }
    let raw = try settings()
    bench.relay.putBack()
    let before = try settings()
    #expect(raw != before && raw == before.raw)
    #expect(try before == TerminalSettings(of: bench.program.number), "the program's is what the outer one was")
    bench.relay.begin()
    #expect(try settings() == raw)
  }

  @Test func theInnerTerminalHasTheOuterOnesSizeAndFollowsIt() throws {
    let bench = try Bench()
    func resize(_ rows: UInt16, _ columns: UInt16) throws {
      var options = Child.Options()
      options.descriptors = [bench.outer.slave.number, -1, 2]
      let stty = try Child("stty", ["rows", "\(rows)", "cols", "\(columns)"], options)
      #expect(try stty.wait(until: .after(seconds: 5)) == .exited(0))
      bench.relay.followSize()
    }
    try resize(30, 100)
    let size = try #require(TerminalSize.of(bench.program.number))
    #expect(size == (30, 100))
    bench.relay.followSize()
    #expect(
      try bench.frames().map(\.content) == [.size(rows: 24, columns: 80), .size(rows: 30, columns: 100)], "told of once"
    )
  }

  @Test func whatIsTypedWhileTheTerminalHidesLinesIsToldToBe() throws {
    let bench = try Bench()
    for (echo, text) in [("-echo", "hunter2\r"), ("echo", "open\r")] {
      var options = Child.Options()
      options.descriptors = [bench.program.number, -1, 2]
      let stty = try Child("stty", [echo], options)
      #expect(try stty.wait(until: .after(seconds: 5)) == .exited(0))
      try bench.outer.master.writeAll(Array(text.utf8))
      _ = try bench.read(bench.program) { $0.last == UInt8(ascii: "\n") }
    }
    let inputs = try bench.frames().compactMap { frame in
      if case .input(let bytes, let isHidden) = frame.content {
        return (String(decoding: bytes, as: UTF8.self), isHidden)
      }
      return nil
    }
    #expect(
      inputs.filter(\.1).map(\.0).joined() == "hunter2\r" && inputs.filter { !$0.1 }.map(\.0).joined() == "open\r")
  }

  @Test func aRecorderThatTakesNothingHoldsNothingUpAndIsToldWhatItMissed() throws {
    let bench = try Bench(limit: 100_000)
    try TerminalSettings(of: bench.program.number).raw.apply(to: bench.program.number)
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
    var sent = 0
    for _ in 0..<2000 {
      try bench.program.writeAll(block)
      sent += try bench.read(bench.outer.master, count: 1000).count
    }
    #expect(sent == 2_000_000, "the terminal has every byte")
    var copied = 0
    var dropped = 0
    for frame in try bench.frames() {
      if case .output(let bytes) = frame.content { copied += bytes.count }
    }
    try bench.program.writeAll([UInt8(ascii: "y")])
    _ = try bench.read(bench.outer.master, count: 1)
    for frame in try bench.frames() {
      if case .output(let bytes) = frame.content { copied += bytes.count }
      if case .dropped(let count, let since) = frame.content {
        dropped += count
        #expect(since < frame.time)
      }
    }
    #expect(dropped > 0 && copied + dropped == sent + 1, "\(copied) copied, \(dropped) dropped")
  }

  @Test func aRecorderThatIsGoneChangesNothing() throws {
    let bench = try Bench()
    UnixSocket.endReading(bench.copies)
    for _ in 0..<3 {
      try bench.program.writeAll(Array("still here\n".utf8))
      #expect(try bench.read(bench.outer.master, count: 12) == Array("still here\r\n".utf8))
    }
  }

  @Test func aTerminalThatTakesNothingHoldsUpTheProgramAndNotTheKeys() throws {
    let bench = try Bench()
    try TerminalSettings(of: bench.program.number).raw.apply(to: bench.program.number)
    // Written until nothing more is taken, neither by the relay nor by the terminals.
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    var written = 0
    while true {
      let count = block.withUnsafeBytes { Glibc.write(bench.program.number, $0.baseAddress, $0.count) }
      written += max(0, count)
      bench.relay.pass()
      let found = try pollDescriptors(
        [(bench.program.number, .write)] + bench.relay.wanted, until: .after(seconds: 0.05))
      if count <= 0, found.allSatisfy(\.isEmpty) { break }
    }
    try bench.outer.master.writeAll([3])
    #expect(try bench.read(bench.program, count: 1) == [3], "a key still goes through")
    #expect(try bench.read(bench.outer.master, count: written).count == written, "and nothing is lost")
  }

  @Test func whatTheProgramWroteLastComesBeforeTheEnd() throws {
    let bench = try Bench()
    try bench.program.writeAll(Array("the last words".utf8))
    bench.relay.drain(within: 0.1)
    #expect(try bench.read(bench.outer.master, count: 14) == Array("the last words".utf8))
  }

  @Test func framesComeTogetherFromAnyPiecesAndRubbishIsRefused() throws {
    let frames = [
      RelayFrame(time: MonotonicTime(nanoseconds: 7), .output([1, 2, 3])),
      RelayFrame(time: MonotonicTime(nanoseconds: 8), .input([], isHidden: true)),
      RelayFrame(time: MonotonicTime(nanoseconds: 9), .size(rows: 24, columns: 80)),
      RelayFrame(time: MonotonicTime(nanoseconds: 10), .dropped(bytes: 5, since: MonotonicTime(nanoseconds: 3))),
    ]
    var reader = RelayFrames()
    var found: [RelayFrame] = []
    for byte in frames.flatMap(\.encoded) {
      let whole = reader.take([byte])
      found += try #require(whole)
    }
    #expect(found == frames)
    for rubbish in [
      [UInt8](repeating: 0xff, count: 16),
      RelayFrame(time: .now, .size(rows: 1, columns: 1)).encoded.map { $0 == 4 ? 9 : $0 },
    ] {
      var reader = RelayFrames()
      #expect(reader.take(rubbish) == nil)
    }
  }
}
