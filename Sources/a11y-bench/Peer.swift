internal import Glibc
internal import System

/// Another program that does the same work, made and run where it lies in scripts/peers.
enum Peer {
  /// The folder of them, from the repository's root, where the bench is run.
  static let folder = "scripts/peers"

  /// Runs a program to its end and gives its standard output; throws where it fails.
  @discardableResult
  static func run(_ command: String, _ arguments: [String], accepting: Set<Int32> = [0]) throws -> String {
    let folder = try PrivateFolder("a11y-bench")
    let output = try Descriptor.open(folder.path + "/output", flags: O_CREAT | O_RDWR)
    var options = Child.Options()
    options.descriptors = [-1, output.number, 2]
    guard case .exited(let status)? = try Child(command, arguments, options).wait(), accepting.contains(status) else {
      throw SystemError("run \(command) \(arguments.joined(separator: " "))", code: 0)
    }
    return ProcessTable.readFile(folder.path + "/output") ?? ""
  }

  /// Starts a program and waits for a line that begins with `word`.
  static func start(_ command: String, _ arguments: [String], until word: String) throws -> (Child, PeerLines) {
    var options = Child.Options()
    options.deathSignal = SIGKILL
    let lines: PeerLines
    let child: Child
    do {
      let (read, write) = try Descriptor.pipe()
      options.descriptors = [-1, write.number, 2]
      child = try Child(command, arguments, options)
      // Its own end is closed with this scope, so that the pipe ends with the program.
      lines = PeerLines(read)
    }
    try lines.wait(for: "\(command): \(word)", within: 20) { text in
      text.split(separator: "\n").contains { $0.hasPrefix(word) }
    }
    return (child, lines)
  }

  /// Lines of two numbers.
  static func pairs(in text: String) -> [(Int, Int64)] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let first = Int(words[0]), let second = Int64(words[1]) else { return nil }
      return (first, second)
    }
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
