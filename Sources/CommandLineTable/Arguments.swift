/// What a command line said.
public struct Arguments: Sendable {
  /// The subcommands named, outermost first.
  public internal(set) var path: [String] = []
  /// What stood after the options.
  public internal(set) var operands: [String] = []
  /// The command to run; empty where none was given.
  public internal(set) var command: [String] = []
  var values: [String: [String]] = [:]

  /// Whether a switch was given.
  public func has(_ option: String) -> Bool { values[option] != nil }

  /// An option's last value; nil where it was not given.
  public func value(_ option: String) -> String? { values[option]?.last }

  /// All values of an option, in order.
  public func allValues(_ option: String) -> [String] { values[option] ?? [] }

  /// An option's value as a number of `unit`; nil where it was not given.
  public func number(_ option: String, of unit: String, atLeast least: Double = 0) throws(UsageError) -> Double? {
    guard let text = value(option) else { return nil }
    guard let number = Double(text), number.isFinite, number >= least else {
      throw UsageError("--\(option) needs a number of \(unit), \(least) or more, not '\(text)'")
    }
    return number
  }
}

/// A command line that cannot be understood.
public struct UsageError: Error, CustomStringConvertible, Sendable {
  /// What is wrong, one line.
  public var description: String
  /// An error that says `description`.
  public init(_ description: String) { self.description = description }
}
