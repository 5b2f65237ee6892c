import Dispatch
import Glibc
@testable import Speech
import System
import Testing
import Timeline

@Suite(.serialized) struct TapLoadTests {
  @Test func eightClientsAtOnceGetTheirOwnBytesAndNothingElse() throws {
    let tap = try TapFixture()
    let listener = try UnixSocket.listen(tap.daemonPath)
    let recorder = try tap.subscribe()
    _ = try recorder.next()
    let pairs = try (0..<8).map { _ in try tap.connect(listener) }
    let rounds = 250
    // Each daemon's end answers every line with the client's own number in it; all clients write before any reads.
    for round in 0..<rounds {
      for (number, pair) in pairs.enumerated() { try pair.client.say("NOOP \(number) \(round)\r\n") }
      for (number, pair) in pairs.enumerated().reversed() {
        try hear(pair.daemon, "NOOP \(number) \(round)\r\n")
        try pair.daemon.say("2\(number)0 OK \(round)\r\n")
      }
      for (number, pair) in pairs.enumerated() { try hear(pair.client, "2\(number)0 OK \(round)\r\n") }
    }
    var seen: [Int64: [String]] = [:]
    for _ in 0..<8 * (2 * rounds + 1) {
      let line = try recorder.next()
      seen[line.connection, default: []].append(line.text)
    }
    for number in 0..<8 {
      let expected = (0..<rounds).flatMap { ["NOOP \(number) \($0)", "2\(number)0 OK \($0)"] }
      #expect(seen[Int64(number + 1)] == [""] + expected)
    }
  }

  @Test func theAddedDelayIsSmall() throws {
    let tap = try TapFixture()
    let listener = try UnixSocket.listen(tap.daemonPath)
    let recorder = try tap.subscribe()
    let (client, daemon) = try tap.connect(listener)
    let (near, far) = try UnixSocket.pair()
    let through = try roundTrips(client, daemon)
    let direct = try roundTrips(near, far)
    // Each round trip goes through the tap twice.
    let added = [0.5, 0.99].map { (through[$0] - direct[$0]) / 2 }
    print("speech tap: added delay p50 \(Int(added[0] / 1000)) µs, p99 \(Int(added[1] / 1000)) µs a way")
    // Generous, since other tests and builds share the machine.
    #expect(added[0] < 2_000_000)
    _ = recorder
  }

  /// Nanoseconds of 2,000 exchanges, as quantiles.
  private func roundTrips(_ client: Descriptor, _ daemon: Descriptor) throws -> Quantiles {
    let command = Array("SET self PUNCTUATION most\r\n".utf8)
    let rounds = 2000
    DispatchQueue(label: "echo").async {
      for _ in 0..<rounds {
        if let bytes = try? receive(daemon, exactly: command.count) { try? daemon.writeAll(bytes) }
      }
    }
    var times: [Int64] = []
    for _ in 0..<rounds {
      let start = MonotonicTime.now
      try client.writeAll(command)
      #expect(try receive(client, exactly: command.count) == command)
      times.append(MonotonicTime.now - start)
    }
    return Quantiles(times)
  }

  private struct Quantiles {
    private let sorted: [Int64]
    init(_ times: [Int64]) { sorted = times.sorted() }
    subscript(_ share: Double) -> Double { Double(sorted[Int(share * Double(sorted.count - 1))]) }
  }
}
