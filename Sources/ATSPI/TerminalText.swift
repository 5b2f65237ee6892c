internal import DBus
internal import Synchronization
public import Timeline

/// What a terminal tells assistive technology of its screen: text, colours and underline.
///
/// Reverse video, weight and bells are not told.
public struct TerminalText: Sendable {
  /// Characters of one look.
  public struct Run: Sendable {
    /// Which bytes of the text in UTF-8: VTE counts them here, and characters elsewhere.
    public var bytes: Range<Int>
    /// As the terminal names them: "bg-color", "fg-color", "underline".
    public var attributes: [String: String]
  }

  /// Every row, each with a line feed at its end.
  public var text: String
  /// In order.
  public var runs: [Run]
  /// The character that the cursor is on; nil where that was not told.
  public var caret: Int?
}

extension EventCollector {
  private static let text = "org.a11y.atspi.Text"
  /// Runs of a screen at most; what has more is a picture.
  private static let runLimit = 1000

  /// From now on `handler` is told of each event of a terminal's text, on the receiving thread.
  public func watchTerminals(_ handler: @escaping @Sendable (ElementKey) -> Void) {
    state.withLock { $0.onTerminalText = handler }
  }

  /// The terminal that has the focus; nil where something else has.
  public var focusedTerminal: ElementKey? {
    state.withLock { state in state.focus.flatMap { state.isTerminal($0) ? $0 : nil } }
  }

  /// Reads a terminal's screen without waiting; `completion` is given nil where it does not answer.
  public func readTerminal(_ key: ElementKey, _ completion: @escaping @Sendable (TerminalText?) -> Void) {
    ask(key, "GetText", .tuple([.int32(0), .int32(-1)])) { [self] answer in
      guard let text = answer?[0]?.string else { return completion(nil) }
      let body = Variant.tuple([.string(Self.text), .string("CaretOffset")])
      bus.callLater(
        key.busName, key.objectPath, "org.freedesktop.DBus.Properties", "Get", body,
        timeoutSeconds: reader.timeoutSeconds
      ) { [self] told in
        var found = TerminalText(text: text, runs: [], caret: nil)
        if case .success(let value) = told, case .variant(let caret)? = value[0] {
          found.caret = caret.integer.map { Int($0) }
        }
        readRuns(of: key, into: found, from: 0, until: text.utf8.count, completion)
      }
    }
  }

  /// Asks for run after run: each tells where the next one begins.
  private func readRuns(
    of key: ElementKey, into known: TerminalText, from start: Int, until end: Int,
    _ completion: @escaping @Sendable (TerminalText?) -> Void
  ) {
    guard start < end, known.runs.count < Self.runLimit else { return completion(known) }
    ask(key, "GetAttributeRun", .tuple([.int32(Int32(truncatingIfNeeded: start)), .bool(true)])) { [self] answer in
      guard let attributes = answer?[0]?.stringDictionary, let last = answer?[2]?.integer else {
        return completion(nil)
      }
      var found = known
      // VTE's end is the last byte of the run.
      let next = max(start, Int(last)) + 1
      found.runs.append(TerminalText.Run(bytes: start..<next, attributes: attributes))
      readRuns(of: key, into: found, from: next, until: end, completion)
    }
  }

  private func ask(
    _ key: ElementKey, _ member: String, _ body: Variant, _ completion: @escaping @Sendable (Variant?) -> Void
  ) {
    bus.callLater(
      key.busName, key.objectPath, Self.text, member, body, timeoutSeconds: reader.timeoutSeconds
    ) { completion(try? $0.get()) }
  }
}

extension EventCollector.State {
  /// Whether an element has said that it is a terminal.
  func isTerminal(_ key: ElementKey) -> Bool { elements[key]?.role == "terminal" }
}
