import Glibc
import Synchronization
import System

/// What the application really did, in JSON lines on CLOCK_MONOTONIC; read by tests alone.
final class Truth: Sendable {
  private let file: Descriptor

  init(path: String) throws(SystemError) {
    file = try Descriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC | O_APPEND)
  }

  /// One line; `at` is now unless something dated it better.
  func tell(
    _ event: String, at nanoseconds: Int64 = Truth.now, _ texts: [(String, String)] = [],
    _ numbers: [(String, Int64)] = []
  ) {
    var line = "{\"t_ns\":\(nanoseconds),\"event\":\"\(event)\""
    for (name, text) in texts { line += ",\"\(name)\":\"\(Truth.escaped(text))\"" }
    for (name, number) in numbers { line += ",\"\(name)\":\(number)" }
    try? file.writeAll(Array((line + "}\n").utf8))
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      // A reason in another's words may hold anything.
      case _ where scalar.value < 0x20: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
