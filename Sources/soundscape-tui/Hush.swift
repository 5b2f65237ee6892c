import Glibc
import System

/// Silences the screen reader at an activation: the counterpart of the documented trait "starts media session".
///
/// It cancels what speech-dispatcher has to say, once; what the reader says afterwards, it says.
final class Hush {
  private let socket: Descriptor

  /// Connects where SPEECHD_ADDRESS says, else to speech-dispatcher's usual place; throws where nobody listens.
  init() throws(SystemError) {
    let environment = currentEnvironment()
    let prefix = "unix_socket:"
    let address = environment["SPEECHD_ADDRESS"].flatMap {
      $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil
    }
    let usual = (environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())") + "/speech-dispatcher/speechd.sock"
    socket = try UnixSocket.connect(address ?? usual)
    try socket.writeAll(Array("SET self CLIENT_NAME user:soundscape-tui:hush\r\n".utf8))
    socket.setNonBlocking(true)
  }

  /// Cancels everything that is being said or waits to be.
  func silence() {
    // Its replies are of no use, but must not pile up.
    while let some = try? socket.readSome(), !some.isEmpty {}
    try? socket.writeAll(Array("CANCEL all\r\n".utf8))
  }
}
