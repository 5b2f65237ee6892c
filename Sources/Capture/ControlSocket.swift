internal import Dispatch
internal import Glibc
internal import System

/// Takes what other processes of this user tell a running recorder, and answers them.
///
/// One thread of its own, one line each way. Who sends garbage, nothing, too much or too often is sent away, and delays nobody
/// but the others who connect here.
final class ControlSocket: Sendable {
  /// Somebody who has connected.
  private struct Client {
    let socket: Descriptor
    let deadline: Deadline
    var bytes: [UInt8] = []
    var isDone = false
  }

  /// Connections that are open at once; the oldest, which has had the most time to say its line, makes room for another.
  static let clientLimit = 32
  /// How long a client may take.
  static let patienceSeconds = 2.0

  /// Where it is.
  let path: String
  private let listener: Descriptor
  private let answer: @Sendable (ControlRequest) -> ControlReply
  private let stopRequest: (read: Descriptor, write: Descriptor)
  private let ended = DispatchSemaphore(value: 0)

  /// Listens in `folder`, which is made where it is missing, under the name of this process.
  init(in folder: String, answer: @escaping @Sendable (ControlRequest) -> ControlReply) throws(CaptureError) {
    try ControlFolder.make(folder)
    path = ControlFolder.socket(of: getpid(), in: folder)
    self.answer = answer
    do {
      // It appears when it listens already: a socket on which nobody answers is a dead recorder's, and is removed by whoever finds it.
      listener = try UnixSocket.listen(path + ".new")
      listener.setNonBlocking(true)
      stopRequest = try Descriptor.pipe()
    } catch {
      throw CaptureError("\(error)", exitStatus: 74)
    }
    guard rename(path + ".new", path) == 0 else {
      defer { unlink(path + ".new") }
      throw CaptureError("cannot make \(path): \(String(cString: strerror(errno)))", exitStatus: 74)
    }
    DispatchQueue(label: "control").async { [self] in run() }
  }

  /// Takes nothing more, and leaves nothing behind; returns once nobody is being answered.
  func stop() {
    unlink(path)
    try? stopRequest.write.writeAll([0])
    ended.wait()
    // So that a second call returns too.
    ended.signal()
  }

  private func run() {
    defer { ended.signal() }
    var clients: [Client] = []
    while true {
      let wanted: [(Int32, PollInterest)] =
        [(stopRequest.read.number, .read), (listener.number, .read)] + clients.map { ($0.socket.number, .read) }
      // All have had the same time, so the first one's ends first.
      guard let found = try? pollDescriptors(wanted, until: clients.first?.deadline ?? .never), found[0].isEmpty else {
        return
      }
      for index in clients.indices where !found[2 + index].isEmpty { serve(&clients[index]) }
      clients.removeAll { $0.isDone || $0.deadline.hasPassed }
      if !found[1].isEmpty { accept(&clients) }
    }
  }

  private func accept(_ clients: inout [Client]) {
    do {
      guard let socket = try UnixSocket.accept(listener) else { return }
      // The folder keeps others out, and a privileged process that has changed its user is no other.
      guard let peer = UnixSocket.peer(of: socket), peer.userID == geteuid() || peer.userID == 0 else { return }
      socket.setNonBlocking(true)
      var client = Client(socket: socket, deadline: .after(seconds: Self.patienceSeconds))
      // Mostly its line has come with it.
      serve(&client)
      guard !client.isDone else { return }
      if clients.count == Self.clientLimit { clients.removeFirst() }
      clients.append(client)
    } catch {
      // No descriptors are left: those that wait here give theirs back, and the next is not asked for at once.
      clients = []
      _ = try? pollDescriptors([(stopRequest.read.number, .read)], until: .after(seconds: 0.1))
    }
  }

  private func serve(_ client: inout Client) {
    do {
      guard let bytes = try client.socket.readSome(limit: ControlRequest.lineLimit + 1 - client.bytes.count) else {
        return
      }
      client.bytes += bytes
      if let end = client.bytes.firstIndex(of: UInt8(ascii: "\n")) {
        reply(reply(to: String(decoding: client.bytes[..<end], as: UTF8.self)), to: &client)
      } else if client.bytes.count > ControlRequest.lineLimit {
        reply(.refused("the line is longer than \(ControlRequest.lineLimit) bytes"), to: &client)
      } else if bytes.isEmpty {
        client.isDone = true
      }
    } catch {
      client.isDone = true
    }
  }

  private func reply(to line: String) -> ControlReply {
    guard let request = ControlRequest(parsing: line) else {
      return .refused("this is no request of version \(ControlRequest.version)")
    }
    if let fault = request.fault { return .refused(fault) }
    return answer(request)
  }

  private func reply(_ reply: ControlReply, to client: inout Client) {
    // A line fits into a socket that nothing was written to yet; who does not read it has no use for it.
    _ = try? UnixSocket.send(Array(reply.line.utf8)[...], to: client.socket)
    client.isDone = true
  }
}
