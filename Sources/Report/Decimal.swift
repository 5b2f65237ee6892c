/// Numbers with a fixed count of digits after the point, whatever the locale.
enum Decimal {
  static func text(_ number: Double, digits: Int) -> String {
    var scale: Int64 = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = (number * Double(scale)).rounded()
    guard let whole = Int64(exactly: scaled) else { return "\(number)" }
    let sign = whole < 0 ? "-" : ""
    let magnitude = whole.magnitude
    guard digits > 0 else { return sign + String(magnitude) }
    let fraction = String(magnitude % UInt64(scale))
    let padding = String(repeating: "0", count: digits - fraction.count)
    return sign + "\(magnitude / UInt64(scale))." + padding + fraction
  }

  /// Nanoseconds since the session's start as seconds to the millisecond, "12.345 s".
  static func seconds(_ nanoseconds: Int64) -> String { text(Double(nanoseconds) / 1e9, digits: 3) + " s" }

  /// Milliseconds, whole, "1334 ms".
  static func milliseconds(_ number: Double) -> String { text(number, digits: 0) + " ms" }

  /// A count with its noun, "1 time", "2 times".
  static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
  }
}
