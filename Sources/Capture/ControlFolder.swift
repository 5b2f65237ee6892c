internal import Glibc
internal import System

/// Where the running recorders of this user are reached: a socket each, PID.sock, in a folder for its owner alone.
enum ControlFolder {
  /// a11y-capture in XDG_RUNTIME_DIR; throws where that is not set.
  static func path() throws(CaptureError) -> String {
    guard let folder = currentEnvironment()["XDG_RUNTIME_DIR"], !folder.isEmpty else {
      throw CaptureError(
        "running captures are reached through XDG_RUNTIME_DIR, which is not set",
        advice: "Set it as it is where a11y-capture runs: usually /run/user/\(getuid())", exitStatus: 66)
    }
    return folder + "/a11y-capture"
  }

  /// Makes the folder where it is missing, and sees to it that nobody else gets in.
  static func make(_ path: String) throws(CaptureError) {
    var status = stat()
    guard mkdir(path, 0o700) == 0 || errno == EEXIST, lstat(path, &status) == 0 else {
      throw CaptureError("cannot make \(path): \(String(cString: strerror(errno)))", exitStatus: 74)
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), chmod(path, 0o700) == 0 else {
      throw CaptureError("\(path) is no folder of this user", advice: "Move it away", exitStatus: 74)
    }
  }

  /// The path of a recorder's socket.
  static func socket(of processID: Int32, in folder: String) -> String { "\(folder)/\(processID).sock" }

  /// The recorders whose sockets lie in a folder, the dead ones' included.
  static func recorders(in path: String) -> [Int32] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var found: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasSuffix(".sock"), let id = Int32(name.dropLast(5)), id > 0, name == "\(id).sock" else { continue }
      found.append(id)
    }
    return found.sorted()
  }
}
