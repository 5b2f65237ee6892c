import Glibc
import System

/// A program of this package, as built beside the tests.
enum Tool {
  /// Its path.
  static func path(_ name: String) -> String { folder + "/" + name }

  /// Starts it, with its output and errors to be read from `errors`.
  static func start(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws -> (
    child: Child, errors: Descriptor
  ) {
    let (read, write) = try Descriptor.pipe()
    var options = Child.Options()
    options.descriptors = [-1, write.number, write.number]
    options.environment.merge(environment) { $1 }
    return (try Child(path(name), arguments, options), read)
  }

  private static let folder: String = {
    // The tests' own program lies beside those that they test.
    let words = ProcessTable.words(of: getpid())
    let program = words.first { $0.hasSuffix(".xctest") } ?? words.first ?? ""
    return program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
  }()
}
