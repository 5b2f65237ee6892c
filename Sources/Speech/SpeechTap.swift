internal import Glibc
public import System
internal import Timeline

/// A transparent proxy in front of speech-dispatcher that tells subscribers what went through it.
///
/// One thread, one poll loop. Bytes are passed on first, as they are; only then are they cut into lines and published. Nothing
/// that a client, a subscriber or the analysis does changes what another client and the daemon see of each other.
public final class SpeechTap {
  private let listener: Descriptor
  private let publisher: Descriptor
  private let listenPath: String
  private let daemonPath: String
  private let publishPath: String
  private var clients: [TapClient] = []
  private var subscribers: [TapSubscriber] = []
  private var lastNumber: Int64 = 0

  /// Connections that are served at once, each with two descriptors; those beyond wait to be accepted.
  private static let clientLimit = 400
  private static let subscriberLimit = 16

  /// Listens at `listen` for clients and at `publish` for recorders; the daemon at `daemon` need not be there yet.
  ///
  /// The folder of `publish` is made, for its owner alone, where it is missing. Throws where a socket cannot be made.
  public init(listen: String, daemon: String, publish: String) throws(SpeechError) {
    do {
      if let cut = publish.lastIndex(of: "/"), cut > publish.startIndex { mkdir(String(publish[..<cut]), 0o700) }
      publisher = try UnixSocket.listen(publish)
    } catch {
      throw SpeechError("speech tap: \(error)")
    }
    do {
      listener = try UnixSocket.listen(listen)
    } catch {
      unlink(publish)
      throw SpeechError("speech tap: \(error)")
    }
    listener.setNonBlocking(true)
    publisher.setNonBlocking(true)
    (listenPath, daemonPath, publishPath) = (listen, daemon, publish)
  }

  deinit {
    unlink(listenPath)
    unlink(publishPath)
  }

  /// Serves until a signal other than SIGHUP comes.
  public func run(until signals: Signals) throws(SpeechError) {
    try run(until: signals.descriptor) {
      while let arrival = signals.next() { if arrival.number != SIGHUP { return true } }
      return false
    }
  }

  /// Serves until `stop` is readable and `ends` says that this is the end.
  func run(until stop: Descriptor, ends: () -> Bool = { true }) throws(SpeechError) {
    while true {
      let found: [PollInterest]
      do {
        found = try pollDescriptors(wanted(stop), until: .never)
      } catch {
        throw SpeechError("speech tap: \(error)")
      }
      if !found[0].isEmpty, ends() { return }
      serve(found)
    }
  }

  /// Where no answer is wanted the descriptor is -1, which poll(2) passes over.
  private func wanted(_ stop: Descriptor) -> [(descriptor: Int32, interest: PollInterest)] {
    var entries: [(descriptor: Int32, interest: PollInterest)] = [
      (stop.number, .read),
      (clients.count < Self.clientLimit ? listener.number : -1, .read),
      (subscribers.count < Self.subscriberLimit ? publisher.number : -1, .read),
    ]
    for client in clients {
      entries.append((client.clientInterest == nil ? -1 : client.socket.number, client.clientInterest ?? []))
      entries.append((client.daemonInterest == nil ? -1 : client.daemon.number, client.daemonInterest ?? []))
    }
    for subscriber in subscribers { entries.append((subscriber.socket.number, subscriber.interest)) }
    return entries
  }

  private func serve(_ found: [PollInterest]) {
    // All bytes first.
    let arrivals = clients.indices.map {
      clients[$0].pump(client: found[3 + 2 * $0], daemon: found[4 + 2 * $0])
    }
    for index in arrivals.indices {
      for arrival in arrivals[index] { clients[index].lines(of: arrival).forEach(publish) }
    }
    for client in clients where client.hasEnded {
      publish(
        TapLine(time: .now, connection: client.number, kind: .closed, text: client.wasLeftByDaemon ? "daemon" : ""))
    }
    for index in subscribers.indices { subscribers[index].handle(found[3 + 2 * clients.count + index]) }
    clients.removeAll { $0.hasEnded }
    if !found[1].isEmpty { acceptClient() }
    if !found[2].isEmpty { acceptSubscriber() }
    for index in subscribers.indices {
      subscribers[index].write()
      if subscribers[index].awaitsResumption { subscribers[index].resume(clients.flatMap { $0.journal.prologue }) }
    }
    subscribers.removeAll { $0.isGone }
  }

  private func publish(_ line: TapLine) {
    guard !subscribers.isEmpty else { return }
    let bytes = line.bytes
    for index in subscribers.indices { subscribers[index].publish(line, bytes) }
  }

  /// Where the daemon is not there, the client finds its connection closed, as the daemon's end would have closed it.
  private func acceptClient() {
    guard let socket = try? UnixSocket.accept(listener),
      let daemon = try? UnixSocket.connect(daemonPath, waiting: false)
    else { return }
    socket.setNonBlocking(true)
    lastNumber += 1
    let client = TapClient(number: lastNumber, socket: socket, daemon: daemon)
    clients.append(client)
    client.journal.prologue.forEach(publish)
  }

  private func acceptSubscriber() {
    guard let socket = try? UnixSocket.accept(publisher) else { return }
    socket.setNonBlocking(true)
    let hello = TapLine(
      time: .now, connection: 0, kind: .hello, text: "\(TapLine.formatVersion) \(getpid()) \(daemonPath)\t\(listenPath)"
    )
    subscribers.append(TapSubscriber(socket: socket, greeting: [hello] + clients.flatMap { $0.journal.prologue }))
  }
}
