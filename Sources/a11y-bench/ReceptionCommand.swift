internal import CommandLineTable
internal import Glibc
internal import System

/// `a11y-bench reception`: storms of events through the real a11y bus, received by the product and by its peers in turn.
enum ReceptionCommand {
  static let table = Command(
    "reception",
    summary: "Measure how storms of events are received, beside libatspi, pyatspi, dbus-monitor and bare loops",
    options: [
      Option("seconds", value: "S", "How long each storm of a given rate is; 5 by default"),
      Option("rates", value: "LIST", "Events a second, 0 for as many as can be; 2000,10000,0 by default"),
      Option("only", value: "WHO", "product: leave the peers out"),
    ],
    examples: [.init("a11y-desktop --screen-reader none -- a11y-bench reception", "On a private desktop")],
    exitStatuses: [
      (0, "nothing was lost unreported"), (1, "something was"), (64, "usage"), (70, "it could not be measured"),
    ])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    let seconds = try arguments.number("seconds", of: "seconds", atLeast: 0.1) ?? 5
    let rates = (arguments.value("rates") ?? "2000,10000,0").split(separator: ",").compactMap { Int($0) }
    let isAlone = arguments.value("only") == "product"
    return BenchFailure.caught("reception") {
      let folder = try PrivateFolder("a11y-bench")
      if !isAlone {
        try compile("listen", ["atspi-2", "gobject-2.0"], into: folder)
        try compile("receive", ["gio-2.0", "dbus-1", "libsystemd"], into: folder)
      }
      var isTrue = true
      for rate in rates {
        let count = rate == 0 ? Int(seconds * 20_000) : Int(seconds * Double(rate))
        let turn = ReceptionTurn(folder: folder, count: count, rate: rate, elements: min(1000, count))
        print(
          "reception: \(count) events of \(turn.elements) elements, \(rate == 0 ? "as many a second as can be" : "\(rate) a second")"
        )
        for receiver in ReceptionTurn.Receiver.allCases where receiver == .product || !isAlone {
          let outcome = try turn.run(receiver)
          print(text(receiver, outcome, of: count))
          if receiver == .product { isTrue = isTrue && verdict(outcome, of: count) }
        }
        print("")
      }
      return isTrue ? 0 : 1
    }
  }

  private static func compile(_ name: String, _ libraries: [String], into folder: PrivateFolder) throws {
    let flags = try Peer.run("pkg-config", ["--cflags", "--libs"] + libraries)
    try Peer.run(
      "cc",
      ["-O2", "-o", "\(folder.path)/\(name)", "\(Peer.folder)/\(name).c"]
        + flags.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static func text(_ receiver: ReceptionTurn.Receiver, _ outcome: ReceptionTurn.Outcome, of count: Int)
    -> String
  {
    let delays = outcome.delays.sorted()
    func percentile(_ part: Double) -> String {
      guard !delays.isEmpty else { return "-" }
      return Figures.text(Double(delays[min(delays.count - 1, Int(part * Double(delays.count)))]) / 1e6, digits: 2)
    }
    let rate = outcome.seconds > 0 ? Figures.text(Double(outcome.arrivals.count - 1) / outcome.seconds, digits: 0) : "-"
    let cost = Figures.text(outcome.processorSeconds * 1e6 / Double(max(1, outcome.arrivals.count)), digits: 1)
    let known = outcome.known.map { ", name and role known for \($0)" } ?? ""
    return
      "  \(receiver.rawValue): \(outcome.arrivals.count) at \(rate) a second, sent to stamped p50 \(percentile(0.5)) ms p99 "
      + "\(percentile(0.99)) ms, \(cost) µs of processor an event\(known)"
  }

  /// Says what is wrong with what the product received; true where nothing is.
  private static func verdict(_ outcome: ReceptionTurn.Outcome, of count: Int) -> Bool {
    let isWhole = outcome.arrivals.count + outcome.toldAsLost >= count && outcome.arrivals.count <= count
    if !isWhole {
      print(
        "  LOST UNREPORTED: \(count) were sent, \(outcome.arrivals.count) stored, \(outcome.toldAsLost) told as dropped"
      )
    }
    if !outcome.isInOrder { print("  NOT IN ORDER") }
    let known = outcome.known ?? 0
    print(
      "  name and role known for \(known) of \(outcome.arrivals.count); aim: all of them: \(known == outcome.arrivals.count ? "met" : "NOT met")"
    )
    return isWhole && outcome.isInOrder
  }
}
