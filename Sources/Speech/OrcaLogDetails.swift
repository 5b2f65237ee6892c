internal import Timeline

/// What Orca wrote of an event's element when it came to deal with it.
struct OrcaLogDetails: Sendable {
  /// The event's type; nil where the log tells it in another line.
  var type: String?
  var application = ""
  var role = ""
  var name = ""
  /// Indexes from the application down; empty where Orca could not tell.
  var path: [Int] = []
  private var fields: [String: String] = [:]

  /// Reads the lines under "OBJECT EVENT: TYPE (1, 0, data)" of Orca 43, or under "EVENT SOURCE:" of a newer one; nil where it is neither.
  init?(_ entry: OrcaLogEntry) {
    guard let head = entry.lines.first else { return nil }
    if head.hasPrefix("OBJECT EVENT: ") {
      type = head.dropFirst("OBJECT EVENT: ".count).split(separator: " ").first.map(String.init)
    } else if head != "EVENT SOURCE:" {
      return nil
    }
    var last: String?
    for line in entry.lines.dropFirst() {
      let line = line.trimmingBlanks
      // What follows is of the element that the event names.
      if line == "EVENT ANY DATA:" { break }
      if let place = line.firstRange(of: " role='"), let start = line.firstRange(of: " name='"),
        line.hasPrefix("app")
      {
        takeHead(line, name: start, role: place)
      } else if line.hasPrefix("path=[") {
        last = nil
        path = line.dropFirst(6).dropLast().split(separator: ",").compactMap { Int($0.trimmingBlanks) }
      } else if let equals = line.firstIndex(of: "="), line[..<equals].allSatisfy(\.isLetter) {
        last = String(line[..<equals])
        fields[last ?? ""] = String(line[line.index(after: equals)...])
      } else if let name = last {
        fields[name, default: ""] += "\n" + line
      }
    }
    guard !role.isEmpty else { return nil }
  }

  private mutating func takeHead(
    _ line: Substring, name start: Range<Substring.Index>, role place: Range<Substring.Index>
  ) {
    let app = line[..<start.lowerBound]
    if let equals = app.firstIndex(of: "=") {
      application = OrcaLogEvent.applicationName(Self.unquoted(app[app.index(after: equals)...]))
    }
    name = String(line[start.upperBound..<max(start.upperBound, line.index(before: place.lowerBound))])
    let rest = line[place.upperBound...]
    guard let end = rest.firstIndex(of: "'") else { return }
    role = String(rest[..<end])
    if let id = rest.firstRange(of: " axid='"), let end = rest[id.upperBound...].firstIndex(of: "'") {
      fields["axid"] = String(rest[id.upperBound..<end])
    }
  }

  private static func unquoted(_ text: some StringProtocol) -> Substring {
    let text = text.trimmingBlanks
    return text.count >= 2 && text.first == "'" && text.last == "'" ? text.dropFirst().dropLast() : text
  }

  /// What the element was at `time`; what the log does not tell is nil.
  func version(of key: ElementKey, at time: MonotonicTime) -> ElementVersion {
    var version = ElementVersion(key: key, time: time)
    version.role = Role(rawValue: role)
    version.name = name
    version.description = field("description")
    version.helpText = field("help")
    version.accessibleID = field("axid").flatMap { $0.isEmpty ? nil : $0 }
    version.states = list("states")?.map { ElementState(rawValue: $0) }.sorted()
    version.interfaces = list("interfaces")?.sorted()
    (version.actions, version.keyBindings) = actions ?? (nil, nil)
    version.attributes = field("attributes").map { text in
      let pairs = text.split(separator: ",").compactMap { pair -> (String, String)? in
        let pair = pair.trimmingBlanks
        guard let colon = pair.firstIndex(of: ":") else { return nil }
        return (String(pair[..<colon]), String(pair[pair.index(after: colon)...]))
      }
      return Dictionary(pairs, uniquingKeysWith: { $1 })
    }
    return version
  }

  /// Reads "click; expand (<Alt>e)".
  private var actions: (names: [String], keyBindings: [String])? {
    field("actions").map { text in
      let parts = text.split(separator: ";").map { part -> (String, String) in
        let part = part.trimmingBlanks
        guard part.last == ")", let open = part.lastRange(of: " (") else { return (String(part), "") }
        return (String(part[..<open.lowerBound]), String(part[open.upperBound...].dropLast()))
      }
      return (parts.map(\.0), parts.map(\.1))
    }
  }

  private func field(_ name: String) -> String? {
    fields[name].map { String(Self.unquoted($0)) }.flatMap { $0 == "(not implemented)" ? nil : $0 }
  }

  /// Orca 43 puts blanks between, newer ones commas.
  private func list(_ name: String) -> [String]? {
    field(name).map { $0.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init) }
  }
}
