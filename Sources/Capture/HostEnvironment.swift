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
    return facts
  }

  /// Versions of the parts that run here, asked of the programs themselves; takes some 100 ms each, so not while arming.
  static func versions() -> [(String, String)] {
    let running = Set(ProcessTable.all.compactMap { ProcessTable.name(of: $0) })
    return [("orca", "reader"), ("speech-dispatcher", "speech-dispatcher"), ("espeak-ng", "synthesiser")].compactMap {
      program, part in
      // The kernel keeps 15 bytes of a name; the synthesiser runs as a module of the daemon.
      let process = program == "espeak-ng" ? "sd_espeak-ng" : String(program.prefix(15))
      guard running.contains(process), let line = firstLine(of: program, ["--version"]) else { return nil }
      return (part, line)
    }
  }

  private static func firstLine(of program: String, _ arguments: [String]) -> String? {
    guard let (read, write) = try? Descriptor.pipe() else { return nil }
    var options = Child.Options()
    options.descriptors = [-1, write.number, -1]
    guard let child = try? Child(program, arguments, options) else { return nil }
    guard (try? child.wait(until: .after(seconds: 3))) == .exited(0) else {
      child.terminate(within: 0)
      return nil
    }
    read.setNonBlocking(true)
    let text = String(decoding: (try? read.readSome()) ?? [], as: UTF8.self)
    return text.split(separator: "\n").first.map { String($0.prefix(100)) }
  }
}
