import Glibc
import System
import Testing

@Suite struct SocketAndTableTests {
  private func temporaryPath(_ name: String) -> String { "/tmp/system-tests-\(getpid())-\(name)" }

  @Test func aSocketIsForItsOwnerAndAStaleOneIsReplaced() throws {
    let path = temporaryPath("stale")
    defer { unlink(path) }
    var first: Descriptor? = try UnixSocket.listen(path)
    var status = stat()
    stat(path, &status)
    #expect(status.st_mode & 0o777 == 0o600)
    let inUse = #expect(throws: SystemError.self) { try UnixSocket.listen(path) }
    #expect(inUse?.code == EADDRINUSE)
    #expect(first != nil)
    first = nil
    let second = try UnixSocket.listen(path)
    let client = try UnixSocket.connect(path)
    let server = try #require(try UnixSocket.accept(second))
    try client.writeAll(Array("hello".utf8))
    #expect(try server.readSome() == Array("hello".utf8))
    UnixSocket.endWriting(client)
    #expect(try server.readSome() == [])
  }

  @Test func aFileThatIsNoSocketIsLeftAlone() throws {
    let path = temporaryPath("file")
    defer { unlink(path) }
    try Descriptor.open(path, flags: O_WRONLY | O_CREAT).writeAll(Array("precious".utf8))
    let error = #expect(throws: SystemError.self) { try UnixSocket.listen(path) }
    #expect(error?.code == EEXIST)
    #expect(ProcessTable.readFile(path) == "precious")
  }

  @Test func thePeerIsKnown() throws {
    let path = temporaryPath("peer")
    defer { unlink(path) }
    let listener = try UnixSocket.listen(path)
    let client = try UnixSocket.connect(path)
    let server = try #require(try UnixSocket.accept(listener))
    #expect(UnixSocket.peer(of: server)?.processID == getpid())
    #expect(UnixSocket.peer(of: client)?.userID == geteuid())
  }

  @Test func sendingNeverWaits() throws {
    let (a, b) = try UnixSocket.pair()
    let chunk = [UInt8](repeating: 7, count: 100_000)
    var sent = 0
    while case let some = try UnixSocket.send(chunk[...], to: a), some > 0 { sent += some }
    b.setNonBlocking(true)
    var got = 0
    while let some = try b.readSome(), !some.isEmpty { got += some.count }
    #expect(sent > 0 && got == sent)
    UnixSocket.endReading(b)
    #expect(throws: SystemError.self) { try UnixSocket.send(chunk[...], to: a) }
  }

  @Test func anAbstractSocketAndATooLongPath() throws {
    let name = "@system-tests-\(getpid())"
    let listener = try UnixSocket.listen(name)
    _ = try UnixSocket.connect(name)
    #expect(try UnixSocket.accept(listener) != nil)
    let error = #expect(throws: SystemError.self) {
      try UnixSocket.listen("/tmp/" + String(repeating: "x", count: 120))
    }
    #expect(error?.code == ENAMETOOLONG)
  }

  @Test func aPathIsAwaited() throws {
    let path = temporaryPath("awaited")
    defer { unlink(path) }
    #expect(try FileWatch.waitForPath(path, until: .after(seconds: 0.02)) == false)
    let child = try Child(
      "sh", ["-c", "read x; : > \(path)"],
      {
        var options = Child.Options()
        options.descriptors = [-1]
        return options
      }())
    #expect(try FileWatch.waitForPath(path, until: .after(seconds: 5)))
    _ = try child.wait(until: .after(seconds: 5))
  }

  @Test func parentsAndWords() throws {
    #expect(ProcessTable.parent(of: getpid()) == getppid())
    #expect(ProcessTable.ancestors(of: getpid()).isSuperset(of: [getpid(), getppid()]))
    #expect(ProcessTable.descendants(of: getppid()).contains(getpid()))
    #expect(ProcessTable.parent(of: 0x3fffffff) == nil)
  }
}
