internal import CLinux
internal import Glibc

/// Stream sockets of the file system (unix(7)).
public enum UnixSocket {
  /// Connects to the socket at `path`; a path that begins with "@" is an abstract one.
  public static func connect(_ path: String) throws(SystemError) -> Descriptor {
    let socket = try make()
    guard try withAddress(path, { Glibc.connect(socket.number, $0, $1) }) == 0 else {
      throw SystemError("connect to \(path)")
    }
    return socket
  }

  /// Listens at `path`, for its owner alone. A socket file on which nobody answers is replaced; one that is in use is an error.
  public static func listen(_ path: String) throws(SystemError) -> Descriptor {
    let socket = try make()
    if try withAddress(path, { bind(socket.number, $0, $1) }) != 0 {
      guard errno == EADDRINUSE, !path.hasPrefix("@") else { throw SystemError("listen at \(path)") }
      guard (try? connect(path)) == nil else {
        throw SystemError(
          "listen at \(path)", code: EADDRINUSE, advice: "Another process answers there: end it, or name another path")
      }
      unlink(path)
      guard try withAddress(path, { bind(socket.number, $0, $1) }) == 0 else { throw SystemError("listen at \(path)") }
    }
    if !path.hasPrefix("@") { chmod(path, 0o600) }
    guard Glibc.listen(socket.number, 64) == 0 else { throw SystemError("listen at \(path)") }
    return socket
  }

  /// Takes the next connection; nil where none waits (non-blocking only).
  public static func accept(_ socket: Descriptor) throws(SystemError) -> Descriptor? {
    while true {
      let number = accept_connection(socket.number)
      if number >= 0 { return Descriptor(owning: number) }
      switch errno {
      case EAGAIN: return nil
      case EINTR, ECONNABORTED: continue
      default: throw SystemError("accept a connection")
      }
    }
  }

  /// Two ends that are connected to each other.
  public static func pair() throws(SystemError) -> (Descriptor, Descriptor) {
    var ends: (Int32, Int32) = (0, 0)
    let made = withUnsafeMutableBytes(of: &ends) {
      socketpair(
        AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0,
        $0.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    guard made == 0 else { throw SystemError("make a pair of sockets") }
    return (Descriptor(owning: ends.0), Descriptor(owning: ends.1))
  }

  /// Tells the other side that nothing more will be written.
  public static func endWriting(_ socket: Descriptor) { shutdown(socket.number, Int32(SHUT_WR)) }

  private static func make() throws(SystemError) -> Descriptor {
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw SystemError("make a socket") }
    return Descriptor(owning: number)
  }

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) throws(SystemError) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw SystemError(
        "use the socket path \(path)", code: ENAMETOOLONG, advice: "A socket's path has at most 107 bytes")
    }
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = MemoryLayout<sa_family_t>.size + bytes.count + (bytes.first == 0 ? 0 : 1)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
  }
}
