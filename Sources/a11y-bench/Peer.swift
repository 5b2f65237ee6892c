internal import Glibc
internal import System

/// Another program that does the same work, made and run where it lies in scripts/peers.
enum Peer {
  /// The folder of them, from the repository's root, where the bench is run.
  static let folder = "scripts/peers"

  /// Runs a program to its end and gives its standard output; throws where it fails.
  @discardableResult
  static func run(_ command: String, _ arguments: [String]) throws -> String {
    let folder = try PrivateFolder("a11y-bench")
    let output = try Descriptor.open(folder.path + "/output", flags: O_CREAT | O_RDWR)
    var options = Child.Options()
    options.descriptors = [-1, output.number, 2]
    guard case .exited(0)? = try Child(command, arguments, options).wait() else {
      throw SystemError("run \(command) \(arguments.joined(separator: " "))", code: 0)
    }
    return ProcessTable.readFile(folder.path + "/output") ?? ""
  }

  /// All values of "NAME VALUE" lines of that name.
  static func figures(_ name: String, in output: String) -> Figures {
    var figures = Figures()
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == name, let value = Double(words[1]) { figures.add(value) }
    }
    return figures
  }

  /// Lines of numbers with commas between them.
  static func rows(in text: String) -> [[Int64]] {
    text.split(separator: "\n").map { $0.split(separator: ",").map { Int64($0) ?? -1 } }
  }
}
