internal import CommandLineTable

/// A bench that could not be run to its end.
enum BenchFailure {
  /// Runs `work`; where it throws, says so for `command` and gives 70.
  static func caught(_ command: String, _ work: () throws -> Int32) -> Int32 {
    do {
      return try work()
    } catch {
      Command.printError("a11y-bench \(command): \(error)")
      return 70
    }
  }
}
