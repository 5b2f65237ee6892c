public import Timeline

/// Decides what of a record may be kept: typed text is masked wherever it appears, and of a password field nothing is kept.
///
/// Records have to come in the order of their times. What was typed is remembered in memory alone, within limits, so that it is
/// known again in names, labels and speech. A word that the application itself had shown before it was typed (in a name, a
/// description or a role) stays: it is in the file already, and masking it from then on would tell what was typed.
public struct PrivacyRules: Sendable {
  /// What is made of the text of an element that never says what it is.
  public enum UnknownElements: Sendable {
    /// It may be a password field: nothing of its text is kept.
    case hidden
    /// It is text that somebody typed.
    case masked
  }

  static let ownWordLimit = 50_000
  /// How long after a key the focus may still move by it.
  private static let moveNanoseconds: Int64 = 1_000_000_000

  let mask: TextMask
  let keepsText: Bool
  let unknownElements: UnknownElements
  private let literals: [[Character]]
  private(set) var kinds: [ElementKey: ElementKind] = [:]
  private var activeWindows: Set<ElementKey> = []
  private(set) var focus: ElementKey?
  /// When the focus was last told to have moved, and when a key was last pressed that may move it.
  private var lastMove: MonotonicTime?
  var lastLeave: MonotonicTime?
  /// Words that the application had shown before anybody typed them.
  private var own: Set<String> = []
  /// Names as they were kept, of elements that hold no text of anybody's.
  private var keptNames: [ElementKey: String] = [:]
  /// What was put into elements that had not said what they are.
  private var unknownChanges: [ElementKey: [(Event, TypedContent.Change)]] = [:]
  var typed = TypedText(endsAtBlank: true)
  /// Typed while another application had the focus: no part of the session, whatever is asked for.
  var elsewhere = TypedText(endsAtBlank: true)
  var secret = TypedText(endsAtBlank: false)
  var hiding = Hiding()
  var speech = SpokenTexts()
  var seen = SeenPresses()
  var cells = TypedCells()
  /// What was made of the runs that stand on a terminal's screen.
  var runs: [Int64: (text: String, label: String?)] = [:]
  /// Keys whose press was not kept.
  var withheldKeys: Set<Int32> = []

  /// Rules under a mask; with `keepsText` typed text stays, and passwords do not.
  ///
  /// Each of `literals` is masked wherever it stands, in capital or small letters.
  public init(
    mask: TextMask = TextMask(), keepsText: Bool = false, unknownElements: UnknownElements = .hidden,
    literals: [String] = []
  ) {
    self.mask = mask
    self.keepsText = keepsText
    self.unknownElements = unknownElements
    self.literals = literals.filter { !$0.isEmpty }.map { Array($0.lowercased()) }
  }

  /// Takes in what a record tells of elements, of the focus and of what was put into a field, ahead of its turn to be taken; to be
  /// called once for each record.
  public mutating func foresee(_ record: Record) {
    switch record {
    case .element(let version): learn(version)
    case .snapshotElement(let element): learn(element.version)
    case .event(let event):
      follow(event)
      if let change = event.change { note(change, of: event) }
    default: break
    }
  }

  private mutating func learn(_ version: ElementVersion) {
    let kind = ElementKind(version)
    // A field that shows its password for a moment is one all the same.
    if kind != .unknown, kinds[version.key] != .password { kinds[version.key] = kind }
    if kind != .unknown {
      for (event, change) in unknownChanges.removeValue(forKey: version.key) ?? [] { note(change, of: event) }
    }
    let states = version.states ?? []
    if states.contains("active") { activeWindows.insert(version.key) }
    if focus == nil, states.contains("focused") { focus = version.key }
  }

  /// Whether nothing can be decided yet, since the element has not said what it is.
  public func waits(for record: Record) -> Bool {
    guard case .event(let event) = record else { return false }
    return event.isOfText && kind(of: event.source) == .unknown
  }

  /// Whether nothing can be decided yet of a key.
  public func waits(for key: TypedKey) -> Bool {
    guard key.isForApplication, !key.leavesField, key.input.route != .terminal else { return false }
    return mayMove(before: key) || kind(of: key.input.focus ?? focus) == .unknown
      || isAhead(key) && focusKind == .unknown
  }

  /// Whether a key before this one may move the focus, and nothing was told of that yet: typed ahead, it goes elsewhere.
  private func mayMove(before key: TypedKey) -> Bool {
    guard let lastLeave, key.input.time - lastLeave < Self.moveNanoseconds else { return false }
    return lastMove.map { $0 < lastLeave } ?? true
  }

  /// Whether a key before this one has moved the focus, as was told since.
  func hasMoved(before key: TypedKey) -> Bool {
    guard let lastLeave, let lastMove else { return false }
    return lastLeave <= key.input.time && lastLeave <= lastMove
  }

  /// Whether a key was pressed before it was told that the focus had moved on.
  func isAhead(_ key: TypedKey) -> Bool {
    guard let lastLeave, let lastMove else { return false }
    return lastLeave <= key.input.time && key.input.time <= lastMove
  }

  /// Whether somebody is typing, so that what comes now may be what a key has caused that is told of later.
  public func isTyping(at time: MonotonicTime) -> Bool {
    typed.isRecent(at: time) || elsewhere.isRecent(at: time) || secret.isRecent(at: time)
  }

  /// What is kept of a record; nil for nothing.
  public mutating func take(_ record: Record) -> Record? {
    switch record {
    case .element(let version): return .element(take(version))
    case .event(let event): return take(event).map { .event($0) }
    case .utterance(let utterance): return .utterance(take(utterance))
    case .utteranceMark(let mark): return take(mark).map { .utteranceMark($0) }
    case .audioStream(var stream):
      stream.mediaName = stream.mediaName.map { masked($0, at: stream.openedAt).text }
      return .audioStream(stream)
    case .snapshotElement(var element):
      element.version = take(element.version)
      return .snapshotElement(element)
    case .terminalHighlight(let highlight): return .terminalHighlight(take(highlight))
    case .terminalChange(let change): return .terminalChange(take(change))
    case .source, .gap, .application, .input, .actionCall, .audioSegment, .audioLevel, .snapshot, .wallClock, .marker:
      return record
    }
  }

  /// What is kept of a text that is of no element: with what was typed and what was asked for masked.
  public func masked(_ text: String) -> String {
    masked(text, at: MonotonicTime(nanoseconds: .max / 2)).text
  }

  /// A text of nothing that was typed, with the literals masked that were asked for.
  public func maskingLiterals(in text: String) -> String {
    let characters = Array(text)
    return MaskedText(characters, literalEdits(of: characters)).text
  }

  /// Whether an element never said what it is.
  public func isStranger(_ key: ElementKey) -> Bool { kind(of: key) == .unknown }

  private func literalEdits(of characters: [Character]) -> [MaskedText.Edit] {
    guard !literals.isEmpty else { return [] }
    let small = characters.map { $0.lowercased().first ?? $0 }
    return literals.flatMap { small.ranges(of: $0) }.map {
      .init(range: $0, replacement: mask.mask(String(characters[$0])))
    }
  }

  /// Whether the application had shown a word, in small letters, before it was typed.
  func isOwn(_ word: String) -> Bool { own.contains(word) }

  func kind(of key: ElementKey?) -> ElementKind { key.flatMap { kinds[$0] } ?? .unknown }

  /// What has the focus; unknown where the application has none.
  var focusKind: ElementKind { activeWindows.isEmpty ? .unknown : kind(of: focus) }
}

extension PrivacyRules {
  private mutating func take(_ version: ElementVersion) -> ElementVersion {
    var version = version
    let kind = kind(of: version.key)
    version.name = keptName(version, kind)
    version.description = version.description.map { masked($0, at: version.time).text }
    version.helpText = version.helpText.map { masked($0, at: version.time).text }
    if kind == .password || kind == .editable && isTyped(version.value?.current) { version.value?.current = nil }
    version.attributes = version.attributes?.mapValues { masked($0, at: version.time).text }
    if kind != .editable, kind != .unknown {
      for text in [version.name, version.description, version.role?.rawValue] { addOwn(text ?? "") }
    }
    return version
  }

  /// An element's name, masked where it was typed; what it was called before, it may be called still: a calculator's keys.
  private mutating func keptName(_ version: ElementVersion, _ kind: ElementKind) -> String? {
    guard let name = version.name else { return nil }
    if kind == .plain, keptNames[version.key] == name { return name }
    let kept = masked(name, at: version.time).text
    if kept != name {
      keptNames[version.key] = nil
    } else if kind == .plain, keptNames.count < Self.ownWordLimit {
      keptNames[version.key] = name
    }
    return kept
  }

  /// Whether a number was typed into the field whose value it is.
  private func isTyped(_ value: Double?) -> Bool {
    guard !keepsText, let value, let whole = Int64(exactly: value.rounded()) else { return false }
    return typed.contains("\(abs(whole))", at: MonotonicTime(nanoseconds: .max / 2))
  }

  mutating func addOwn(_ text: String) {
    guard own.count < Self.ownWordLimit else { return }
    let characters = Array(text)
    let masks = characters.masks
    for found in Words.ranges(in: characters[...]) where !masks.contains(where: found.whole.overlaps) {
      for range in [found.whole] + found.parts where range.count >= Words.shortest {
        own.insert(String(characters[range]).lowercased())
      }
    }
  }

  private mutating func note(_ change: TypedContent.Change, of event: Event) {
    switch kind(of: event.source) {
    case .password:
      // What stands for a hidden character is none of the password.
      if case .insert(_, let text) = change, text.allSatisfy({ "●•⬤*∗".contains($0) }) { return }
      secret.change(event.source, change, at: event.time)
    case .editable: typed.change(event.source, change, at: event.time)
    case .unknown:
      if unknownElements == .masked { return typed.change(event.source, change, at: event.time) }
      guard unknownChanges.count < 64, unknownChanges[event.source]?.count ?? 0 < 1024 else { return }
      unknownChanges[event.source, default: []].append((event, change))
    case .plain, .terminal: break
    }
  }

  /// Follows which element has the focus, and in which window.
  private mutating func follow(_ event: Event) {
    switch event.type.rawValue {
    case "window:activate": activeWindows.insert(event.source)
    case "object:state-changed:active":
      if event.detail1 == 1 { activeWindows.insert(event.source) } else { leave(event.source, at: event.time) }
    case "window:deactivate", "window:destroy": leave(event.source, at: event.time)
    case "focus:", "object:state-changed:focused":
      guard event.type == "focus:" || event.detail1 == 1 else { return }
      move(to: event.source, at: event.time)
    case "object:active-descendant-changed":
      if let element = event.anyDataElement { move(to: element, at: event.time) }
    default: break
    }
  }

  private mutating func move(to element: ElementKey, at time: MonotonicTime) {
    if focus != element { endOfField(at: time) }
    focus = element
    lastMove = time
  }

  private mutating func leave(_ window: ElementKey, at time: MonotonicTime) {
    activeWindows.remove(window)
    if activeWindows.isEmpty { endOfField(at: time) }
  }

  private mutating func endOfField(at time: MonotonicTime) {
    typed.end()
    secret.end()
    hiding.end(at: time)
  }

  /// A text with all that was typed masked, and with all of a password hidden.
  func masked(_ text: String, at time: MonotonicTime) -> MaskedText {
    if typed.isEmpty, elsewhere.isEmpty, secret.isEmpty, literals.isEmpty { return MaskedText(text) }
    let characters = Array(text)
    let masks = characters.masks
    var hidden = secret.allWholes.filter { !own.contains(String($0).lowercased()) }.flatMap {
      characters.ranges(of: $0)
    }
    hidden.removeAll { range in masks.contains { $0.overlaps(range) } }
    var edits = merged(hidden).map { MaskedText.Edit(range: $0, replacement: TextMask.hidden) }
    edits += literalEdits(of: characters)
    for found in Words.ranges(in: characters[...]) {
      if let edit = edit(found.whole, of: characters, at: time) {
        edits.append(edit)
      } else if found.parts.count > 1 {
        edits += found.parts.compactMap { edit($0, of: characters, at: time) }
      }
    }
    let taken = merged(hidden)
    edits.removeAll { edit in
      masks.contains { $0.overlaps(edit.range) }
        || edit.replacement != TextMask.hidden && taken.contains { $0.overlaps(edit.range) }
    }
    return edits.isEmpty ? MaskedText(text) : MaskedText(characters, edits)
  }

  private func edit(_ range: Range<Int>, of characters: [Character], at time: MonotonicTime) -> MaskedText.Edit? {
    let text = String(characters[range])
    let word = text.lowercased()
    guard !own.contains(word) else { return nil }
    if secret.contains(word, at: time) { return .init(range: range, replacement: TextMask.hidden) }
    guard elsewhere.contains(word, at: time) || !keepsText && typed.contains(word, at: time) else { return nil }
    return .init(range: range, replacement: mask.mask(text))
  }

  private func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, last.upperBound >= range.lowerBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }
}

extension [Character] {
  /// Where masks stand in a text.
  var masks: [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    for index in indices {
      if self[index] == "[" { start = index }
      guard self[index] == "]", let from = start, index - from < 48 else { continue }
      if TextMask.isMask(String(self[from...index])) { found.append(from..<index + 1) }
      start = nil
    }
    return found
  }
}
