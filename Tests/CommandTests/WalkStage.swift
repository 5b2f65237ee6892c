import Glibc
import System
import TestSupport
import Testing

/// A folder with the pipes between a walk and the test, which plays the recording and takes the keys.
final class WalkStage {
  private let place: TemporaryFolder
  private var folder: String { place.path }
  private let keys: Descriptor
  private let status: Descriptor
  private var errors: Descriptor?
  private var partial: [UInt8] = []

  init() throws {
    place = try TemporaryFolder()
    let folder = place.path
    for name in ["keys", "status"] { try #require(mkfifo(folder + "/" + name, 0o600) == 0) }
    keys = try Descriptor.open(folder + "/keys", flags: O_RDWR)
    status = try Descriptor.open(folder + "/status", flags: O_RDWR)
    let script = """
      #!/bin/sh
      if [ "$1" = key ]; then shift; echo "$*" >\(folder)/keys; else echo Title; fi

      """
    try Descriptor.open(folder + "/xdotool", flags: O_WRONLY | O_CREAT, mode: 0o700).writeAll(Array(script.utf8))
  }

  func start(_ tool: String, _ arguments: [String]) throws -> Child {
    let (child, errors) = try Tool.start(
      tool, ["--status", folder + "/status"] + arguments, environment: ["PATH": folder + ":/usr/bin:/bin"])
    self.errors = errors
    return child
  }

  func startScreenWalk(_ walk: String, limit: String = "10") throws -> Child {
    try Descriptor.open(folder + "/walk", flags: O_WRONLY | O_CREAT).writeAll(Array(walk.utf8))
    return try start("walk-screen", ["--limit", limit, folder + "/walk"])
  }

  func tell(_ line: String) throws { try status.writeAll(Array((line + "\n").utf8)) }

  func press(_ key: String) throws { try tell(#"{"status":"input","is_press":1,"key_name":"\#(key)"}"#) }

  func nextKeys(within seconds: Double = 10) throws -> String? {
    let deadline = Deadline.after(seconds: seconds)
    while true {
      if let end = partial.firstIndex(of: 10) {
        defer { partial.removeSubrange(...end) }
        return String(decoding: partial[..<end], as: UTF8.self)
      }
      guard !(try pollDescriptors([(keys.number, .read)], until: deadline)[0].isEmpty) else { return nil }
      partial += try keys.readSome() ?? []
    }
  }

  func errorText() throws -> String {
    var bytes: [UInt8] = []
    while let some = try errors?.readSome(), !some.isEmpty { bytes += some }
    return String(decoding: bytes, as: UTF8.self)
  }
}
