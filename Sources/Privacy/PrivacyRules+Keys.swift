public import Timeline

/// A key with what it types, which no record holds.
public struct TypedKey: Hashable, Sendable {
  /// The key as it would be kept; the name is nil where it types text.
  public var input: Input
  /// What it types; nil for a key that types nothing, or nobody knows what.
  public var character: Character?
  /// Which key of the keyboard it is, to know its release by.
  public var code: Int32
  /// Whether the recorded application has the focus; of any other key nothing is kept.
  public var isForApplication: Bool
  /// Whether a terminal of the application takes it without showing it, as programs do that ask for a password.
  public var echoIsOff: Bool

  /// A key that was pressed or released.
  public init(
    input: Input, character: Character?, code: Int32, isForApplication: Bool = true, echoIsOff: Bool = false
  ) {
    self.input = input
    self.character = character
    self.code = code
    self.isForApplication = isForApplication
    self.echoIsOff = echoIsOff
  }

  /// Keys by which a password field is left; no other key that is pressed in one is kept.
  private static let leaving: Set<String> = [
    "Tab", "ISO_Left_Tab", "KP_Tab", "Return", "KP_Enter", "Escape", "Menu", "Control_L", "Control_R", "Alt_L", "Alt_R",
    "Super_L", "Super_R", "Meta_L", "Meta_R", "Up", "Down", "Page_Up", "Page_Down",
  ]
  private static let modifiers: Set<String> = [
    "Shift_L", "Shift_R", "Caps_Lock", "ISO_Level3_Shift", "Control_L", "Control_R", "Alt_L", "Alt_R", "Super_L",
    "Super_R",
    "Meta_L", "Meta_R",
  ]

  /// Whether it moves the focus or does something, and puts nothing into a field.
  public var leavesField: Bool {
    guard let name = input.keyName else { return false }
    return Self.leaving.contains(name) || name.first == "F" && Int(name.dropFirst()) != nil
  }

  /// Whether it only changes what other keys do.
  var isModifier: Bool { input.keyName.map(Self.modifiers.contains) ?? false }

  /// What it puts into a text; nil with Control, Alt or Super held, by which keys become commands.
  var text: Character? { input.modifiers & 0b100_1100 == 0 ? character : nil }
}

extension PrivacyRules {
  /// What is kept of a key; nil for nothing.
  public mutating func take(_ key: TypedKey) -> Input? {
    var input = key.input
    guard key.isForApplication else {
      if input.isPress { Self.note(key, in: &elsewhere) }
      return nil
    }
    if !input.isPress, withheldKeys.remove(key.code) != nil { return nil }
    var kind = kind(of: input.focus ?? focus)
    if input.route == .terminal {
      kind = .terminal
    } else {
      if isAhead(key), focusKind == .password { kind = .password }
      if input.isPress, key.leavesField, !key.isModifier { lastLeave = input.time }
    }
    let isNew = input.isPress && seen.isNew(key)
    let isSecret = kind == .password || key.echoIsOff || kind == .unknown && unknownElements == .hidden
    if isSecret, !key.leavesField {
      guard input.isPress else { return nil }
      if input.route != .terminal { withheldKeys.insert(key.code) }
      if isNew { Self.note(key, in: &secret) }
      if kind != .unknown { hiding.begin(at: input.time) }
      return nil
    }
    if input.isPress {
      if isNew { Self.note(key, in: &typed) }
      if key.leavesField, !key.isModifier { secret.end() }
      // What a terminal asked for has been given; a field is left with the focus.
      if kind != .password, !key.isModifier { hiding.end(at: input.time) }
    }
    if keepsText {
      input.keyName = input.keyName ?? key.character.map(String.init)
    } else if kind == .editable, key.character?.isWhitespace == true, !key.leavesField,
      // The key is told with what was known then to have the focus, which may be less than had been told.
      !(focusKind == .plain && hasMoved(before: key))
    {
      input.keyName = nil
    } else if input.keyName?.count == 1 {
      input.keyName = nil
    }
    return input
  }

  private static func note(_ key: TypedKey, in typed: inout TypedText) {
    if let character = key.text {
      typed.type(character, at: key.input.time)
    } else if key.input.keyName == "BackSpace" {
      typed.takeBack()
    } else if !key.isModifier {
      typed.end()
    }
  }
}

/// When what is said is hidden: from the first key typed as a password until the field is left, and a little longer.
struct Hiding: Sendable {
  /// How long speech may lag behind the focus.
  static let lagNanoseconds: Int64 = 1_000_000_000
  /// How much later than its echo a key may be told of.
  private static let leadNanoseconds: Int64 = 200_000_000

  private var since: MonotonicTime?
  private var until: MonotonicTime?

  /// A password is being typed.
  mutating func begin(at time: MonotonicTime) {
    if since == nil || until.map({ time - $0 > Self.lagNanoseconds }) ?? false { since = time }
    until = nil
  }

  /// The field was left.
  mutating func end(at time: MonotonicTime) {
    if since != nil, until == nil { until = time }
  }

  /// Whether what was said at `time` is hidden.
  func contains(_ time: MonotonicTime) -> Bool { until.map { time < $0 } ?? true && lags(at: time) }

  /// Whether what was said at `time` may still be of the field, which was left by then or was not.
  func lags(at time: MonotonicTime) -> Bool {
    guard let since, since - time <= Self.leadNanoseconds else { return false }
    return until.map { time - $0 <= Self.lagNanoseconds } ?? true
  }
}
