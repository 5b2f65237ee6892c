internal import Walking

/// What is pressed, and what is waited for after each: a small file for people.
///
///     command zenity --question          what is recorded; once, first
///     start         window Question      what is waited for before the first key
///     Tab           push button No       keys as xdotool names them, two blanks or more, what then has the focus
///                   window Question      more to wait for after the same key
///     1 plus 2      key                  nothing but the keys themselves
///     Return        end                  the end of the recording
///
/// What is waited for is an element's role and name, or `window TITLE`, `said WORDS`, `known WORDS`, `highlight WORDS`, `cursor ROW
/// COLUMN`, `read`, `key` and `end`.
/// `terminal` before the command's line has it run in a terminal; `pace SECONDS` leaves time between keys, as a person does. Lines that
/// begin with # say something to readers.
struct Script {
  /// One line of it.
  struct Step {
    /// As xdotool names them; empty for the start.
    var keys: [String]
    /// All of it has to come.
    var waits: [Wait]
    /// As it stands in the file.
    var line: String
  }

  /// What is waited for.
  enum Wait: Equatable {
    /// An element of this role and name is told to have the focus.
    case focus(String)
    /// The window with this title gets the keys.
    case window(String)
    /// The reader is given something to say that begins so.
    case said(String)
    /// An element whose role and name begin so is known, as a terminal's window is once its keys are seen.
    case known(String)
    /// What begins so is highlighted in a terminal.
    case highlight(String)
    /// A terminal's cursor comes to this row and column, from 0.
    case cursor(String)
    /// The application's tree has been read.
    case read
    /// No more than the keys.
    case keys
    case end

    init(_ words: String) {
      let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
      switch (parts.first, parts.count) {
      case ("window", 2): self = .window(parts[1])
      case ("said", 2): self = .said(parts[1])
      case ("known", 2): self = .known(parts[1])
      case ("highlight", 2): self = .highlight(parts[1])
      case ("cursor", 2): self = .cursor(parts[1])
      case ("read", 1): self = .read
      case ("key", 1): self = .keys
      case ("end", 1): self = .end
      default: self = .focus(words)
      }
    }
  }

  private(set) var steps: [Step] = []
  /// Seconds between what a key has brought and the next one.
  private(set) var pace = 0.0

  /// Reads it; throws a line that cannot be understood.
  init(_ text: String) throws {
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("#") || line.hasPrefix("command ") || line == "terminal" { continue }
      if line.hasPrefix("pace ") {
        guard let seconds = Double(line.dropFirst(5)) else { throw WalkError("seconds after pace: not '\(line)'") }
        pace = seconds
        continue
      }
      let (keys, words) = Self.columns(line)
      guard !words.isEmpty else { throw WalkError("keys, two blanks and what to wait for: not '\(line)'") }
      if keys.isEmpty {
        guard !steps.isEmpty else { throw WalkError("no keys before '\(line)'") }
        steps[steps.count - 1].waits.append(Wait(words))
      } else {
        steps.append(Step(keys: keys == ["start"] ? [] : keys, waits: [Wait(words)], line: line))
      }
    }
    guard steps.last?.waits.last == .end else { throw WalkError("a walk's last line waits for the end") }
  }

  /// The words before two blanks or more, and what stands after them.
  private static func columns(_ line: String) -> (keys: [String], words: String) {
    let bytes = Array(line.utf8)
    let blank = UInt8(ascii: " ")
    let end = bytes.indices.dropLast().first { bytes[$0] == blank && bytes[$0 + 1] == blank } ?? bytes.count
    let keys = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ").map(String.init)
    let words = bytes[end...].drop { $0 == blank }
    return (keys, String(decoding: words, as: UTF8.self))
  }
}
