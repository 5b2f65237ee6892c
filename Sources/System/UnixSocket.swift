internal import CLinux
internal import Glibc

/// Stream sockets of the file system (unix(7)).
public enum UnixSocket {
  /// Connects to the socket at `path`; a path that begins with "@" is an abstract one.
  ///
  /// Waits where the listener's queue is full, or, with `waiting` off, throws EAGAIN and gives a non-blocking socket otherwise.
  public static func connect(_ path: String, waiting: Bool = true) throws(SystemError) -> Descriptor {
    let socket = try make()
    socket.setNonBlocking(!waiting)
    guard try withAddress(path, { Glibc.connect(socket.number, $0, $1) }) == 0 else {
      throw SystemError("connect to \(path)")
    }
    return socket
  }

  /// Listens at `path`, for its owner alone.
  ///
  /// A socket file on which nobody answers is replaced; one that is in use is an error.
  public static func listen(_ path: String) throws(SystemError) -> Descriptor {
    let socket = try make()
    if try withAddress(path, { bind(socket.number, $0, $1) }) != 0 {
      guard errno == EADDRINUSE, !path.hasPrefix("@") else { throw SystemError("listen at \(path)") }
      try removeStale(path)
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

  /// The process, user and group at the other end when it connected (SO_PEERCRED); nil where the kernel does not tell.
  public static func peer(of socket: Descriptor) -> (processID: Int32, userID: UInt32, groupID: UInt32)? {
    // struct ucred, which glibc shows only with _GNU_SOURCE.
    var credentials: (processID: Int32, userID: UInt32, groupID: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(socket.number, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
    return credentials
  }

  /// Sends what fits without waiting and returns how many bytes that was, 0 where the socket is full.
  ///
  /// Throws where the other side is gone; never raises SIGPIPE.
  public static func send(_ bytes: ArraySlice<UInt8>, to socket: Descriptor) throws(SystemError) -> Int {
    while true {
      let sent = bytes.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if sent >= 0 { return sent }
      if errno == EAGAIN { return 0 }
      if errno != EINTR { throw SystemError("send") }
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

  /// Tells the other side that nothing more will be read: its writing fails from now on.
  public static func endReading(_ socket: Descriptor) { shutdown(socket.number, Int32(SHUT_RD)) }

  /// Removes a socket file on which nobody answers; throws where somebody does, or where it is something else.
  private static func removeStale(_ path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      throw SystemError(
        "listen at \(path)", code: EEXIST, advice: "It is no socket: move it away, or name another path")
    }
    do throws(SystemError) {
      _ = try connect(path, waiting: false)
    } catch  where error.code == ECONNREFUSED {
      unlink(path)
      return
    } catch  where error.code != EAGAIN {
      throw SystemError("listen at \(path)", code: error.code)
    } catch {}
    throw SystemError(
      "listen at \(path)", code: EADDRINUSE, advice: "Another process answers there: end it, or name another path")
  }

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
