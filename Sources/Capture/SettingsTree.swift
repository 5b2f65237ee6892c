/// What a settings file in JSON holds; read only, and forgiving: what cannot be read is not there.
indirect enum SettingsTree: Equatable {
  case group([String: SettingsTree])
  case list([SettingsTree])
  case text(String)
  /// A number, true, false or null, as it stands there.
  case word(String)

  /// Levels that are read at most.
  private static let depthLimit = 32

  /// Reads a file's text; nil where it is no JSON.
  init?(parsing text: String) {
    var rest = Array(text.unicodeScalars)[...]
    guard let tree = Self.value(&rest, depth: 0) else { return nil }
    self = tree
  }

  /// What stands under a name, or in a list at a number written out; nil where nothing does.
  subscript(_ name: String) -> SettingsTree? {
    switch self {
    case .group(let members): members[name]
    case .list(let values): Int(name).flatMap { values.indices.contains($0) ? values[$0] : nil }
    case .text, .word: nil
    }
  }

  /// A text, number or truth value as text; nil for anything else.
  var plain: String? {
    switch self {
    case .text(let text), .word(let text): text
    case .group, .list: nil
    }
  }

  private static func value(_ rest: inout ArraySlice<Unicode.Scalar>, depth: Int) -> SettingsTree? {
    guard depth < depthLimit else { return nil }
    skipBlanks(&rest)
    switch rest.first {
    case "{": return members(&rest, depth: depth)
    case "[": return elements(&rest, depth: depth)
    case "\"": return string(&rest).map { .text($0) }
    default:
      let word = rest.prefix { $0.properties.isAlphabetic || "+-.0123456789".unicodeScalars.contains($0) }
      rest = rest.dropFirst(word.count)
      return word.isEmpty ? nil : .word(String(String.UnicodeScalarView(word)))
    }
  }

  private static func members(_ rest: inout ArraySlice<Unicode.Scalar>, depth: Int) -> SettingsTree? {
    var members: [String: SettingsTree] = [:]
    rest.removeFirst()
    while !take("}", &rest) {
      guard members.isEmpty || take(",", &rest) else { return nil }
      skipBlanks(&rest)
      guard let name = string(&rest), take(":", &rest), let value = value(&rest, depth: depth + 1) else { return nil }
      members[name] = value
    }
    return .group(members)
  }

  private static func elements(_ rest: inout ArraySlice<Unicode.Scalar>, depth: Int) -> SettingsTree? {
    var values: [SettingsTree] = []
    rest.removeFirst()
    while !take("]", &rest) {
      guard values.isEmpty || take(",", &rest), let value = value(&rest, depth: depth + 1) else { return nil }
      values.append(value)
    }
    return .list(values)
  }

  /// Escapes stand for what follows them; no setting that is asked for holds any.
  private static func string(_ rest: inout ArraySlice<Unicode.Scalar>) -> String? {
    guard rest.popFirst() == "\"" else { return nil }
    var result = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(result)
      case "\\": if let next = rest.popFirst() { result.append(next) }
      default: result.append(scalar)
      }
    }
    return nil
  }

  private static func take(_ scalar: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>) -> Bool {
    skipBlanks(&rest)
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private static func skipBlanks(_ rest: inout ArraySlice<Unicode.Scalar>) {
    rest = rest.drop { $0.properties.isWhitespace }
  }
}
