internal import Timeline

/// What an element is to whoever types into it.
enum ElementKind: Hashable {
  /// It has not said yet what it is.
  case unknown
  /// Nobody types into it.
  case plain
  case editable
  case terminal
  case password

  /// Roles that hold text, for an element that did not tell its states.
  private static let textRoles: Set<Role> = [
    "text", "entry", "editbar", "autocomplete", "spin button", "combo box", "date editor", "document text", "paragraph",
  ]

  /// What a version tells; an element that tells its role alone is editable where its role may hold text.
  init(_ version: ElementVersion) {
    switch version.role {
    case "password text": self = .password
    case _ where version.attributes?["text-input-type"] == "password": self = .password
    case nil: self = .unknown
    case "terminal": self = .terminal
    case let role?:
      let mayHoldText = Self.textRoles.contains(role) || role.rawValue.hasPrefix("role-")
      let isEditable = version.states.map { $0.contains(ElementState("editable")) } ?? mayHoldText
      self = isEditable ? .editable : .plain
    }
  }
}
