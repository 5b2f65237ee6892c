internal import ATSPIProvider
internal import CommandLineTable
internal import Glibc
internal import System
internal import Timeline

/// `a11y-bench emit`: an application on the a11y bus that sends events at a rate, for storms.
enum EmitCommand {
  static let table = Command(
    "emit", summary: "Be an application that sends events, each with its number as first detail",
    options: [
      Option("count", value: "N", "Events; 100000 by default"),
      Option("rate", value: "N", "Events a second; as many as the a11y bus takes by default"),
      Option("elements", value: "N", "Elements that send them in turn; 1 by default"),
      Option("stamps", value: "FILE", "Write when each was sent, a line NUMBER NANOSECONDS of CLOCK_MONOTONIC"),
    ],
    examples: [.init("a11y-capture -- a11y-bench emit --count 100000", "A storm, recorded")],
    exitStatuses: [(0, "all were sent"), (64, "usage"), (70, "there is no a11y bus")])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    let count = Int(try arguments.number("count", of: "events", atLeast: 1) ?? 100_000)
    let rate = Int(try arguments.number("rate", of: "events", atLeast: 1) ?? 0)
    let elements = Int(try arguments.number("elements", of: "elements", atLeast: 1) ?? 1)
    let stampsPath = arguments.value("stamps")
    return BenchFailure.caught("emit") {
      let stamps = try emit(count, rate: rate, elements: elements)
      if let stampsPath { try write(stamps, to: stampsPath) }
      print("emitted \(count)")
      print("seconds \(ProcessorTime.own)")
      return 0
    }
  }

  /// Sends the events; gives when each was.
  private static func emit(_ count: Int, rate: Int, elements: Int) throws -> [Int64] {
    let buttons = (0..<elements).map {
      ProviderElement(id: 2 + $0, parentID: 1, role: .pushButton, name: "Play \($0)", states: [.focusable])
    }
    let provider = try Provider(
      name: "emit", elements: [ProviderElement(id: 1, parentID: 0, role: .frame, name: "Storm")] + buttons,
      handlers: .init(onAction: { _, _ in true }, onGrabFocus: { _ in true }))
    let pace = Pace(rate: rate)
    var stamps: [Int64] = []
    stamps.reserveCapacity(count)
    for number in 0..<count {
      pace.wait(for: number)
      stamps.append(MonotonicTime.now.nanoseconds)
      provider.rename(
        2 + number % elements, "name \(number / elements % 7) of \(number % elements)", detail1: Int32(number))
      // GDBus would else keep all of a storm in memory, and send it late.
      if number % 256 == 255 { provider.flush() }
    }
    provider.leave()
    return stamps
  }

  private static func write(_ stamps: [Int64], to path: String) throws {
    let file = try Descriptor.open(path, flags: O_CREAT | O_TRUNC | O_WRONLY)
    try file.writeAll(Array(stamps.enumerated().map { "\($0) \($1)\n" }.joined().utf8))
  }
}
