internal import Timeline

/// A key as Orca wrote it under "KEYBOARD_EVENT:".
struct OrcaLogKey: Sendable {
  var isPress: Bool
  /// X keysym's name; nil where Orca does not tell, since it went into a password field.
  var name: String?
  var modifiers: UInt32
  /// Nanoseconds since 1970; nil where the log has none.
  var sinceEpoch: Int64?

  /// Reads an entry; nil where it is no key.
  init?(_ entry: OrcaLogEntry) {
    guard let head = entry.lines.first, head.hasPrefix("KEYBOARD_EVENT:") else { return nil }
    var fields: [Substring: Substring] = [:]
    for line in [head.dropFirst("KEYBOARD_EVENT:".count)] + entry.lines.dropFirst() {
      let line = line.trimmingBlanks
      guard let equals = line.firstIndex(of: "=") else { continue }
      fields[line[..<equals]] = line[line.index(after: equals)...]
    }
    guard let type = fields["type"] else { return nil }
    isPress = type.contains("PRESSED")
    guard isPress || type.contains("RELEASED") else { return nil }
    // "(Tab)" of Orca 43, "'Tab'" of newer ones, "*" where it is hidden.
    let name = fields["keyval_name"].map { $0.trimmingBlanks } ?? ""
    self.name = name.count > 2 && name != "'*'" ? String(name.dropFirst().dropLast()) : nil
    modifiers = fields["modifiers"].flatMap { UInt32($0) } ?? 0
    // Newer ones have no "time", and put the same into "timestamp", which is the server's in older ones.
    sinceEpoch = (fields["time"] ?? fields["timestamp"]).flatMap(Self.nanoseconds)
  }

  private static func nanoseconds(_ text: Substring) -> Int64? {
    guard let seconds = Double(text), (1e9..<9e9).contains(seconds) else { return nil }
    return Int64(seconds * 1e6) * 1000
  }
}
