internal import Glibc

/// Names of files for recordings that the person has not named.
public enum OutputName {
  /// The program that a command starts, without its folders.
  public static func program(of command: [String]) -> String {
    command.first?.split(separator: "/").last.map(String.init) ?? "capture"
  }

  /// A file in this folder that is not there yet, from the application's name and the local time.
  public static func free(for name: String) -> String {
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(local.tm_year + 1900)-\(two(local.tm_mon + 1))-\(two(local.tm_mday))"
    let clock = "\(two(local.tm_hour)).\(two(local.tm_min)).\(two(local.tm_sec))"
    let safe = String(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_" }.prefix(80))
    let base = (safe.hasPrefix(".") ? "_" + safe : safe) + "_\(date)_\(clock)"
    var candidate = base + ".db"
    var number = 2
    while access(candidate, F_OK) == 0 {
      candidate = "\(base)_\(number).db"
      number += 1
    }
    return candidate
  }
}
