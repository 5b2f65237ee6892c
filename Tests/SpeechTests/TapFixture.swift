import Dispatch
import Glibc
@testable import Speech
import System
import TestSupport
import Testing

/// A tap on a thread of its own, in a folder of its own, in front of a socket at which the test itself is the daemon.
final class TapFixture {
  private let place: TemporaryFolder
  var folder: String { place.path }
  var listenPath: String { folder + "/tap.sock" }
  var daemonPath: String { folder + "/daemon.sock" }
  var publishPath: String { folder + "/publish/tap.sock" }
  private let stop: (read: Descriptor, write: Descriptor)
  private let ended = DispatchSemaphore(value: 0)

  init() throws {
    place = try TemporaryFolder()
    let folder = place.path
    stop = try Descriptor.pipe()
    let ready = DispatchSemaphore(value: 0)
    let (listen, daemon, publish, stop, ended) = (
      folder + "/tap.sock", folder + "/daemon.sock", folder + "/publish/tap.sock", stop.read, ended
    )
    DispatchQueue(label: "tap").async {
      defer { ended.signal() }
      guard let tap = try? SpeechTap(listen: listen, daemon: daemon, publish: publish) else { return }
      ready.signal()
      try? tap.run(until: stop)
    }
    try #require(ready.wait(timeout: .now() + 5) == .success)
  }

  deinit {
    try? stop.write.writeAll([0])
    ended.wait()
  }

  /// A client's end and the daemon's end of one connection through the tap.
  func connect(_ daemon: Descriptor) throws -> (client: Descriptor, daemon: Descriptor) {
    let client = try UnixSocket.connect(listenPath)
    return (client, try accept(daemon))
  }

  func accept(_ listener: Descriptor) throws -> Descriptor {
    let found = try pollDescriptors([(listener.number, .read)], until: .after(seconds: 5))
    try #require(found[0].contains(.read), "nobody connected")
    return try #require(try UnixSocket.accept(listener))
  }

  /// Connects as a recorder does.
  func subscribe() throws -> Subscription { Subscription(socket: try UnixSocket.connect(publishPath)) }
}

/// Reads what the tap publishes.
final class Subscription {
  let socket: Descriptor
  private var splitter = LineSplitter(.lf)
  private var lines: [TapLine] = []

  init(socket: Descriptor) { self.socket = socket }

  /// The next line.
  func next() throws -> TapLine {
    while lines.isEmpty {
      let bytes = try #require(try receive(socket, atMost: 65_536), "the tap published nothing more")
      for text in splitter.add(bytes) { lines.append(try #require(TapLine(parsing: text), "no line: \(text)")) }
    }
    return lines.removeFirst()
  }

  /// All lines up to the first one that `isLast` holds for.
  func lines(through isLast: (TapLine) -> Bool) throws -> [TapLine] {
    var result = [try next()]
    while !isLast(result[result.count - 1]) { result.append(try next()) }
    return result
  }
}

/// What comes next within 5 s; empty at the end, nil where nothing comes.
func receive(_ socket: Descriptor, atMost limit: Int) throws -> [UInt8]? {
  let found = try pollDescriptors([(socket.number, .read)], until: .after(seconds: 5))
  return found[0].isEmpty ? nil : try socket.readSome(limit: limit)
}

/// Exactly `count` bytes, or fewer where the end or nothing comes.
func receive(_ socket: Descriptor, exactly count: Int) throws -> [UInt8] {
  var bytes: [UInt8] = []
  while bytes.count < count, let some = try receive(socket, atMost: count - bytes.count), !some.isEmpty {
    bytes += some
  }
  return bytes
}

extension Descriptor {
  func say(_ text: String) throws { try writeAll(Array(text.utf8)) }
}

func hear(_ socket: Descriptor, _ text: String) throws {
  #expect(String(decoding: try receive(socket, exactly: text.utf8.count), as: UTF8.self) == text)
}
