internal import Glibc
internal import System

/// A process of the desktop session that this one belongs to.
struct SessionProcess {
  let id: Int32
  /// The words that it was started with.
  let words: [String]
  /// What it was started with; empty where that cannot be read.
  let environment: [String: String]

  /// The process of this session with the kernel's name `name`; nil where there is none.
  ///
  /// Others of that name may serve other desktops, or other users.
  static func find(_ name: String) -> SessionProcess? {
    let ours = currentEnvironment()["XDG_RUNTIME_DIR"]
    for id in ProcessTable.all.sorted() where ProcessTable.name(of: id) == name {
      guard let environment = environment(of: id), environment["XDG_RUNTIME_DIR"] == ours else { continue }
      return SessionProcess(id: id, words: ProcessTable.words(of: id), environment: environment)
    }
    return nil
  }

  /// The value of an option, as "-u DIR", "--user-prefs DIR" or "--user-prefs=DIR"; nil where it was not given.
  func option(_ short: String, _ long: String) -> String? {
    for (index, word) in words.enumerated() {
      if word == short || word == long, index + 1 < words.count { return words[index + 1] }
      if word.hasPrefix(long + "=") { return String(word.dropFirst(long.count + 1)) }
    }
    return nil
  }

  /// A folder that the XDG base directory specification names, as this process has it; nil where nothing tells.
  func folder(_ variable: String, orInHome path: String) -> String? {
    if let set = environment[variable], !set.isEmpty { return set }
    return environment["HOME"].map { $0 + "/" + path }
  }

  private static func environment(of id: Int32) -> [String: String]? {
    guard let text = ProcessTable.readFile("/proc/\(id)/environ") else { return nil }
    var result: [String: String] = [:]
    for entry in text.split(separator: "\0") {
      let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
    }
    return result
  }
}
