internal import CommandLineTable
internal import Glibc
internal import Speech
internal import System

/// `a11y-capture tap`: stands in front of speech-dispatcher until it is told to end.
enum TapCommand {
  static let table = Command(
    "tap", summary: "Pass speech-dispatcher's protocol through, and tell recorders what is spoken",
    options: [
      Option("listen", value: "SOCKET", "Where clients of speech-dispatcher connect"),
      Option("daemon", value: "SOCKET", "Where speech-dispatcher itself listens"),
      Option(
        "publish", value: "SOCKET", "Where recorders connect; a11y-capture/tap.sock in XDG_RUNTIME_DIR by default"),
    ],
    examples: [
      .init(
        "a11y-capture tap --listen \"$XDG_RUNTIME_DIR/tapped.sock\" --daemon \"$XDG_RUNTIME_DIR/speech-dispatcher/speechd.sock\"",
        "Then start a reader with SPEECHD_ADDRESS=unix_socket:$XDG_RUNTIME_DIR/tapped.sock")
    ],
    exitStatuses: [(0, "ended by SIGTERM or SIGINT"), (64, "usage"), (74, "a socket could not be made")])

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    guard let listen = arguments.value("listen") else { throw UsageError("--listen is missing") }
    guard let daemon = arguments.value("daemon") else { throw UsageError("--daemon is missing") }
    guard let publish = arguments.value("publish") ?? SpeechCollector.defaultPath else {
      throw UsageError("--publish is missing, and XDG_RUNTIME_DIR is not set")
    }
    do {
      // A name of its own: who ends recorders by their name must not end the way to the reader's voice.
      setProcessName("a11y-tap")
      let signals = try Signals([SIGTERM, SIGINT, SIGHUP])
      let tap = try SpeechTap(listen: listen, daemon: daemon, publish: publish)
      try tap.run(until: signals)
      return 0
    } catch {
      Command.printError("a11y-capture tap: \(error)")
      return 74
    }
  }
}
