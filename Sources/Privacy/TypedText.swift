internal import Timeline

/// What was typed, kept in memory alone to be known again where it comes back: in a name, in a label, in speech.
struct TypedText: Sendable {
  /// Words that are remembered; of more, the oldest are forgotten.
  static let wordLimit = 50_000
  /// How long what stands there while a word is being typed is taken for its echo.
  static let echoNanoseconds: Int64 = 5_000_000_000
  private static let streamLimit = 256
  private static let wholeLimit = 1024

  /// Whether a blank ends what is typed; a password may hold one.
  private let endsAtBlank: Bool
  private var words: Set<String> = []
  private var order: [String] = []
  private var oldest = 0
  /// What was typed as a whole, to be found within other words too.
  private(set) var wholes: [[Character]] = []
  private(set) var run: [Character] = []
  private var stream: [Character] = []
  /// The beginnings of what is being typed, as an application repeats them key by key.
  private var beginnings: Set<String> = []
  private var lastTime: MonotonicTime?
  private var contents: [ElementKey: TypedContent] = [:]

  init(endsAtBlank: Bool) { self.endsAtBlank = endsAtBlank }

  /// Whether nothing was typed at all.
  var isEmpty: Bool { lastTime == nil }

  /// Takes a character that was typed.
  mutating func type(_ character: Character, at time: MonotonicTime) {
    note(time)
    append(character)
    guard !(endsAtBlank && character.isWhitespace) else { return end() }
    if run.count < Self.streamLimit { run.append(character) }
    begun(run)
  }

  /// Takes back the last character.
  mutating func takeBack() {
    remember(run)
    if !run.isEmpty { run.removeLast() }
  }

  /// What is typed from now on is another word.
  mutating func end() {
    remember(run)
    run = []
  }

  /// Takes a change of an element's text; the words around it were typed, pasted or put in by completion.
  mutating func change(_ key: ElementKey, _ change: TypedContent.Change, at time: MonotonicTime) {
    if contents[key] == nil, contents.count >= 64 {
      for content in contents.values { remember(content.current) }
      contents = [:]
    }
    note(time)
    var content = contents[key] ?? TypedContent()
    if let left = content.take(change) { remember(left) }
    if case .insert(_, let text) = change { for character in text.prefix(Self.streamLimit) { append(character) } }
    begun(content.current)
    contents[key] = content
  }

  /// Whether a word, in small letters, was typed, or is just being typed.
  func contains(_ word: String, at time: MonotonicTime) -> Bool {
    if words.contains(word) { return true }
    if isRecent(at: time), beginnings.contains(word) { return true }
    if word.count < Words.shortest { return false }
    return Words.all(in: run).contains(word) || contents.values.contains { $0.words.contains(word) }
  }

  /// Whether a text is a part of what was typed last, as the echo of keys is.
  func isFragment(_ text: [Character]) -> Bool {
    !stream.ranges(of: Array(String(text).lowercased())).isEmpty
  }

  /// Whether what was typed last holds a character that readers say by a name.
  var hasSymbol: Bool { stream.suffix(8).contains { !Words.isPart($0) && !$0.isWhitespace } }

  /// Whether something was typed shortly before `time`.
  func isRecent(at time: MonotonicTime, within nanoseconds: Int64 = echoNanoseconds) -> Bool {
    lastTime.map { time - $0 <= nanoseconds } ?? false
  }

  /// The whole texts that are to be found within others, the one that is being typed included.
  var allWholes: [[Character]] {
    (wholes + [run] + contents.values.map(\.current)).filter { $0.count >= TextMask.shortestHashed }
  }

  private mutating func note(_ time: MonotonicTime) {
    if !isRecent(at: time) { beginnings = [] }
    lastTime = time
  }

  private mutating func append(_ character: Character) {
    stream += Array(character.lowercased())
    if stream.count > Self.streamLimit { stream.removeFirst(stream.count - Self.streamLimit) }
  }

  private mutating func begun(_ text: [Character]) {
    if beginnings.count > 4096 { beginnings = [] }
    for found in Words.ranges(in: text[...]) {
      for range in [found.whole] + found.parts { beginnings.insert(String(text[range]).lowercased()) }
    }
  }

  private mutating func remember(_ text: [Character]) {
    if !endsAtBlank, text.count >= TextMask.shortestHashed, !wholes.contains(text) {
      if wholes.count >= Self.wholeLimit { wholes.removeFirst() }
      wholes.append(text)
    }
    for word in Words.all(in: text) where words.insert(word).inserted {
      if order.count < Self.wordLimit {
        order.append(word)
      } else {
        words.remove(order[oldest])
        order[oldest] = word
        oldest = (oldest + 1) % Self.wordLimit
      }
    }
  }
}
