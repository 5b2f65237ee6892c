internal import Timeline

/// An element as Orca names it in a line of its log.
struct OrcaLogElement: Hashable, Sendable {
  /// Its role's name.
  var role: String
  /// Its name; empty where it has none.
  var name: String

  /// Reads "[push button | First]" of Orca 43, or "[push button: 'First' (0x7f…)]" of a newer one; nil where it is neither.
  init?(_ text: some StringProtocol) {
    var inner = text.trimmingBlanks
    guard inner.first == "[", inner.last == "]" else { return nil }
    inner = inner.dropFirst().dropLast()
    if inner.last == ")", let id = inner.lastRange(of: " (0x") { inner = inner[..<id.lowerBound] }
    if let bar = inner.firstRange(of: " | ") ?? inner.firstRange(of: " |") {
      (role, name) = (String(inner[..<bar.lowerBound]), String(inner[bar.upperBound...]))
    } else if inner.last == "'", let colon = inner.firstRange(of: ": '") {
      (role, name) = (String(inner[..<colon.lowerBound]), String(inner[colon.upperBound...].dropLast()))
    } else {
      (role, name) = (String(inner), "")
    }
  }

  init(role: String, name: String) {
    self.role = role
    self.name = name
  }
}

/// An event as Orca tells that it has received it.
struct OrcaLogEvent: Sendable {
  var type: String
  var element: OrcaLogElement
  /// The application's name.
  var application: String
  var detail1: Int32
  var detail2: Int32
  var anyData: String?

  private static let classes = ["object:", "window:", "focus:", "document:", "terminal:", "mouse:"]
  /// Types whose "any data" is a text or a number that says something.
  private static let typesWithData = [
    "object:text-", "object:property-change:", "object:announcement", "object:attributes-",
  ]

  /// Reads "TYPE for ELEMENT in APPLICATION (1, 0, data)"; nil where it is none.
  init?(_ text: some StringProtocol) {
    let text = Substring(text)
    guard let cut = text.firstRange(of: " for ["), Self.classes.contains(where: { text.hasPrefix($0) }) else {
      return nil
    }
    type = String(text[..<cut.lowerBound])
    guard !type.contains(" ") else { return nil }
    let rest = text[text.index(before: cut.upperBound)...]
    // Newer ones have two blanks there.
    guard let end = rest.firstRange(of: "]  in ") ?? rest.firstRange(of: "] in "),
      let element = OrcaLogElement(rest[...end.lowerBound])
    else { return nil }
    self.element = element
    let tail = rest[end.upperBound...]
    guard let (before, details) = Self.details(of: tail) else { return nil }
    application = Self.applicationName(before)
    (detail1, detail2) = (details.0, details.1)
    anyData = Self.typesWithData.contains(where: type.hasPrefix) && details.2 != "None" ? details.2 : nil
  }

  /// The application's name in "[application | log-app]", or in "log-app (GTK 3.24.38)".
  static func applicationName(_ text: some StringProtocol) -> String {
    if let element = OrcaLogElement(text) { return element.name }
    let text = text.trimmingBlanks
    guard text.last == ")", let toolkit = text.lastRange(of: " (") else { return String(text) }
    return String(text[..<toolkit.lowerBound])
  }

  private static func details(of tail: Substring) -> (before: Substring, (Int32, Int32, String))? {
    guard tail.last == ")" else { return nil }
    var from = tail.startIndex
    while let open = tail[from...].firstRange(of: " (") {
      let parts = tail[open.upperBound...].dropLast().split(
        separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
      if parts.count == 3, let first = Int32(parts[0].trimmingBlanks), let second = Int32(parts[1].trimmingBlanks) {
        return (tail[..<open.lowerBound], (first, second, String(parts[2].dropFirst(parts[2].first == " " ? 1 : 0))))
      }
      from = open.upperBound
    }
    return nil
  }
}

extension StringProtocol {
  /// Without blanks at its ends.
  var trimmingBlanks: Substring {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Where another text stands last in it.
  func lastRange(of other: String) -> Range<Index>? {
    var found: Range<Index>?
    var from = startIndex
    while let next = self[from...].firstRange(of: other) {
      found = next
      from = index(after: next.lowerBound)
    }
    return found
  }
}
