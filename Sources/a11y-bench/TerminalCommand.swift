internal import CommandLineTable
internal import Glibc
internal import Storage
internal import System
internal import Timeline

/// `a11y-bench terminal`: what the relay of a11y-capture costs a program in a terminal, beside the terminal alone and script(1).
enum TerminalCommand {
  static let table = Command(
    "terminal", summary: "Measure what a relay adds to each byte, and how much it passes on",
    options: [
      Option("pairs", value: "N", "Bytes typed each way; 2000 by default"),
      Option("megabytes", value: "N", "Output of the great stream; 100 by default"),
      Option("rounds", value: "N", "Streams of which the median is told; 3 by default"),
      Option("echo", "Only give back each byte that comes, until q does"),
      Option("flood", value: "N", "Only write N megabytes of lines"),
    ],
    examples: [
      .init("a11y-desktop -- a11y-bench terminal --pairs 500", "On a private desktop, with a11y-capture on PATH")
    ],
    exitStatuses: [(0, "measured"), (64, "usage"), (70, "something did not come through whole")])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    let pairs = Int(try arguments.number("pairs", of: "bytes", atLeast: 10) ?? 2000)
    let megabytes = Int(try arguments.number("megabytes", of: "megabytes", atLeast: 1) ?? 100)
    let rounds = Int(try arguments.number("rounds", of: "rounds", atLeast: 1) ?? 3)
    let flood = try arguments.number("flood", of: "megabytes", atLeast: 1).map { Int($0) }
    return BenchFailure.caught("terminal") {
      if arguments.has("echo") { return try echo() }
      if let flood { return try write(megabytes: flood) }
      let folder = try PrivateFolder("a11y-bench")
      try printDelays(pairs, folder.path)
      try printStreams(megabytes, rounds, folder.path)
      return 0
    }
  }

  // MARK: - The programs in the terminal

  private static func echo() throws -> Int32 {
    try TerminalSettings(of: 0).raw.apply(to: 0)
    let (input, output) = (Descriptor(owning: 0), Descriptor(owning: 1))
    try output.writeAll([UInt8(ascii: "R")])
    while let bytes = try input.readSome(), !bytes.isEmpty, !bytes.contains(UInt8(ascii: "q")) {
      try output.writeAll(bytes)
    }
    return 0
  }

  private static func write(megabytes: Int) throws -> Int32 {
    let output = Descriptor(owning: 1)
    // Raw, so that every byte is the terminal's as it is here.
    try TerminalSettings(of: 1).raw.apply(to: 1)
    let line = Array((String(repeating: "all work and no play ", count: 3) + "\r\n").utf8)
    let block = Array(repeatElement(line, count: 1000).joined())
    var left = megabytes * 1_000_000
    while left > 0 {
      try output.writeAll(block.prefix(left))
      left -= min(left, block.count)
    }
    return 0
  }

  // MARK: - Measuring

  private static func relayed(_ path: String, _ command: [String]) -> [String] {
    ["a11y-capture", "--terminal", "relay", "-o", path, "--"] + command
  }

  private static func printDelays(_ pairs: Int, _ folder: String) throws {
    let program = [ownProgramPath(), "terminal", "--echo"]
    let bare = try BenchTerminal(program)
    let relay = try BenchTerminal(relayed(folder + "/echo.db", program))
    for terminal in [bare, relay] { try terminal.wait(for: UInt8(ascii: "R")) }
    var (alone, behind): ([Double], [Double]) = ([], [])
    for index in 0..<pairs {
      // In pairs, and each first as often as the other.
      for isRelay in index % 2 == 0 ? [false, true] : [true, false] {
        let seconds = try (isRelay ? relay : bare).roundTrip(UInt8(ascii: "a") + UInt8(index % 16))
        if isRelay { behind.append(seconds * 1e6) } else { alone.append(seconds * 1e6) }
      }
    }
    for terminal in [bare, relay] { try terminal.finish(UInt8(ascii: "q")) }
    print("terminal: \(pairs) bytes typed and given back, in pairs, while the recorder runs")
    print("  terminal alone: \(quantiles(alone))")
    print("  behind the relay: \(quantiles(behind))")
    let added = zip(behind, alone).map { ($0 - $1) / 2 }
    print("  added to a byte on its way, half of what a pair differs by: \(quantiles(added))")
    print(Figures.aim("median added to a byte, ms", added.sorted()[added.count / 2] / 1000, atMost: 0.2))
  }

  private static func quantiles(_ values: [Double]) -> String {
    let sorted = values.sorted()
    func at(_ part: Double) -> String { Figures.text(sorted[Int(Double(sorted.count - 1) * part)], digits: 0) }
    return "p50 \(at(0.5)) µs, p99 \(at(0.99)) µs"
  }

  private static func printStreams(_ megabytes: Int, _ rounds: Int, _ folder: String) throws {
    let program = [ownProgramPath(), "terminal", "--flood", "\(megabytes)"]
    var figures: [String: Figures] = [:]
    for round in 0..<rounds {
      let ways = [
        ("alone", program), ("relay", relayed("\(folder)/flood-\(round).db", program)),
        ("script", ["script", "-q", "-c", program.joined(separator: " "), "\(folder)/typescript-\(round)"]),
      ]
      for (name, words) in ways {
        let seconds = try BenchTerminal(words).stream(bytes: megabytes * 1_000_000)
        figures[name, default: Figures()].add(Double(megabytes) / seconds)
      }
    }
    print("\nterminal: \(megabytes) MB of output, read as fast as it comes")
    for (name, what) in [("alone", "terminal alone"), ("relay", "behind the relay"), ("script", "behind script(1)")] {
      print("  \(what): \((figures[name] ?? Figures()).text("MB/s", digits: 0))")
    }
    let share = (figures["relay"]?.median ?? 0) / (figures["script"]?.median ?? .infinity)
    print(Figures.aim("times as fast as script(1)", share, atLeast: 1))
    let file = try TimelineFile(reading: "\(folder)/flood-0.db")
    let gaps = try file.rows(
      "SELECT reason FROM gap JOIN source ON source.id = source_id WHERE source.name = 'terminal'")
    print(
      "  what the recorder could not take of it: \(gaps.isEmpty ? "nothing" : gaps.compactMap { $0[0].text }.joined(separator: "; "))"
    )
  }
}

/// A program in a terminal of the benchmark's own.
private final class BenchTerminal {
  private let master: Descriptor
  private let child: Child

  init(_ words: [String]) throws {
    let pair = try TerminalPair()
    master = pair.master
    var options = Child.Options()
    options.newSession = true
    options.takesTerminal = true
    options.deathSignal = SIGKILL
    options.descriptors = [pair.slave.number, pair.slave.number, pair.slave.number]
    child = try Child(words[0], Array(words.dropFirst()), options)
  }

  deinit { child.terminate(within: 10) }

  private func read(within seconds: Double = 60) throws -> [UInt8] {
    guard !(try pollDescriptors([(master.number, .read)], until: .after(seconds: seconds))[0].isEmpty) else {
      throw SystemError("a program in a terminal wrote nothing for \(seconds) s", code: 0)
    }
    // EIO: the program has let go of it.
    return (try? master.readSome()) ?? []
  }

  func wait(for byte: UInt8) throws {
    while true {
      let bytes = try read()
      if bytes.contains(byte) { return }
      if bytes.isEmpty { throw SystemError("a program in a terminal ended before it was ready", code: 0) }
    }
  }

  /// Seconds from a byte's being typed until it is there again.
  func roundTrip(_ byte: UInt8) throws -> Double {
    let start = MonotonicTime.now
    try master.writeAll([byte])
    try wait(for: byte)
    return Double(MonotonicTime.now - start) / 1e9
  }

  func finish(_ byte: UInt8) throws {
    try master.writeAll([byte])
    try end()
  }

  private func end() throws {
    let deadline = Deadline.after(seconds: 60)
    // Read on: what a recorder has to say at its end has to go somewhere.
    while try child.wait(until: .after(seconds: 0)) == nil {
      let found = try pollDescriptors([(master.number, .read), (child.ended.number, .read)], until: deadline)
      guard !deadline.hasPassed else { throw SystemError("a program in a terminal did not end", code: 0) }
      if found[0].contains(.read) { _ = try? master.readSome() }
    }
  }

  /// Seconds from the first byte of a stream to its last.
  func stream(bytes: Int) throws -> Double {
    var start: MonotonicTime?
    var last = MonotonicTime.now
    var count = 0
    while count < bytes {
      let found = try read()
      guard !found.isEmpty else { throw SystemError("\(count) of \(bytes) bytes came through", code: 0) }
      start = start ?? .now
      last = .now
      // Only what the program writes begins so; the recorder's own words are few.
      count += found.count
    }
    try end()
    return Double(last - (start ?? last)) / 1e9
  }
}
