internal import DBus
internal import Glibc
internal import Storage
internal import System
internal import Timeline

/// One storm, received by one program.
struct ReceptionTurn {
  /// Who receives.
  enum Receiver: String, CaseIterable {
    case product = "a11y-capture"
    case bareListener = "C libatspi listener"
    case readingListener = "C libatspi listener that reads name and role"
    case pyatspi = "pyatspi listener"
    case monitor = "dbus-monitor"
    case gdbus = "bare filter of GDBus"
    case libdbus = "bare loop of libdbus"
    case sdBus = "bare loop of sd-bus"
  }

  /// What it received.
  struct Outcome {
    /// Times of arrival by the event's number, in the order of arrival.
    var arrivals: [(number: Int, time: Int64)] = []
    /// Nanoseconds from sending to arrival.
    var delays: [Int64] = []
    /// Seconds of processor time of the receiver alone.
    var processorSeconds = 0.0
    /// Seconds from the first arrival to the last.
    var seconds = 0.0
    /// Events of elements whose name and role are known; nil where nobody asks.
    var known: Int?
    /// Events that the receiver itself told to have lost.
    var toldAsLost = 0
    /// Whether the numbers came in the order in which they were sent, none twice.
    var isInOrder: Bool { zip(arrivals, arrivals.dropFirst()).allSatisfy { $0.number < $1.number } }
  }

  let folder: PrivateFolder
  let count: Int
  let rate: Int
  let elements: Int

  private var emission: [String] {
    ["emit", "--count", "\(count)", "--elements", "\(elements)", "--stamps", folder.path + "/stamps"]
      + (rate > 0 ? ["--rate", "\(rate)"] : [])
  }

  /// Lets one program receive the storm.
  func run(_ receiver: Receiver) throws -> Outcome {
    let before = ProcessorTime.ofChildren
    var outcome: Outcome
    let emitted: String
    switch receiver {
    case .product: (outcome, emitted) = try recorded()
    case .monitor: (outcome, emitted) = try monitored()
    default: (outcome, emitted) = try listened(receiver)
    }
    outcome.processorSeconds =
      ProcessorTime.ofChildren - before - Peer.figures("seconds", in: emitted).median
    let sent = Peer.pairs(in: ProcessTable.readFile(folder.path + "/stamps") ?? "")
    outcome.delays = outcome.arrivals.compactMap { $0.number < sent.count ? $0.time - sent[$0.number].1 : nil }
    if let first = outcome.arrivals.first, let last = outcome.arrivals.last {
      outcome.seconds = Double(last.time - first.time) / 1e9
    }
    return outcome
  }

  private func recorded() throws -> (Outcome, String) {
    let path = folder.path + "/storm.db"
    unlink(path)
    let output = try Peer.run(
      "a11y-capture", ["-o", path, "--", ownProgramPath()] + emission, accepting: [0, 2])
    let file = try TimelineFile(reading: path)
    var outcome = Outcome()
    let start = try file.rows("SELECT started_monotonic_ns FROM session").first?.first?.integer ?? 0
    let rows = try file.rows(
      """
      SELECT detail1, time_ns, EXISTS (SELECT 1 FROM element_version AS was WHERE was.element_id = event.element_id
          AND role_id IS NOT NULL AND name_id IS NOT NULL)
      FROM event JOIN string ON string.id = type_id
      WHERE value = 'object:property-change:accessible-name' ORDER BY event.id
      """)
    outcome.arrivals = rows.map { (Int($0[0].integer ?? -1), ($0[1].integer ?? 0) + start) }
    outcome.known = rows.count { $0[2].integer == 1 }
    outcome.toldAsLost = Int(
      try file.rows("SELECT dropped FROM source WHERE name = 'events'").first?.first?.integer ?? 0)
    return (outcome, output)
  }

  private func listened(_ receiver: Receiver) throws -> (Outcome, String) {
    let arrivals = folder.path + "/arrivals"
    let script = Peer.folder + "/listen.py"
    let words =
      switch receiver {
      case .pyatspi: ["/usr/bin/python3", script, "\(count)", arrivals]
      case .gdbus: [folder.path + "/receive", "gdbus", try AccessibilityBus.address(), "\(count)", arrivals]
      case .libdbus: [folder.path + "/receive", "libdbus", try AccessibilityBus.address(), "\(count)", arrivals]
      case .sdBus: [folder.path + "/receive", "sd-bus", try AccessibilityBus.address(), "\(count)", arrivals]
      case .readingListener: [folder.path + "/listen", "\(count)", arrivals, "read"]
      default: [folder.path + "/listen", "\(count)", arrivals]
      }
    let (peer, lines) = try Peer.start(words[0], Array(words.dropFirst()), until: "ready")
    let emitted = try Peer.run(ownProgramPath(), emission)
    guard case .exited(0)? = try peer.wait(until: .after(seconds: 180)) else {
      peer.signal(SIGKILL)
      _ = try peer.wait()
      throw SystemError("\(receiver.rawValue): the last event did not come within 180 s", code: 0)
    }
    var outcome = Outcome()
    outcome.arrivals = Peer.pairs(in: ProcessTable.readFile(arrivals) ?? "")
    if receiver == .readingListener { outcome.known = Int(Peer.figures("known", in: lines.rest()).median) }
    return (outcome, emitted)
  }

  /// dbus-monitor tells the time of day of each message, in order, and not which one it is.
  private func monitored() throws -> (Outcome, String) {
    let (peer, lines) = try Peer.start(
      "dbus-monitor",
      ["--address", try AccessibilityBus.address(), "--profile", "type='signal',member='PropertyChange'"],
      until: "#type")
    let emitted = try Peer.run(ownProgramPath(), emission)
    // What it has not told by then it has not seen.
    try? lines.wait(for: "dbus-monitor: the last event", within: 20) { text in
      text.utf8.count { $0 == UInt8(ascii: "\n") } > count
    }
    peer.signal(SIGTERM)
    _ = try peer.wait()
    let offset = MonotonicTime.wallClockNanoseconds - MonotonicTime.now.nanoseconds
    var outcome = Outcome()
    for line in lines.rest().split(separator: "\n") where line.hasPrefix("sig\t") {
      let parts = line.split(separator: "\t")
      guard parts.count > 2, let seconds = Double(parts[1]) else { continue }
      outcome.arrivals.append((outcome.arrivals.count, Int64(seconds * 1e6) * 1000 - offset))
    }
    return (outcome, emitted)
  }
}
