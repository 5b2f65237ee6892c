internal import Glibc
internal import System

/// What a session ran on, as far as it can be told without asking anybody.
enum HostEnvironment {
  static func facts() -> [(String, String)] {
    var system = utsname()
    uname(&system)
    func text<T>(_ field: T) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    let environment = currentEnvironment()
    var facts: [(String, String)] = [
      ("kernel", text(system.sysname) + " " + text(system.release)),
      ("desktop", environment["A11Y_DESKTOP"] == nil ? "session" : "private"),
      ("user", geteuid() == 0 ? "root" : "ordinary"),
    ]
    for name in ["DISPLAY", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "LANG"] {
      if let value = environment[name] { facts.append((name, value)) }
    }
    for name in ["orca", "speech-dispatcher", "pulseaudio", "pipewire"] {
      if let id = ProcessTable.all.first(where: { ProcessTable.name(of: $0) == String(name.prefix(15)) }) {
        facts.append((name, "process \(id): " + ProcessTable.words(of: id).joined(separator: " ")))
      }
    }
    return facts
  }
}
