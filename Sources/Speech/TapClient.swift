internal import System
internal import Timeline

/// A client's connection with the daemon's end of it.
struct TapClient {
  let number: Int64
  let socket: Descriptor
  let daemon: Descriptor
  var toDaemon: Pump
  var toClient: Pump
  var journal: TapJournal
  private var clientLines = LineSplitter(.crlf)
  private var daemonLines = LineSplitter(.crlf)

  init(number: Int64, socket: Descriptor, daemon: Descriptor) {
    self.number = number
    self.socket = socket
    self.daemon = daemon
    toDaemon = Pump(from: socket, to: daemon)
    toClient = Pump(from: daemon, to: socket)
    journal = TapJournal(connection: number, opened: .now)
  }

  /// What the client's socket is polled for; nil where even a hang-up would say nothing new.
  var clientInterest: PollInterest? { interest(toDaemon.wantsToRead, toClient.wantsToWrite) }
  /// What the daemon's socket is polled for.
  ///
  /// After its end of speaking, its hang-up is still waited for: it then hears nothing either.
  var daemonInterest: PollInterest? {
    interest(toClient.wantsToRead, toDaemon.wantsToWrite) ?? (toClient.hasEnded ? [] : nil)
  }

  private func interest(_ reads: Bool, _ writes: Bool) -> PollInterest? {
    guard reads || writes else { return nil }
    return PollInterest(reads ? [.read] : []).union(writes ? [.write] : [])
  }

  /// Moves bytes as poll(2) found it possible; gives what was read.
  mutating func pump(client: PollInterest, daemon: PollInterest) -> [Arrival] {
    var arrivals: [Arrival] = []
    if !client.isDisjoint(with: [.read, .hangUp]), toDaemon.wantsToRead, let read = toDaemon.read() {
      arrivals.append(Arrival(kind: .fromClient, bytes: read.bytes, time: read.time))
    }
    if !daemon.isDisjoint(with: [.read, .hangUp]), toClient.wantsToRead, let read = toClient.read() {
      arrivals.append(Arrival(kind: .fromDaemon, bytes: read.bytes, time: read.time))
    }
    if toClient.sourceHasEnded, !toDaemon.sourceHasEnded { wasLeftByDaemon = true }
    if toClient.wantsToWrite, !client.isDisjoint(with: [.write, .hangUp]) { toClient.write() }
    if toDaemon.wantsToWrite, !daemon.isDisjoint(with: [.write, .hangUp]) { toDaemon.write() }
    if toClient.hasEnded, !daemon.isDisjoint(with: .hangUp) { toDaemon.dropTarget() }
    hasEnded = toClient.hasEnded && (toDaemon.hasEnded || !daemon.isDisjoint(with: .hangUp))
    return arrivals
  }

  /// Whether the daemon ended the connection while the client still had it open.
  private(set) var wasLeftByDaemon = false

  /// Whether both ways have come to their end.
  private(set) var hasEnded = false

  /// Bytes that were read and have been passed on.
  struct Arrival {
    let kind: TapLine.Kind
    let bytes: [UInt8]
    let time: MonotonicTime
  }

  /// The lines that these bytes complete, entered in the journal.
  mutating func lines(of arrival: Arrival) -> [TapLine] {
    let texts = arrival.kind == .fromClient ? clientLines.add(arrival.bytes) : daemonLines.add(arrival.bytes)
    return texts.map {
      let line = TapLine(time: arrival.time, connection: number, kind: arrival.kind, text: $0)
      journal.take(line)
      return line
    }
  }
}
