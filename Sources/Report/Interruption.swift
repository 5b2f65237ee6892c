/// A time that the recording leaves out as a whole, or a step of its wall clock: one row of Queries/interruption.sql.
public struct Interruption: Hashable, Sendable {
  /// Kinds of interruption.
  public enum Kind: String, Sendable {
    case pause, suspend, trim
    case clockStep = "clock-step"
  }

  /// What kind it is.
  public let kind: Kind
  /// From when, in nanoseconds since the session's start.
  public let fromNanoseconds: Int64
  /// Until when; nil where it was open when the recorder died.
  public let toNanoseconds: Int64?
  /// What happened, in plain words.
  public let reason: String

  /// Reads a row; nil where it is of a kind that this version does not know.
  init?(_ row: Row) {
    guard let kind = row.text("kind").flatMap(Kind.init) else { return nil }
    self.kind = kind
    fromNanoseconds = row.integer("from_ns") ?? 0
    toNanoseconds = row.integer("to_ns")
    reason = row.text("reason") ?? ""
  }

  /// What happened and when, for people.
  var text: String {
    return "\(PlainLine.escaped(reason)), \(when)"
  }

  private var when: String {
    let from = Decimal.seconds(fromNanoseconds)
    guard let to = toNanoseconds else { return "from \(from) on" }
    if to == fromNanoseconds { return "at \(from)" }
    // Of a pause both ends are known; of the others that they fell between two readings of the clocks.
    let isExact = kind == .pause || kind == .trim
    return (isExact ? "from \(from) to " : "between \(from) and ") + Decimal.seconds(to)
  }

  /// What it leaves unproven; nil where nothing is missing.
  var doubt: Health.Doubt? {
    switch kind {
    case .pause: Health.Doubt(text: text, advice: "What began then is not here, and no report can speak for it")
    case .suspend:
      Health.Doubt(text: text, advice: "Nothing was seen then; record it anew on a machine that stays awake")
    // Of which recording it is a part, the session says once.
    case .trim, .clockStep: nil
    }
  }
}
