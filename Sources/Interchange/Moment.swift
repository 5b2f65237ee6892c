internal import Storage

/// A moment as a person names it: a time since the session's start, or a mark.
public enum Moment: Hashable, Sendable {
  /// Nanoseconds since the session's start.
  case time(Int64)
  /// The text of a marker.
  case mark(String)

  /// Takes "12.5", "12.5s", "1:02.250" and "12500ms" for times, whatever else for a mark.
  public init(_ text: String) { self = Moment.nanoseconds(text).map { .time($0) } ?? .mark(text) }

  /// Nanoseconds of a time as it is typed; nil where it is none.
  static func nanoseconds(_ text: String) -> Int64? {
    if text.hasSuffix("ms") { return decimal(text.dropLast(2), unit: 1_000_000) }
    if text.hasSuffix("s") { return decimal(text.dropLast(), unit: 1_000_000_000) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3, let seconds = parts.last.flatMap({ decimal($0, unit: 1_000_000_000) }) else { return nil }
    var minutes: Int64 = 0
    for part in parts.dropLast() {
      guard let count = decimal(part, unit: 1), !part.contains("."), count < 1_000_000 else { return nil }
      minutes = minutes * 60 + count
    }
    if parts.count > 1, seconds >= 60_000_000_000 { return nil }
    return minutes * 60_000_000_000 + seconds
  }

  /// Digits with at most one point among them, as a whole number of 1/`unit`; what is finer is left out.
  private static func decimal(_ text: Substring, unit: Int64) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.joined()
    guard !digits.isEmpty, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let whole = Int64("0" + parts[0]), whole < 1_000_000_000
    else { return nil }
    var (result, place) = (whole * unit, unit)
    for digit in parts.dropFirst().joined().utf8 {
      place /= 10
      result += Int64(digit - UInt8(ascii: "0")) * place
    }
    return result
  }

  /// Where it is in a timeline; throws where no marker has that text, or more than one.
  func resolved(in file: TimelineFile) throws(StorageError) -> Int64 {
    guard case .mark(let text) = self else {
      if case .time(let time) = self { return time }
      return 0
    }
    let marks = try file.rows("SELECT time_ns, text FROM marker ORDER BY time_ns, id")
      .map { (time: $0[0].integer ?? 0, text: $0[1].text ?? "") }
    let found = marks.filter { $0.text.utf8.elementsEqual(text.utf8) }
    if found.count == 1 { return found[0].time }
    if found.count > 1 {
      throw StorageError(
        .noInput,
        "\(file.path) has the mark '\(text)' \(found.count) times, at \(Moment.list(found.map { Moment.text($0.time) }))",
        advice: "Give the time instead")
    }
    let known = marks.map { "'\($0.text)' at \(Moment.text($0.time))" }
    throw StorageError(
      .noInput, "\(file.path) has no mark '\(text)', and that is no time either",
      advice: known.isEmpty
        ? "It has no marks; give a time, as 12.5s, 1:02.250 or 12500ms" : "It has \(Moment.list(known))")
  }

  /// A time as it can be typed, "12.345s"; whole milliseconds.
  static func text(_ nanoseconds: Int64) -> String {
    let milliseconds = String((nanoseconds.magnitude + 500_000) / 1_000_000)
    let padded = String(repeating: "0", count: max(0, 4 - milliseconds.count)) + milliseconds
    return "\(nanoseconds < 0 ? "-" : "")\(padded.dropLast(3)).\(padded.suffix(3))s"
  }

  private static func list(_ items: [String]) -> String {
    items.count > 20
      ? items.prefix(20).joined(separator: ", ") + " and \(items.count - 20) more" : items.joined(separator: ", ")
  }
}
