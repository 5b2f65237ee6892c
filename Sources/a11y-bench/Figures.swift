internal import Timeline

/// One thing measured several times.
struct Figures: Sendable {
  private var values: [Double] = []

  mutating func add(_ value: Double) {
    values.append(value)
    values.sort()
  }

  /// The middle one; of an even number the greater of the two.
  var median: Double { values.isEmpty ? .nan : values[values.count / 2] }

  /// "0.113 s (0.110 to 0.131)": the median, then the least and the greatest.
  func text(_ unit: String, digits: Int = 3) -> String {
    guard let least = values.first, let most = values.last else { return "not measured" }
    func number(_ value: Double) -> String { Figures.text(value, digits: digits) }
    return "\(number(median)) \(unit) (\(number(least)) to \(number(most)))"
  }

  static func text(_ value: Double, digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    var power = 1.0
    for _ in 0..<digits { power *= 10 }
    let scaled = Int64((abs(value) * power).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return sign + "\(scaled)" }
    let fraction = String(scaled % Int64(power))
    return sign + "\(scaled / Int64(power))." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  /// The line that sets a ratio beside its aim.
  static func aim(_ what: String, _ value: Double, atLeast: Double? = nil, atMost: Double? = nil) -> String {
    let isMet = value >= atLeast ?? -.infinity && value <= atMost ?? .infinity
    let wanted =
      atLeast.map { "\(text($0, digits: 1)) or more" } ?? atMost.map { "\(text($0, digits: 1)) or less" } ?? ""
    return "  \(what): \(text(value, digits: 2)); aim \(wanted): \(isMet ? "met" : "NOT met")"
  }
}

/// Seconds that `work` takes, with what it gives.
func timed<Result>(_ work: () throws -> Result) rethrows -> (seconds: Double, result: Result) {
  let start = MonotonicTime.now
  let result = try work()
  return (Double(MonotonicTime.now - start) / 1e9, result)
}
