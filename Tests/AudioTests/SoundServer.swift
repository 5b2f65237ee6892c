import Glibc
import Onsets
import Synchronization
import System
import TestSupport

/// A sound server of a test's own: PulseAudio with one null sink, in a folder that goes with it.
final class SoundServer {
  private let place: TemporaryFolder
  var folder: String { place.path }
  /// What clients find it by; never put into this process's environment, which other tests read meanwhile.
  var address: String { "unix:" + folder + "/native" }
  private let server: Child
  private let sounds = Mutex(0)

  /// Starts it and waits for its socket.
  init() throws {
    place = try TemporaryFolder()
    let folder = place.path
    let socket = folder + "/native"
    let script = """
      .fail
      load-module module-native-protocol-unix auth-anonymous=1 socket=\(socket)
      load-module module-null-sink sink_name=desk rate=48000 norewinds=1
      set-default-sink desk
      """
    try Descriptor.open(folder + "/pulse.pa", flags: O_WRONLY | O_CREAT).writeAll(Array(script.utf8))
    var options = Child.Options()
    options.deathSignal = SIGKILL
    options.descriptors = [-1, -1, 2]
    for name in ["HOME", "XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH"] { options.environment[name] = folder }
    server = try Child(
      "pulseaudio",
      [
        "-n", "-F", folder + "/pulse.pa", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
        "--disallow-exit",
        "--realtime=no", "--high-priority=no", "--log-level=error",
      ], options)
    let deadline = Deadline.after(seconds: 10)
    var isThere = try FileWatch.waitForPath(socket, until: deadline, orEndOf: server.ended)
    // The path is there a moment before anybody listens at it.
    while isThere, (try? UnixSocket.connect(socket)) == nil {
      let ended = try pollDescriptors([(server.ended.number, .read)], until: .after(seconds: 0.005))[0]
      isThere = ended.isEmpty && !deadline.hasPassed
    }
    guard isThere else {
      throw SystemError("start pulseaudio", code: 0, advice: "scripts/install-packages installs it")
    }
  }

  deinit { server.terminate() }

  /// Kills it, as a crash would.
  func kill() throws {
    server.signal(SIGKILL)
    _ = try server.wait(until: .after(seconds: 5))
  }

  /// Starts a program that plays `samples`, mono at 48 kHz, into `sink` or the default one, and ends.
  func play(
    _ samples: [Float], sink: String? = nil, name: String = "player", role: String? = nil, latencyMilliseconds: Int = 20
  ) throws -> Child {
    let number = sounds.withLock { count in
      count += 1
      return count
    }
    let path = folder + "/sound-\(number)"
    try samples.withUnsafeBytes { bytes in
      try Descriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC).writeAll(Array(bytes))
    }
    var options = Child.Options()
    options.deathSignal = SIGKILL
    options.environment["PULSE_SINK"] = sink
    options.environment["PULSE_SERVER"] = address
    options.descriptors = [-1, -1, 2]
    let property = role.map { ["--property=media.role=\($0)"] } ?? []
    return try Child(
      "pacat",
      [
        "--playback", "--raw", "--rate=48000", "--channels=1", "--format=float32le",
        "--latency-msec=\(latencyMilliseconds)",
        "--client-name=\(name)",
      ] + property + [path], options)
  }

  /// Lets nothing be heard of a sink any more.
  func mute(sink: String) throws {
    var options = Child.Options()
    options.environment["PULSE_SERVER"] = address
    let child = try Child("pactl", ["set-sink-mute", sink, "1"], options)
    guard try child.wait(until: .after(seconds: 5)) == .exited(0) else { throw SystemError("mute \(sink)", code: 0) }
  }

  /// Plays to the end.
  func playAndWait(_ samples: [Float], sink: String? = nil, name: String = "player", role: String? = nil) throws {
    guard try play(samples, sink: sink, name: name, role: role).wait(until: .after(seconds: 20)) == .exited(0) else {
      throw SystemError("play with pacat", code: 0)
    }
  }
}
