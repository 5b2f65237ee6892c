internal import Glibc
internal import System

/// The machine: where files go, and what a private desktop is made of.
extension Doctor {
  /// Under this a recording of some minutes may not fit.
  private static let leastFreeBytes: UInt64 = 100_000_000

  /// The folder of timelines, and the one of sockets.
  static func host() -> [Check] { [folder("."), runtimeFolder(currentEnvironment()["XDG_RUNTIME_DIR"])] }

  static func folder(_ path: String) -> Check {
    let name = "folder for timelines"
    let shown =
      realpath(path, nil).map { buffer in
        defer { free(buffer) }
        return String(cString: buffer)
      } ?? path
    guard access(path, W_OK | X_OK) == 0 else {
      return .missing(
        name, "\(shown): \(SystemError("write there"))", try: "Go to a folder of your own, or give -o FILE")
    }
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return .failed(name, SystemError("ask for the room in \(shown)")) }
    let bytes = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    let room = "\(bytes / 1_000_000) MB free in \(shown)"
    guard bytes >= leastFreeBytes else {
      return .missing(name, "only \(room)", try: "Make room, or give -o FILE on another disk")
    }
    return .ok(name, room)
  }

  static func runtimeFolder(_ path: String?) -> Check {
    let name = "XDG_RUNTIME_DIR"
    let advice = "Log in through a session manager, or set it to a folder of your own with mode 0700 and a short name"
    guard let path, !path.isEmpty else { return .missing(name, "it is not set", try: advice) }
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing(name, "\(SystemError("use \(path)"))", try: advice) }
    guard status.st_uid == geteuid() else { return .missing(name, "\(path) is another user's", try: advice) }
    guard access(path, W_OK | X_OK) == 0 else {
      return .missing(name, "\(SystemError("write in \(path)"))", try: advice)
    }
    // A socket's path has 107 bytes at most.
    guard path.utf8.count <= 70 else { return .missing(name, "\(path) is too long for sockets in it", try: advice) }
    guard status.st_mode & 0o077 == 0 else {
      return .notProven(name, "\(path) is open to others", try: "chmod 700 \(path)")
    }
    return .ok(name, path)
  }

  /// What a11y-desktop needs; a recording on this desktop does without.
  static func desktop() -> [Check] {
    if currentEnvironment()["A11Y_DESKTOP"] != nil {
      return [Check.ok("private desktop", "this is one").asOptional]
    }
    return [namespaces().asOptional, packages { isThere($0) }.asOptional]
  }

  private static func namespaces() -> Check {
    let name = "private desktop"
    for kinds in [[.pid, .mount], [.user, .pid, .mount]] as [Child.Namespaces] {
      var options = Child.Options()
      options.namespaces = kinds
      options.descriptors = [-1, -1, -1]
      if let child = try? Child("true", [], options), (try? child.wait(until: .after(seconds: 5))) == .exited(0) {
        return .ok(name, "the kernel gives namespaces, so that desktops run side by side")
      }
    }
    return .missing(
      name, "the kernel gives no namespaces: only one desktop at a time, and none beside an Orca of yours",
      try: "sysctl kernel.unprivileged_userns_clone=1, as root")
  }

  /// Which Debian packages a private desktop lacks.
  static func packages(_ isThere: (String) -> Bool) -> Check {
    let name = "packages of a private desktop"
    var lacking: [String] = []
    for (program, package) in providers where !isThere(program) && !lacking.contains(package) {
      lacking.append(package)
    }
    guard !lacking.isEmpty else { return .ok(name, "all are installed") }
    return .missing(
      name, "not installed: " + lacking.joined(separator: ", "),
      try: "apt-get install " + lacking.joined(separator: " "))
  }

  /// What a private desktop starts, each with the Debian package that brings it.
  static let providers = [
    ("Xvfb", "xvfb"), ("openbox", "openbox"), ("xdotool", "xdotool"), ("dbus-daemon", "dbus"),
    ("/usr/libexec/at-spi-bus-launcher", "at-spi2-core"), ("pulseaudio", "pulseaudio"),
    ("speech-dispatcher", "speech-dispatcher"),
    ("/usr/lib/speech-dispatcher-modules/sd_espeak-ng", "speech-dispatcher-espeak-ng"), ("orca", "orca"),
    ("pgrep", "procps"), ("mate-terminal", "mate-terminal"),
  ]

  private static func isThere(_ program: String) -> Bool {
    (try? Child.locate(program, searchPath: Target.searchPath)) != nil
  }
}
