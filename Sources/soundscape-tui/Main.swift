import CommandLineTable
import Glibc
import System

@main
enum Main {
  static let command = Command(
    "soundscape-tui",
    summary: "Soundscape's home screen as a terminal program that speaks for itself, to test screen readers with",
    options: [
      Option(
        "style", value: "STYLE", choices: Style.allCases.map(\.rawValue),
        "What an activation does to the reader: plain renames the button while its callout plays, delay does so with the sound 200 ms later, hush keeps the label, silences the reader, and gives its voice 100 ms to fade"
      ),
      Option("truth", value: "FILE", "Write what was really done to FILE, JSON lines on CLOCK_MONOTONIC"),
      Option("coded", "Play an earcon each sample of which tells its index"),
      Option("text-seed", value: "N", "Choose among the callouts' texts by this number"),
    ],
    examples: [
      .init("soundscape-tui", "The fault: the reader talks over the callout"),
      .init("soundscape-tui --style hush", "The cure: the reader is silenced at the activation"),
      .init("a11y-capture --app soundscape-tui -- soundscape-tui --style plain", "Record it"),
    ],
    exitStatuses: [
      (0, "Left by q or Ctrl-C"), (64, "The command line is wrong"), (74, "No terminal, or FILE cannot be written"),
    ])

  static func main() {
    command.run { arguments throws(UsageError) in
      var options = SoundscapeApp.Options()
      if let style = arguments.value("style").flatMap(Style.init(rawValue:)) { options.style = style }
      options.usesCodedEarcon = arguments.has("coded")
      options.textSeed = Int(try arguments.number("text-seed", of: "whole numbers") ?? 0)
      do {
        let truth = try arguments.value("truth").map { path throws(SystemError) in try Truth(path: path) }
        return try SoundscapeApp(options, truth: truth).run()
      } catch {
        Command.printError("soundscape-tui: \(error)")
        return 74
      }
    }
  }
}

/// What an activation does to the screen reader.
enum Style: String, CaseIterable {
  case plain, delay, hush

  /// How much later than it could the first sound of a callout comes.
  var delayMilliseconds: Int {
    switch self {
    case .plain: 0
    case .delay: 200
    // What the sound server has taken of the reader's voice already plays on for up to 50 ms after it was cancelled.
    case .hush: 100
    }
  }
}
