internal import Glibc

/// How reports write numbers, times and the words of others; the same in every locale.
enum Text {
  /// "1234 ms".
  static func milliseconds(_ value: Double) -> String { "\(Int(value.rounded())) ms" }

  /// Seconds since the session's start, "5.959 s".
  static func seconds(_ nanoseconds: Int64) -> String { decimal(Double(nanoseconds) / 1e9, places: 3) + " s" }

  /// A number with a fixed count of decimals.
  static func decimal(_ value: Double, places: Int) -> String {
    let factor = pow(10, Double(places))
    let scaled = Int64((abs(value) * factor).rounded())
    let whole = scaled / Int64(factor)
    let part = String(scaled % Int64(factor))
    let sign = value < 0 && scaled != 0 ? "-" : ""
    return places == 0
      ? sign + "\(whole)" : sign + "\(whole)." + String(repeating: "0", count: places - part.count) + part
  }

  /// A moment in UTC, "2026-12-01 02:16:09 UTC": a report is the same wherever it is made.
  static func moment(_ wallNanoseconds: Int64) -> String {
    var seconds = time_t(wallNanoseconds / 1_000_000_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) UTC"
  }

  /// Words of others, with everything that could steer a terminal written as an escape.
  static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let value = scalar.value
      let steers =
        value < 0x20 || (0x7f...0x9f).contains(value) || (0x200e...0x200f).contains(value)
        || (0x2028...0x202e).contains(value)
        || (0x2066...0x2069).contains(value)
      if steers { result += "\\u{\(String(value, radix: 16))}" } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
