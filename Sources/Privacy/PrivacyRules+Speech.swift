internal import Timeline

/// What was made of the messages that may be told of again, so that each stays what it was.
struct SpokenTexts: Sendable {
  private static let limit = 4096
  private var texts: [Int64: MaskedText] = [:]
  private var order: [Int64] = []
  private var oldest = 0

  /// What was made of a message; nil where it is new.
  subscript(id: Int64) -> MaskedText? { texts[id] }

  /// Keeps what was made of a message.
  mutating func keep(_ text: MaskedText, of id: Int64) {
    guard texts.updateValue(text, forKey: id) == nil else { return }
    if order.count < Self.limit {
      order.append(id)
    } else {
      texts[order[oldest]] = nil
      order[oldest] = id
      oldest = (oldest + 1) % Self.limit
    }
  }
}

extension PrivacyRules {
  /// What is kept of a message.
  ///
  /// Where words of it are masked, its text as sent becomes the masked words: markup may hold a word in pieces.
  mutating func take(_ utterance: Utterance) -> Utterance {
    var utterance = utterance
    let plain = speech[utterance.id] ?? decide(utterance)
    speech.keep(plain, of: utterance.id)
    if !plain.edits.isEmpty || !masked(utterance.text, at: utterance.queuedAt).edits.isEmpty {
      utterance.text = plain.text
    }
    utterance.plainText = plain.text
    return utterance
  }

  /// What is kept of a mark: its place in the text as it is kept, and nothing where the text is hidden.
  mutating func take(_ mark: UtteranceMark) -> UtteranceMark? {
    guard let spoken = speech[mark.utteranceID], !spoken.edits.isEmpty else { return mark }
    guard spoken.text != TextMask.hidden else { return nil }
    var mark = mark
    let places = mark.name.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    if places.count == 2, let start = places[0], let end = places[1], start >= 0, start <= end {
      let place = spoken.place(of: start..<end)
      mark.name = "\(place.lowerBound):\(place.upperBound)"
    } else {
      mark.name = masked(mark.name, at: mark.time).text
    }
    return mark
  }

  private func decide(_ utterance: Utterance) -> MaskedText {
    let text = utterance.plainText
    let time = utterance.queuedAt
    guard utterance.kind != .soundIcon, !TextMask.isMask(text) else { return MaskedText(text) }
    let hidden = MaskedText(text, replacedBy: TextMask.hidden)
    let characters = Array(text)
    if hiding.contains(time) || hiding.lags(at: time) && mayName(secret, characters) && !isOwn(characters, at: time) {
      return hidden
    }
    let isOne = isOneCharacter(utterance)
    if isOne, isEchoOfSecret(at: time) { return hidden }
    if characters.count > 1, secret.isRecent(at: time), secret.isFragment(characters) { return hidden }
    if !keepsText, !text.isEmpty, isEcho(characters, isOne, of: utterance) {
      return MaskedText(text, replacedBy: mask.mask(text))
    }
    return masked(text, at: time)
  }

  /// Whether a message says nothing but what the application had shown, as where the focus goes from a password field.
  private func isOwn(_ text: [Character], at time: MonotonicTime) -> Bool {
    let words = Words.ranges(in: text[...]).flatMap(\.parts).map { String(text[$0]).lowercased() }
    return words.contains { isOwn($0) || Self.keyWords.contains($0) }
      && words.allSatisfy { word in
        (word.count < Words.shortest || isOwn(word) || Self.keyWords.contains(word)) && !secret.contains(word, at: time)
      }
  }

  /// Whether a message says one character, or one key that types one.
  private func isOneCharacter(_ utterance: Utterance) -> Bool {
    let text = utterance.plainText
    switch utterance.kind {
    case .character: return true
    case .key: return text.split(separator: "_").last?.count ?? 1 == 1
    case .message: return text.count == 1
    case .soundIcon: return false
    }
  }

  /// Whether one character that is said may be one of a password: a reader echoes it where a toolkit tells it.
  private func isEchoOfSecret(at time: MonotonicTime) -> Bool {
    focusKind == .password || secret.isRecent(at: time) || elsewhere.isRecent(at: time)
  }

  /// Whether a message says what was typed, or what stands where one types.
  private func isEcho(_ text: [Character], _ isOne: Bool, of utterance: Utterance) -> Bool {
    let isInText = focusKind != .plain
    let isRecent = typed.isRecent(at: utterance.queuedAt)
    if isOne { return isInText || isRecent }
    guard isInText || isRecent else { return false }
    return typed.isFragment(text) || isInText && isNameOfCharacter(text, at: utterance.queuedAt)
  }

  /// Whether a message may be the name of a character that was just typed and has no word of its own, as "exclaim" is.
  private func isNameOfCharacter(_ text: [Character], at time: MonotonicTime) -> Bool {
    guard typed.isRecent(at: time, within: Hiding.lagNanoseconds), mayName(typed, text) else { return false }
    let words = Words.ranges(in: text[...]).map { String(text[$0.whole]).lowercased() }
    return words.contains { !Self.keyWords.contains($0) && !isOwn($0) }
  }

  /// Whether a message may be the name of a character of what was typed: such names have few words.
  private func mayName(_ typed: TypedText, _ text: [Character]) -> Bool {
    typed.hasSymbol && (1...3).contains(Words.ranges(in: text[...]).count)
  }

  /// Words of which the names of keys are made that type nothing.
  private static let keyWords: Set<String> = [
    "space", "tab", "return", "enter", "escape", "backspace", "delete", "insert", "home", "end", "page", "up", "down",
    "left",
    "right", "shift", "control", "alt", "meta", "super", "menu", "caps", "lock", "num", "on", "off",
  ]
}
