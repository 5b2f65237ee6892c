internal import CommandLineTable
internal import System
internal import Walking

@main
enum Main {
  static let table = Command(
    "walk-bar", summary: "Walk a bar of buttons by keyboard while it is recorded, waiting for each to be heard",
    operands: "[NAME…]", operandCount: 0...32,
    options: [
      Option("status", value: "PIPE", "The named pipe into which a11y-capture --status-fd writes"),
      Option("seed", value: "N", "Vary order, keys and pauses by this number; without it all are plain"),
      Option("picture", value: "FILE", "Put a PNG of the screen into FILE while the first callout sounds"),
      Option("limit", value: "SECONDS", "How long a step may take; 20 by default"),
    ],
    examples: [
      .init("walk-bar --status status.fifo --seed 7", "Soundscape's four buttons, in an order of its own")
    ],
    exitStatuses: [
      (0, "every button was reached, heard and activated"), (64, "usage"), (70, "a step did not come about"),
    ])

  static func main() {
    table.run { arguments throws(UsageError) in
      guard let path = arguments.value("status") else { throw UsageError("--status is missing") }
      let seed = try arguments.number("seed", of: "a seed").map { UInt64(exactly: $0) ?? 0 }
      let limit = try arguments.number("limit", of: "seconds") ?? 20
      let soundscape = ["My Location", "Around Me", "Ahead of Me", "Nearby Markers"]
      let names = arguments.operands.isEmpty ? soundscape : arguments.operands
      var random = seed.map(SeededGenerator.init)
      var order = names
      if var generator = random {
        order.shuffle(using: &generator)
        random = generator
      }
      do {
        var walk = Walk(
          order: order, names: names, limit: limit, random: random, stream: try StatusStream(path: path),
          picture: arguments.value("picture"))
        try walk.run()
        return 0
      } catch {
        Command.printError("walk-bar: \(error)")
        return 70
      }
    }
  }
}
