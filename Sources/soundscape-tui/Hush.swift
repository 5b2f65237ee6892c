import Glibc
import System

/// Silences the screen reader at an activation: the counterpart of the documented trait "starts media session".
///
/// It cancels what speech-dispatcher has to say, once; what the reader says afterwards, it says.
final class Hush {
  private var socket: Descriptor

  /// Connects where SPEECHD_ADDRESS says, else to speech-dispatcher's usual place; throws where nobody listens.
  init() throws(SystemError) { socket = try Hush.connect() }

  /// Cancels everything that is being said or waits to be; throws where speech-dispatcher has gone and is not back.
  func silence() throws(SystemError) {
    // Its replies are of no use, but must not pile up.
    while let some = try? socket.readSome(), !some.isEmpty {}
    do throws(SystemError) {
      try send()
    } catch {
      // It may have been started anew.
      socket = try Hush.connect()
      try send()
    }
  }

  private func send() throws(SystemError) {
    let line = Array("CANCEL all\r\n".utf8)
    // Without waiting: a daemon that takes nothing in must not stop the application.
    guard try UnixSocket.send(line[...], to: socket) == line.count else {
      throw SystemError("silence the screen reader", code: EAGAIN, advice: "speech-dispatcher does not answer")
    }
  }

  private static func connect() throws(SystemError) -> Descriptor {
    let environment = currentEnvironment()
    let prefix = "unix_socket:"
    let address = environment["SPEECHD_ADDRESS"].flatMap {
      $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil
    }
    let usual = (environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())") + "/speech-dispatcher/speechd.sock"
    let socket = try UnixSocket.connect(address ?? usual, waiting: false)
    let greeting = Array("SET self CLIENT_NAME user:soundscape-tui:hush\r\n".utf8)
    _ = try UnixSocket.send(greeting[...], to: socket)
    return socket
  }
}
