import Dispatch
import Glibc
import System
import TestSupport
import Testing

/// A real capture with speech as its only source: a tap between a client and a daemon, which are both the test's own.
final class SpeechCapture {
  /// XDG_RUNTIME_DIR, which several captures may share.
  let folder: TemporaryFolder
  let path: String
  /// The process that the person called: the guard.
  let capture: Child
  private let status: Descriptor
  private var told = ""

  static func environment(_ folder: TemporaryFolder) -> [String: String] {
    [
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere", "AT_SPI_BUS_ADDRESS": "", "DISPLAY": "",
      "PULSE_SERVER": "unix:/nowhere", "XDG_RUNTIME_DIR": folder.path,
    ]
  }

  /// Starts a capture into `name`, of a program that waits where nothing else is said, and waits until it records.
  init(
    _ name: String, in folder: TemporaryFolder, _ arguments: [String] = ["--", "sleep", "600"],
    environment: [String: String] = [:]
  ) throws {
    self.folder = folder
    path = "\(folder.path)/\(name)"
    let (read, write) = try Descriptor.pipe()
    let log = try Descriptor.open(path + ".log", flags: O_CREAT | O_WRONLY)
    var options = Child.Options()
    options.descriptors = [-1, log.number, log.number, write.number]
    options.environment.merge(Self.environment(folder).merging(environment) { $1 }) { $1 }
    capture = try Child(
      Tool.path("a11y-capture"), ["-o", path, "--status-fd", "3"] + arguments, options)
    status = read
    try waitUntilTold("\"status\":\"recording\"")
  }

  deinit { capture.terminate(within: 10) }

  /// Everything that it has said.
  var log: String { FileContents.read(path + ".log") ?? "" }

  /// Waits until the status lines hold a text, and forgets them up to there.
  func waitUntilTold(_ text: String) throws {
    let deadline = Deadline.after(seconds: 20)
    while true {
      if let cut = told.firstIndex(of: text) {
        told = String(told[cut...])
        return
      }
      let found = try pollDescriptors([(status.number, .read)], until: deadline)
      let bytes = found[0].isEmpty ? [] : try status.readSome() ?? []
      try #require(!bytes.isEmpty, "\(path) was never told of \(text); \(told) \(log)")
      told += String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Ends the application and with it the recording.
  func end() throws -> System.ExitStatus? {
    capture.signal(SIGTERM)
    return try capture.wait(until: .after(seconds: 20))
  }

  /// The recorders that can be reached.
  static func recorders(in folder: TemporaryFolder) -> [Int32] {
    TemporaryFolder.names(in: folder.path + "/a11y-capture").compactMap {
      $0.hasSuffix(".sock") ? Int32($0.dropLast(5)) : nil
    }
  }
}

extension String {
  /// Where a text ends in this one for the first time; nil where it is not in it.
  fileprivate func firstIndex(of text: String) -> Index? {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(text) { return rest.index(rest.startIndex, offsetBy: text.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}

/// A program that ends with its last reference, also where whoever started it fails in the middle of its own making.
private final class Held {
  let child: Child

  init(_ child: Child) { self.child = child }

  deinit { child.terminate(within: 5) }
}

/// A speech tap, and both ends of one client's conversation through it.
final class TappedConversation {
  private let tap: Held
  private let client: Descriptor
  private let daemon: Descriptor
  private let listener: Descriptor
  private var messages = 0

  init(in folder: TemporaryFolder) throws {
    let (listen, behind) = (folder.path + "/l", folder.path + "/d")
    let listener = try UnixSocket.listen(behind)
    self.listener = listener
    tap = Held(
      try Tool.start(
        "a11y-capture", ["tap", "--listen", listen, "--daemon", behind],
        environment: ["XDG_RUNTIME_DIR": folder.path]
      ).child)
    try #require(try FileWatch.waitForPath(listen, until: .after(seconds: 10), orEndOf: tap.child.ended))
    // A socket is there before anybody listens on it; once the tap greets, it listens on both.
    let subscriber = try UnixSocket.connect(folder.path + "/a11y-capture/tap.sock")
    try #require(!pollDescriptors([(subscriber.number, .read)], until: .after(seconds: 10))[0].isEmpty)
    client = try UnixSocket.connect(listen)
    daemon = try #require(try UnixSocket.accept(listener))
    // Every recorder tests itself by one exchange.
    DispatchQueue.global().async {
      while let other = try? UnixSocket.accept(listener) {
        try? other.writeAll(Array("208 OK CLIENT NAME SET\r\n".utf8))
        while let bytes = try? other.readSome(), !bytes.isEmpty {}
      }
    }
    try exchange("SET self CLIENT_NAME root:test:main", answer: "208 OK CLIENT NAME SET")
    try exchange("SET self NOTIFICATION ALL on", answer: "220 OK NOTIFICATION SET")
  }

  deinit { UnixSocket.endReading(listener) }

  /// Queues a message; gives its number.
  func speak(_ text: String) throws -> Int {
    messages += 1
    try exchange("SPEAK", answer: "230 OK RECEIVING DATA")
    try exchange(text + "\r\n.", answer: "225-\(messages)\r\n225 OK MESSAGE QUEUED")
    return messages
  }

  /// The daemon tells of a message: "701 BEGIN", "702 END", "703 CANCELED".
  func notify(_ message: Int, _ what: String) throws {
    let code = what.prefix(3)
    try pass("\(code)-\(message)\r\n\(code)-1\r\n\(what)", from: daemon, to: client)
  }

  private func exchange(_ words: String, answer: String) throws {
    try pass(words, from: client, to: daemon)
    try pass(answer, from: daemon, to: client)
  }

  private func pass(_ text: String, from: Descriptor, to: Descriptor) throws {
    try from.writeAll(Array((text + "\r\n").utf8))
    var got: [UInt8] = []
    while got.count < text.utf8.count + 2 {
      let found = try pollDescriptors([(to.number, .read)], until: .after(seconds: 10))
      try #require(!found[0].isEmpty, "the tap did not pass on: \(text)")
      got += try to.readSome() ?? []
    }
  }
}
