internal import System

/// What a process may be called by the person who looks for it.
struct ProgramNames {
  /// The kernel's name, the program's file, the script where it is an interpreter's, and what a launcher was told to start.
  let names: [String]
  /// The script's name without its extension; nil where it has none.
  let stem: String?

  init(_ process: ProcessEntry) {
    var names = [process.name]
    var stem: String?
    if let first = process.words.first {
      // A login shell's first word begins with "-".
      let program = Self.base(first.hasPrefix("-") ? String(first.dropFirst()) : first)
      names.append(program)
      if let script = Self.script(process.words, program) {
        names.append(script)
        stem = Self.stem(of: script)
      }
    }
    self.names = names.filter { !$0.isEmpty }
    self.stem = stem
  }

  /// How what it is called is like a name; nil where it is not.
  ///
  /// Without its extension a script is never exactly of that name.
  func likeness(to wanted: String) -> NameLikeness? {
    let short = stem.flatMap { NameLikeness(wanted, $0) }.map { max($0, .alike) }
    return [NameLikeness(wanted, anyOf: names), short].compactMap { $0 }.min()
  }

  /// The file that an interpreter or a launcher was given; nil where the program is neither, or was given none.
  private static func script(_ words: [String], _ program: String) -> String? {
    let kind = String(program.prefix { !$0.isNumber && $0 != "." })
    guard let valued = interpreters[kind] else { return nil }
    var rest = words.dropFirst()
    // What stands between an option and its end is no file: "flatpak run --branch=stable org.gnome.Calculator".
    while let word = rest.popFirst() {
      if ["-c", "-e"].contains(word) { return nil }
      if ["-m", "-jar", "--"].contains(word) { return rest.first.map(base) }
      if valued.contains(word) {
        rest = rest.dropFirst()
      } else if !word.hasPrefix("-"), !word.hasPrefix("+"), Int(word) == nil, word != "run", !word.contains("=") {
        return base(word)
      }
    }
    return nil
  }

  /// Programs that run another file, by their names without version, each with its options that a value follows.
  private static let interpreters: [String: Set<String>] = [
    "python": ["-W", "-X"], "pypy": ["-W", "-X"], "bash": ["-O", "-o", "--rcfile", "--init-file"], "sh": ["-o"],
    "dash": ["-o"], "zsh": ["-o"], "ksh": ["-o"], "fish": [], "perl": ["-I"], "ruby": ["-I", "-r"],
    "node": ["-r", "--require", "--import"], "nodejs": ["-r", "--require"], "gjs": ["-I"], "lua": ["-l"], "php": ["-d"],
    "java": ["-cp", "-classpath", "--class-path", "-p", "--module-path"], "mono": [], "guile": ["-L", "-l"],
    "tclsh": [],
    "wish": [],
    "flatpak": [], "bwrap": ["--args"], "snap": [], "firejail": [], "env": ["-u", "-C", "-S"], "nohup": [],
    "setsid": [],
    "nice": ["-n"], "stdbuf": ["-i", "-o", "-e"], "timeout": ["-k", "-s"],
  ]

  private static func base(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private static func stem(of name: String) -> String? {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return String(name[..<dot])
  }
}
