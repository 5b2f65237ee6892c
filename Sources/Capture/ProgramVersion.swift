internal import System

/// What a program calls its version.
enum ProgramVersion {
  /// The first line of `PROGRAM --version`; nil where it does not tell within 3 s.
  static func ask(_ program: String) -> String? {
    guard let (read, write) = try? Descriptor.pipe() else { return nil }
    var options = Child.Options()
    options.descriptors = [-1, write.number, -1]
    // Some open a stream of sound before they tell, which would be one more in the recording.
    options.environment["PULSE_SERVER"] = "unix:/nowhere"
    guard let child = try? Child(program, ["--version"], options) else { return nil }
    guard (try? child.wait(until: .after(seconds: 3))) == .exited(0) else {
      child.terminate(within: 0)
      return nil
    }
    read.setNonBlocking(true)
    let text = String(decoding: (try? read.readSome()) ?? [], as: UTF8.self)
    return text.split(separator: "\n").first.map(line)
  }

  /// The version out of the first line; what stands apart is something else, as espeak-ng's folder of voices.
  static func line(_ first: Substring) -> String {
    var words: [Substring] = []
    for word in first.prefix(100).split(separator: " ", omittingEmptySubsequences: false) {
      if word.isEmpty, !words.isEmpty { break }
      words.append(word)
    }
    return words.joined(separator: " ")
  }

  /// The version of a package that is installed, as Debian's package manager has it; nil where that does not know it.
  static func ofPackage(_ name: String) -> String? {
    guard let status = ProcessTable.readFile("/var/lib/dpkg/status") else { return nil }
    var isIt = false
    for line in status.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("Package: ") { isIt = line.dropFirst(9) == name }
      if isIt, line.hasPrefix("Version: ") { return String(line.dropFirst(9)) }
    }
    return nil
  }
}
