internal import Capture
internal import CommandLineTable

/// `a11y-capture list`: what could be recorded here.
enum ListCommand {
  static let table = Command("list", summary: "Print applications on the a11y bus, streams of sound, and speech routes")

  static func run() -> Int32 {
    let inventory = Inventory.take()
    print(inventory.text, terminator: "")
    return inventory.isComplete ? 0 : 2
  }
}
