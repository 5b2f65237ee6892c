import Dispatch
import Glibc
@testable import Speech
import System
import Testing
import Timeline

@Suite struct SpeechTapTests {
  @Test func bytesPassBothWaysAsTheyAreAndLinesArePublished() throws {
    let tap = try TapFixture()
    let listener = try UnixSocket.listen(tap.daemonPath)
    let recorder = try tap.subscribe()
    let hello = try recorder.next()
    #expect(hello.kind == .hello && hello.text == "1 \(getpid()) \(tap.daemonPath)\t\(tap.listenPath)")
    let before = MonotonicTime.now
    let (client, daemon) = try tap.connect(listener)
    try client.say("SET self CLIENT_NAME a:b:c\r\nSPE")
    try hear(daemon, "SET self CLIENT_NAME a:b:c\r\nSPE")
    try client.writeAll([0x41, 0x4b, 13, 10, 0xff, 0x00, 10, 0x2e, 10, 0x80, 13, 10])
    #expect(try receive(daemon, exactly: 12) == [0x41, 0x4b, 13, 10, 0xff, 0x00, 10, 0x2e, 10, 0x80, 13, 10])
    try daemon.say("208 OK CLIENT NAME SET\r\n")
    try hear(client, "208 OK CLIENT NAME SET\r\n")
    let lines = try recorder.lines { $0.kind == .fromDaemon }
    #expect(lines.map(\.kind) == [.opened, .fromClient, .fromClient, .fromClient, .fromDaemon])
    #expect(
      lines.map(\.text) == [
        "", "SET self CLIENT_NAME a:b:c", "SPEAK", "\u{fffd}\0\n.\n\u{fffd}", "208 OK CLIENT NAME SET",
      ])
    #expect(lines.allSatisfy { $0.connection == 1 && $0.time >= before && $0.time <= .now })
  }

  @Test func halfCloseIsPassedOnAndTheRestStillComes() throws {
    let tap = try TapFixture()
    let listener = try UnixSocket.listen(tap.daemonPath)
    let (client, daemon) = try tap.connect(listener)
    try client.say("QUIT\r\n")
    UnixSocket.endWriting(client)
    try hear(daemon, "QUIT\r\n")
    #expect(try receive(daemon, atMost: 1) == [])
    try daemon.say("231 HAPPY HACKING\r\n")
    try hear(client, "231 HAPPY HACKING\r\n")
    UnixSocket.endWriting(daemon)
    #expect(try receive(client, atMost: 1) == [])
  }

  @Test func aClientThatLeavesAtOnceIsHeardToItsEnd() throws {
    let tap = try TapFixture()
    let listener = try UnixSocket.listen(tap.daemonPath)
    let recorder = try tap.subscribe()
    var client: Descriptor? = try UnixSocket.connect(tap.listenPath)
    let daemon = try tap.accept(listener)
    try client?.say("SPEAK\r\nhello\r\n.\r\n")
    client = nil
    try hear(daemon, "SPEAK\r\nhello\r\n.\r\n")
    #expect(try receive(daemon, atMost: 1) == [])
    try daemon.say("230 OK\r\n225-7\r\n225 OK\r\n")
    UnixSocket.endWriting(daemon)
    let lines = try recorder.lines { $0.kind == .closed }
    #expect(lines.suffix(4).map(\.text) == ["230 OK", "225-7", "225 OK", ""])
  }

  @Test func aDaemonThatDiesClosesItsClientsAndMayComeBack() throws {
    let tap = try TapFixture()
    var listener: Descriptor? = try UnixSocket.listen(tap.daemonPath)
    var (client, daemon): (Descriptor, Descriptor?) = try tap.connect(listener!)
    try daemon?.say("last words\r\n")
    (listener, daemon) = (nil, nil)
    try hear(client, "last words\r\n")
    #expect(try receive(client, atMost: 1) == [])
    let found = try pollDescriptors([(client.number, [])], until: .after(seconds: 5))
    #expect(!found[0].isDisjoint(with: .hangUp))
    #expect(throws: SystemError.self) { try UnixSocket.send([1], to: client) }
    // Nobody there: closed at once, as the daemon's end would be.
    client = try UnixSocket.connect(tap.listenPath)
    #expect(try receive(client, atMost: 1) == [])
    listener = try UnixSocket.listen(tap.daemonPath)
    let (again, daemonAgain) = try tap.connect(listener!)
    try again.say("HELP\r\n")
    try hear(daemonAgain, "HELP\r\n")
  }

  @Test func aSlowSideSlowsTheOtherAndNothingIsLost() throws {
    let tap = try TapFixture()
    let listener = try UnixSocket.listen(tap.daemonPath)
    let (client, daemon) = try tap.connect(listener)
    let body = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    var sent = 0
    // As long as the daemon reads nothing, only so much is taken off the client.
    while sent < body.count {
      let some = try UnixSocket.send(body[sent...].prefix(65_536), to: client)
      if try some == 0 && !mayWrite(client) { break }
      sent += some
    }
    #expect(sent < 2_000_000, "\(sent) bytes went nowhere")
    let rest = sent
    DispatchQueue.global().async { try? client.writeAll(body[rest...]) }
    #expect(try receive(daemon, exactly: body.count) == body)
  }

  @Test func aSubscriberThatStopsReadingDisturbsNobodyAndIsToldWhatItMissed() throws {
    let tap = try TapFixture()
    let listener = try UnixSocket.listen(tap.daemonPath)
    let (deaf, good) = (try tap.subscribe(), try tap.subscribe())
    _ = (try deaf.next(), try good.next())
    let (client, daemon) = try tap.connect(listener)
    try client.say("SET self NOTIFICATION ALL on\r\nSET self PRIORITY text\r\n")
    let text = String(repeating: "x", count: 1000)
    _ = try receive(daemon, exactly: 54)
    let opening = 3
    for number in 0..<5000 {
      let line = "NOOP \(number) \(text)\r\n"
      try client.say(line)
      #expect(try receive(daemon, exactly: line.utf8.count).count == line.utf8.count)
      _ = try good.lines { $0.text.hasPrefix("NOOP") }
    }
    let lines = try deaf.lines { $0.kind == .dropped }
    let published = lines.count - 1
    let (count, since) = lines[published].text.cutAtBlank
    #expect(published + (Int(count) ?? 0) == 5000 + opening && published < 5000)
    #expect(lines[published - 1].time.nanoseconds <= Int64(since) ?? 0)
    // And then where the connection stands, whatever was missed.
    #expect(try deaf.next().kind == .opened)
  }

  @Test func aSubscriberThatIsKilledIsForgotten() throws {
    let tap = try TapFixture()
    let listener = try UnixSocket.listen(tap.daemonPath)
    var dead: Subscription? = try tap.subscribe()
    _ = try dead?.next()
    let (client, daemon) = try tap.connect(listener)
    dead = nil
    for _ in 0..<100 {
      try client.say("NOOP\r\n")
      try hear(daemon, "NOOP\r\n")
    }
    let late = try tap.subscribe()
    #expect(try late.next().kind == .hello)
  }

  @Test func socketsAreForTheOwnerAloneAndGoWithTheTap() throws {
    var tap: TapFixture? = try TapFixture()
    let paths = [tap!.listenPath, tap!.publishPath, tap!.folder + "/publish"]
    let modes = paths.map { path in
      var status = stat()
      stat(path, &status)
      return status.st_mode & 0o777
    }
    #expect(modes == [0o600, 0o600, 0o700])
    tap = nil
    #expect(paths.allSatisfy { access($0, F_OK) != 0 })
  }

  private func mayWrite(_ socket: Descriptor) throws -> Bool {
    try !pollDescriptors([(socket.number, .write)], until: .after(seconds: 0.3))[0].isEmpty
  }
}
