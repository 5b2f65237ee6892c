/// What a recorder answers, as one line: "WORD TIME FILE", or "refused REASON".
///
/// UTF-8, ended by LF. TIME is nanoseconds since the session's start, FILE the timeline's path with its control characters written as escapes.
public enum ControlReply: Hashable, Sendable {
  /// It was done, as of this time.
  case taken(at: Int64, file: String)
  /// It was so already: paused since this time, or not paused at this time.
  case unchanged(at: Int64, file: String)
  /// Another recording was meant than this one.
  case other(file: String)
  /// It was not done.
  case refused(String)

  /// Reads a line without its end; nil where it is none.
  init?(parsing line: String) {
    guard let cut = line.firstIndex(of: " ") else { return nil }
    let rest = line[line.index(after: cut)...]
    if line[..<cut] == "refused" {
      self = .refused(String(rest))
      return
    }
    let words = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, let time = Int64(words[0]), time >= 0 else { return nil }
    switch line[..<cut] {
    case "taken": self = .taken(at: time, file: String(words[1]))
    case "unchanged": self = .unchanged(at: time, file: String(words[1]))
    case "other": self = .other(file: String(words[1]))
    default: return nil
    }
  }

  /// The line with its end.
  var line: String {
    switch self {
    case .taken(let time, let file): "taken \(time) \(file)\n"
    case .unchanged(let time, let file): "unchanged \(time) \(file)\n"
    case .other(let file): "other 0 \(file)\n"
    case .refused(let reason): "refused \(reason)\n"
    }
  }
}
