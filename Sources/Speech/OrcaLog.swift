public import Timeline

/// Follows a debug log of Orca, 43 or newer, line by line, and tells what it holds: events, keys, and what was given to the speech daemon.
///
/// Times are since the log's first line. Such a log tells when Orca received an event and asked for speech; it does not tell the
/// objects' paths on the bus, events of types that Orca does not listen to, or what became of an utterance.
public struct OrcaLog: Sendable {
  /// The version that Orca gave of itself; nil until the log told.
  public private(set) var readerVersion: String?
  /// CLOCK_REALTIME of the first line, nanoseconds since 1970; nil until a key told, since the log has no dates.
  public var startedWallNanoseconds: Int64? { clock.startedWallNanoseconds }
  /// The time of the last line that had one.
  public var lastTime: MonotonicTime { clock.last }
  /// Lines that had a time of day; with none it was no such log.
  public private(set) var timedEntries = 0

  private var clock = OrcaLogClock()
  private var events = OrcaLogEvents()
  private var entry: OrcaLogEntry?
  /// A key whose time is known once the next line's is.
  private var key: OrcaLogKey?
  /// One character that was given to the speaking part, which tells in the next line where it made a message of it.
  private var character: (text: String, time: MonotonicTime)?
  private var lastUtterance: Int64 = 0

  /// A log of which nothing was read.
  public init() {}

  /// Takes the next line, without its end.
  public mutating func take(_ line: String) -> [Record] {
    if entry?.add(line[...]) == true { return [] }
    let records = entry.map { take($0) } ?? []
    entry = OrcaLogEntry(beginning: line[...])
    return records
  }

  /// What was still open at the end.
  public mutating func end() -> [Record] {
    let records = entry.map { take($0) } ?? []
    entry = nil
    return records + takeCharacter() + events.end(at: clock.last)
  }

  private mutating func take(_ entry: OrcaLogEntry) -> [Record] {
    guard let ofDay = entry.ofDay else {
      if let key = OrcaLogKey(entry) { self.key = key }
      return []
    }
    timedEntries += 1
    let time = clock.take(ofDay: ofDay)
    let head = entry.lines.first ?? ""
    return takeKey(at: time) + take(head, of: entry, at: time)
  }

  private mutating func take(_ head: Substring, of entry: OrcaLogEntry, at time: MonotonicTime) -> [Record] {
    if head.hasPrefix("SPEECH DISPATCHER: Speaking '") {
      character = nil
      return [utterance(spoken: entry, at: time)]
    }
    if let text = head.after("SPEECH OUTPUT: '") {
      let before = takeCharacter()
      // What follows the text is the voice, in braces or behind a blank.
      if let end = text.dropFirst().firstIndex(of: "'"), text.distance(from: text.startIndex, to: end) == 1 {
        character = (String(text.prefix(1)), time)
      }
      return before
    }
    if head.hasPrefix("SPEECH") { return [] }
    let before = takeCharacter()
    if let version = head.after("ORCA: Launching version ") {
      readerVersion = version.split(separator: " ").first.map(String.init)
    } else if let text = head.after("EVENT MANAGER: ") {
      return before + events.take(text, of: entry, at: time)
    } else if let details = OrcaLogDetails(entry) {
      return before + events.take(details, at: time)
    }
    return before
  }

  private mutating func takeKey(at time: MonotonicTime) -> [Record] {
    guard let key else { return [] }
    self.key = nil
    let when = key.sinceEpoch.map { clock.take(sinceEpoch: $0) } ?? time
    return [
      .input(
        Input(time: when, isPress: key.isPress, keyName: key.name, modifiers: key.modifiers, focus: events.focus))
    ]
  }

  private mutating func takeCharacter() -> [Record] {
    guard let (text, time) = character else { return [] }
    character = nil
    return [utterance(.character, text: text, plain: text, at: time)]
  }

  private mutating func utterance(spoken entry: OrcaLogEntry, at time: MonotonicTime) -> Record {
    var text = (entry.text.after("SPEECH DISPATCHER: Speaking '") ?? "")
    // Orca 43 tells of the voice in the next lines, newer ones how it was sent.
    if let end = text.lastRange(of: "' \nORCA rate ") {
      text = text[..<end.lowerBound]
    } else if text.hasSuffix("' as char") {
      let text = String(text.dropLast("' as char".count))
      return utterance(.character, text: text, plain: text, at: time)
    } else {
      text = text.trimmingBlanks
      for ending in ["' as string", "'"] where text.hasSuffix(ending) {
        text = text.dropLast(ending.count)
        break
      }
    }
    let sent = String(text)
    let plain = sent.hasPrefix("<speak") ? PlainText.words(ofSSML: sent) : PlainText.words(of: sent)
    return utterance(.message, text: sent, plain: plain, at: time)
  }

  private mutating func utterance(
    _ kind: Utterance.Kind, text: String, plain: String, at time: MonotonicTime
  ) -> Record {
    lastUtterance += 1
    return .utterance(
      Utterance(
        id: lastUtterance, connection: 1, client: "orca", priority: nil, kind: kind, text: text, plainText: plain,
        queuedAt: time))
  }
}

extension StringProtocol {
  /// What follows a beginning; nil where it begins otherwise.
  func after(_ beginning: String) -> SubSequence? {
    hasPrefix(beginning) ? self[index(startIndex, offsetBy: beginning.count)...] : nil
  }
}
