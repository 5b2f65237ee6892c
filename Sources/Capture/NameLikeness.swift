/// How a name that is there is like the one that is looked for; the least is the closest.
enum NameLikeness: Int, Comparable {
  /// The same, to the byte.
  case exact
  /// The same but for case, for blanks, "-" and "_", and for the domain in front: `org.gnome.Calculator`, `gnome-calculator`.
  case alike
  /// It begins alike.
  case prefix

  static func < (one: NameLikeness, other: NameLikeness) -> Bool { one.rawValue < other.rawValue }

  /// Compares them; nil where they are not like one another.
  init?(_ wanted: String, _ name: String) {
    guard !wanted.isEmpty, !name.isEmpty else { return nil }
    if wanted.utf8.elementsEqual(name.utf8) {
      self = .exact
      return
    }
    let (wantedForms, forms) = (Self.forms(wanted), Self.forms(name))
    let areDomains = Self.domain(wanted) != nil && Self.domain(name) != nil
    if areDomains ? wantedForms[0] == forms[0] : !Set(wantedForms).isDisjoint(with: forms) {
      self = .alike
    } else if forms.contains(where: { $0.hasPrefix(wantedForms[0]) }) {
      self = .prefix
    } else {
      return nil
    }
  }

  /// The closest likeness of any of several names; nil where none is like it.
  init?(_ wanted: String, anyOf names: [String]) {
    guard let best = names.compactMap({ NameLikeness(wanted, $0) }).min() else { return nil }
    self = best
  }

  /// A name folded, and where it is a domain's also without the first word, and its last word alone.
  private static func forms(_ name: String) -> [String] {
    let whole = folded(name)
    guard let words = domain(name) else { return [whole] }
    return [whole, folded(words.dropFirst().joined(separator: "-")), folded(words.last ?? "")]
  }

  /// The words of a name as applications are registered by, "org.gnome.Calculator"; nil for other names.
  private static func domain(_ name: String) -> [String]? {
    let words = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let isDomain = words.count > 2 && words.allSatisfy { !$0.isEmpty && !$0.contains(" ") && !$0.contains("/") }
    return isDomain ? words : nil
  }

  private static func folded(_ name: String) -> String {
    String(name.lowercased().map { $0 == " " || $0 == "_" ? "-" : $0 })
  }
}
