internal import CATSPI
internal import DBus
internal import Timeline

/// AT-SPI's own names for its numbers.
enum Names {
  /// A role by its number, as "push button"; "role-NUMBER" where this libatspi does not know it.
  static func role(_ number: UInt32) -> Role {
    guard number < UInt32(ATSPI_ROLE_LAST_DEFINED.rawValue) else { return Role(rawValue: "role-\(number)") }
    return Role(rawValue: known[Int(number)])
  }

  /// Interfaces by what follows their prefix, sorted.
  static func interfaces(_ told: Variant) -> [String] {
    Set(told.children.compactMap(\.string).map { String($0.dropFirst(interfacePrefix.count)) }).sorted()
  }
  private static let interfacePrefix = "org.a11y.atspi."

  /// States by the two words of their bits, sorted; "state-NUMBER" where this libatspi does not know one.
  static func states(_ words: [UInt32]) -> [ElementState] {
    var names: [ElementState] = []
    for (index, word) in words.enumerated() {
      for bit in 0..<32 where word & (1 << bit) != 0 {
        let number = index * 32 + bit
        let name = atspi_state_nick(Int32(number)).map { String(cString: $0) } ?? "state-\(number)"
        names.append(ElementState(rawValue: name))
      }
    }
    return names.sorted()
  }

  /// Relations as GetRelationSet tells them: object paths by AT-SPI's name of the relation; "relation-NUMBER" for one unknown here.
  static func relations(_ told: Variant) -> [String: [String]] {
    var relations: [String: [String]] = [:]
    for relation in told.children {
      let number = Int(relation[0]?.integer ?? 0)
      let name = relationNames.indices.contains(number) ? relationNames[number] : "relation-\(number)"
      relations[name, default: []] += (relation[1]?.children ?? []).compactMap { $0[1]?.string }
    }
    return relations
  }

  // In the order of AtspiRelationType; libatspi has no names for them.
  private static let relationNames = [
    "null", "label-for", "labelled-by", "controller-for", "controlled-by", "member-of", "tooltip-for", "node-child-of",
    "node-parent-of", "extended", "flows-to", "flows-from", "subwindow-of", "embeds", "embedded-by", "popup-for",
    "parent-window-of", "description-for", "described-by", "details", "details-for", "error-message", "error-for",
  ]

  private static let known: [String] = (0..<UInt32(ATSPI_ROLE_LAST_DEFINED.rawValue)).map { number in
    // Allocated for us, once for the process's life.
    atspi_role_get_name(AtspiRole(number)).map { String(cString: $0) } ?? "role-\(number)"
  }
}

/// The name that libatspi gives to an event, made from its D-Bus signal.
extension EventType {
  static let interfacePrefix = "org.a11y.atspi.Event."

  /// "object:state-changed:focused" from the interface "….Event.Object", "StateChanged" and "focused"; nil for other interfaces.
  init?(interface: String, member: String, detail: String) {
    guard interface.hasPrefix(Self.interfacePrefix) else { return nil }
    let category = Self.kebab(String(interface.dropFirst(Self.interfacePrefix.count)))
    // The one event whose member repeats its category.
    let name =
      category == "focus"
      ? "focus:" + detail : category + ":" + Self.kebab(member) + (detail.isEmpty ? "" : ":" + detail)
    self.init(rawValue: name)
  }

  private static func kebab(_ word: String) -> String {
    var result = ""
    for letter in word {
      if letter.isUppercase, !result.isEmpty { result += "-" }
      result += letter.lowercased()
    }
    return result
  }
}
