internal import ATSPIProvider
internal import CommandLineTable
internal import Glibc

/// `a11y-bench emit`: an application on the a11y bus that sends events as fast as the bus takes them, for storms.
enum EmitCommand {
  static let table = Command(
    "emit", summary: "Be an application that sends events as fast as the a11y bus takes them",
    options: [Option("count", value: "N", "Events; 100000 by default")],
    examples: [.init("a11y-capture -- a11y-bench emit --count 100000", "A storm, recorded")],
    exitStatuses: [(0, "all were sent"), (64, "usage"), (70, "there is no a11y bus")])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    let count = Int(try arguments.number("count", of: "events", atLeast: 1) ?? 100_000)
    return BenchFailure.caught("emit") {
      let button = ProviderElement(id: 2, parentID: 1, role: .pushButton, name: "Play", states: [.focusable])
      let provider = try Provider(
        name: "emit", elements: [ProviderElement(id: 1, parentID: 0, role: .frame, name: "Storm"), button],
        handlers: .init(onAction: { _, _ in true }, onGrabFocus: { _ in true }))
      for number in 0..<count { provider.rename(2, "name \(number % 500)") }
      provider.leave()
      print("emitted \(count)")
      return 0
    }
  }
}
