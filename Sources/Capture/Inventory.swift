internal import ATSPI
internal import Audio
internal import DBus
internal import Speech
internal import System

/// What could be recorded here: applications, streams, and ways to what is spoken.
public struct Inventory {
  /// The list, in lines.
  public let text: String
  /// Whether all three could be asked.
  public let isComplete: Bool

  /// Asks the a11y bus, the sound server and the speech tap.
  public static func take() -> Inventory {
    var isComplete = true
    func section(_ title: String, _ lines: () throws -> [String]) -> String {
      do {
        let lines = try lines()
        return title + "\n" + (lines.isEmpty ? ["none"] : lines).map { "  " + $0 + "\n" }.joined()
      } catch {
        isComplete = false
        return "\(title)\n  not to be had: \(error)\n"
      }
    }
    let applications = section("Applications on the a11y bus") {
      try BusApplications.list(on: try AccessibilityBus.connect()).map {
        "\(Printable.text($0.name.isEmpty ? "(no name)" : $0.name))  process \($0.processID.map(String.init) ?? "?")  \(Printable.text($0.toolkit))  \($0.busName)"
      }
    }
    let streams = section("Streams of sound") {
      try AudioCollector.listStreams().map {
        "\(Printable.text($0.applicationName))  \(Printable.text($0.mediaName))  process \($0.processID.map(String.init) ?? "?")  \(Printable.text($0.mediaRole ?? "no role"))"
      }
    }
    let speech = section("Speech routes") {
      guard let path = SpeechCollector.defaultPath else {
        throw CaptureError("XDG_RUNTIME_DIR is not set", exitStatus: 74)
      }
      _ = try UnixSocket.connect(path)
      return ["tap at \(path)"]
    }
    return Inventory(text: applications + streams + speech, isComplete: isComplete)
  }
}

/// Text of others, made fit for a terminal.
enum Printable {
  /// Control characters written as escapes.
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      // Format characters include those that turn the reading order.
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
