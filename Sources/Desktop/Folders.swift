internal import Glibc
internal import System

/// The folders of a desktop, and the environment that points to them.
struct Folders {
  let root: String
  let log: String
  var home: String { root + "/home" }
  var run: String { root + "/run" }
  var control: String { run + "/a11y-desktop.sock" }
  var speechSocket: String { run + "/speech-dispatcher/speechd.sock" }
  var daemonSocket: String { run + "/speech-dispatcher/daemon.sock" }
  var publishSocket: String { run + "/a11y-capture/tap.sock" }
  var pulseSocket: String { run + "/pulse/native" }
  var speechConfiguration: String { root + "/speech-dispatcher" }
  var authority: String { root + "/Xauthority" }
  var orca: String { home + "/.local/share/orca" }

  init(root: String, logFolder: String?) throws {
    self.root = root
    log = logFolder ?? root + "/log"
    for folder in [
      root, log, home, home + "/.config", home + "/.config/gtk-3.0", home + "/.config/gtk-4.0",
      home + "/.config/glib-2.0",
      home + "/.config/glib-2.0/settings", home + "/.cache", home + "/.local", home + "/.local/share", orca, run,
      run + "/pulse",
      run + "/speech-dispatcher", run + "/a11y-capture",
    ] {
      try Folders.make(folder)
    }
    try Folders.write(Authority.make(), to: authority)
  }

  /// Makes a folder for its owner alone, unless it is there.
  static func make(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError("make the folder \(path)") }
  }

  static func write(_ text: String, to path: String) throws(SystemError) { try write(Array(text.utf8), to: path) }

  static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try Descriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC).writeAll(bytes)
  }

  static let systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// What every part and the command have in common.
  private var common: [String: String] {
    [
      "HOME": home, "XDG_RUNTIME_DIR": run, "XDG_CONFIG_HOME": home + "/.config", "XDG_CACHE_HOME": home + "/.cache",
      "XDG_DATA_HOME": home + "/.local/share", "XDG_SESSION_TYPE": "x11", "GDK_BACKEND": "x11",
      "GSETTINGS_BACKEND": "keyfile", "QT_ACCESSIBILITY": "1", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
      "GNOME_ACCESSIBILITY": "1", "LIBGL_ALWAYS_SOFTWARE": "1", "PULSE_SERVER": "unix:" + pulseSocket,
      "PULSE_RUNTIME_PATH": run + "/pulse", "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + run + "/bus",
      "XAUTHORITY": authority, "SPEECHD_ADDRESS": "unix_socket:" + speechSocket, "A11Y_DESKTOP": control,
    ]
  }

  /// The parts' environment: nothing of the caller's but who it is.
  ///
  /// Another python3 first on PATH would break Orca.
  func partEnvironment() -> [String: String] {
    let kept = currentEnvironment().filter { ["TERM", "USER", "LOGNAME", "TZ"].contains($0.key) }
    return kept.merging(common) { $1 }.merging(["PATH": Self.systemPath, "LANG": "C.UTF-8"]) { $1 }
  }

  /// The command's environment: the caller's, without what leads to the caller's own desktop.
  func commandEnvironment(toolFolder: String) -> [String: String] {
    let theirs = currentEnvironment()
    let foreign = ["DBUS_", "PULSE_", "GTK_", "GDK_", "AT_SPI_", "SPEECHD_", "XDG_", "PIPEWIRE_", "WAYLAND_", "QT_"]
    let kept = theirs.filter { entry in
      !foreign.contains { entry.key.hasPrefix($0) }
        && !["DISPLAY", "SESSION_MANAGER", "NO_AT_BRIDGE", "DESKTOP_SESSION"].contains(entry.key)
    }
    let rest = (theirs["PATH"] ?? "").split(separator: ":").filter {
      !Self.systemPath.split(separator: ":").contains($0)
    }
    let path = ([toolFolder, Self.systemPath] + rest.map(String.init)).joined(separator: ":")
    return kept.merging(common) { $1 }.merging(["PATH": path, "LANG": theirs["LANG"] ?? "C.UTF-8"]) { $1 }
  }
}
