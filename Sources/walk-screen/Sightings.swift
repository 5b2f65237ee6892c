internal import Walking

/// What a recording has told, in the words of the screen.
struct Sightings: StatusObserver {
  private(set) var isRecording = false
  private(set) var hasEnded = false
  /// Presses of keys that are more than modifiers.
  private(set) var presses = 0
  /// Paths of elements that were told to have the focus, in order.
  private(set) var focuses: [String] = []
  /// How often an application's tree was read to its end.
  private(set) var readings = 0
  /// What the reader was given to say, in order.
  private(set) var sayings: [String] = []
  /// What was highlighted in a terminal, in order.
  private(set) var highlights: [String] = []
  /// Row and column of each place of a terminal's cursor, in order.
  private(set) var cursors: [String] = []
  /// Role and name of each element, by its path.
  private var words: [String: String] = [:]
  private static let modifiers: Set = ["Shift_L", "Control_L", "Alt_L", "Super_L"]

  mutating func take(_ line: StatusLine) {
    switch line.status {
    case "recording": isRecording = true
    case "ended": hasEnded = true
    case "input":
      // A press in a terminal is told twice: also by its bytes.
      if line.isPress == 1, line.via != "terminal", !Self.modifiers.contains(line.keyName ?? "") { presses += 1 }
    case "snapshot": if line.endNanoseconds != nil, line.limitReached == nil { readings += 1 }
    case "utterance": if let text = line.plainText { sayings.append(text) }
    case "highlight":
      if line.untilNanoseconds == nil, let text = line.label ?? line.text { highlights.append(Self.trimmed(text)) }
    case "terminal":
      if line.kind == "cursor", let row = line.row, let column = line.column { cursors.append("\(row) \(column)") }
    case "element":
      if let path = line.path { words[path] = Self.trimmed("\(line.role ?? "") \(line.name ?? "")") }
    case "event":
      switch line.type {
      case "focus:": if let path = line.path { focuses.append(path) }
      case "object:state-changed:focused", "object:state-changed:selected":
        if line.detail1 == 1, let path = line.path { focuses.append(path) }
      case "object:active-descendant-changed": if let path = line.anyDataPath ?? line.path { focuses.append(path) }
      default: break
      }
    default: break
    }
  }

  /// Role and name of what was told to have the focus, from the focus of this number on; an element unknown yet is left out.
  func focused(since number: Int) -> [String] { focuses.dropFirst(number).compactMap { words[$0] } }

  /// Whether an element's role and name are known that begin so.
  func knows(_ beginning: String) -> Bool { words.values.contains { $0.hasPrefix(beginning) } }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
