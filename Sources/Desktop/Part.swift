internal import Glibc
internal import System

/// One program of the desktop, with its log.
final class Part {
  let name: String
  let child: Child
  let logPath: String

  init(
    _ name: String, _ words: [String], environment: [String: String], logPath: String, descriptors extra: [Int32] = [],
    hidesTemporary: Bool = false
  ) throws {
    self.name = name
    self.logPath = logPath
    let log = try Descriptor.open(logPath, flags: O_WRONLY | O_CREAT | O_APPEND)
    var options = Child.Options()
    options.environment = environment
    options.descriptors = [-1, log.number, log.number] + extra
    options.newSession = true
    options.deathSignal = SIGKILL
    if hidesTemporary {
      options.namespaces = geteuid() == 0 ? [.mount] : [.user, .mount]
      options.privateFolders = ["/tmp"]
    }
    do {
      child = try Child(words[0], Array(words.dropFirst()), options)
    } catch {
      let package = Part.packages[words[0]].map { "Install the package \($0)" }
      throw DesktopError("\(name) cannot be started: \(error)", advice: error.code == ENOENT ? package : nil)
    }
  }

  /// Whether it runs no more.
  var hasEnded: Bool { (try? child.wait(until: .after(seconds: 0))) != .some(nil) }

  /// Asks it and what it has started to end, and makes them end where it does not within `seconds`; `told` runs after the signal.
  func end(within seconds: Double, _ told: () -> Void) {
    // It leads a session, and with it a process group, of its own. Told once: a second SIGTERM makes Orca hang.
    kill(-child.processID, SIGTERM)
    told()
    _ = try? child.wait(until: .after(seconds: seconds))
    kill(-child.processID, SIGKILL)
    _ = try? child.wait(until: .after(seconds: 5))
  }

  /// An error that this part did not do what was waited for.
  func failure(_ what: String) -> DesktopError {
    var reason = "\(name) \(what)"
    if let status = try? child.wait(until: .after(seconds: 0)) {
      switch status {
      case .exited(let code): reason = "\(name) ended with status \(code)"
      case .signaled(let number): reason = "\(name) was ended by signal \(number)"
      }
    }
    let lines = (ProcessTable.readFile(logPath) ?? "").split(separator: "\n")
    let end = lines.suffix(6).joined(separator: "\n")
    return DesktopError(reason, advice: Part.advice.first { end.contains($0.key) }?.value, logEnd: end)
  }

  /// What to do about what a log says.
  private static let advice = [
    "No speech output modules were loaded": "Install the package speech-dispatcher-espeak-ng"
  ]

  /// Which Debian package brings a program.
  private static let packages = [
    "Xvfb": "xvfb", "dbus-daemon": "dbus", "openbox": "openbox", "pulseaudio": "pulseaudio",
    "speech-dispatcher": "speech-dispatcher", "orca": "orca", "import": "imagemagick",
  ]
}
