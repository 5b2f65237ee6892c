internal import CATSPI
internal import Timeline

/// AT-SPI's own names for its numbers.
enum Names {
  /// A role by its number, as "push button"; "role-NUMBER" where this libatspi does not know it.
  static func role(_ number: UInt32) -> Role {
    guard number < UInt32(ATSPI_ROLE_LAST_DEFINED.rawValue) else { return Role(rawValue: "role-\(number)") }
    return Role(rawValue: known[Int(number)])
  }

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
    let category = interface.dropFirst(Self.interfacePrefix.count).lowercased()
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
