public import System
internal import Glibc

/// A program of this package, as built beside the tests.
public enum Tool {
  /// The folder of all of them.
  public static let folder: String = {
    // The tests' own program lies beside those that they test.
    let words = ProcessTable.words(of: getpid())
    let program = words.first { $0.hasSuffix(".xctest") } ?? words.first ?? ""
    return program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
  }()

  /// The repository's root.
  public static let root: String = {
    // Of this very file, three names up.
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
  }()

  /// Its path.
  public static func path(_ name: String) -> String { folder + "/" + name }

  /// Starts it, with its output and errors to be read from `errors`.
  public static func start(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws -> (
    child: Child, errors: Descriptor
  ) {
    let (read, write) = try Descriptor.pipe()
    var options = Child.Options()
    options.descriptors = [-1, write.number, write.number]
    options.environment.merge(environment) { $1 }
    return (try Child(path(name), arguments, options), read)
  }

  /// What a program that has ended brought.
  public struct Result: Sendable {
    /// Its status as a shell tells it; nil where it did not end in time and was made to.
    public var status: Int32?
    /// Its standard output.
    public var output: String
    /// Its standard error.
    public var errors: String
  }

  /// Runs a program of this package, or of the system where `name` holds a slash, to its end.
  public static func run(
    _ name: String, _ arguments: [String], environment: [String: String] = [:], directory: String? = nil,
    within seconds: Double = 30
  ) throws -> Result {
    let out = try TemporaryFolder()
    let files = try ["output", "errors"].map {
      try Descriptor.open("\(out.path)/\($0)", flags: O_CREAT | O_RDWR | O_APPEND)
    }
    var options = Child.Options()
    options.descriptors = [-1, files[0].number, files[1].number]
    options.directory = directory
    options.environment.merge(["PATH": folder + ":" + (options.environment["PATH"] ?? "")]) { $1 }
    options.environment.merge(environment) { $1 }
    let child = try Child(name.contains("/") ? name : path(name), arguments, options)
    let status = try child.wait(until: .after(seconds: seconds))
    if status == nil { child.terminate(within: 5) }
    return Result(
      status: status?.shellStatus, output: ProcessTable.readFile(out.path + "/output") ?? "",
      errors: ProcessTable.readFile(out.path + "/errors") ?? "")
  }
}
