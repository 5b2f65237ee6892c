internal import CLinux
internal import Glibc

/// A file descriptor that is closed with its last reference.
public final class Descriptor: Sendable {
  /// The number, for calls that take one; valid while this object lives.
  public let number: Int32

  /// Takes over the ownership of `number`.
  public init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// Writes all bytes, waiting where the descriptor is full; throws where the other side is gone.
  public func writeAll(_ bytes: some Collection<UInt8>) throws(SystemError) {
    let all = Array(bytes)
    var done = 0
    while done < all.count {
      let written = all[done...].withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if written >= 0 {
        done += written
      } else if errno == EAGAIN {
        var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
      } else if errno != EINTR {
        throw SystemError("write")
      }
    }
  }

  /// Reads what is there, at most `limit` bytes; empty at the end, nil where nothing is there yet (non-blocking only).
  public func readSome(limit: Int = 65_536) throws(SystemError) -> [UInt8]? {
    while true {
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        let got = read(number, buffer.baseAddress, limit)
        failure = got < 0 ? errno : 0
        count = max(0, got)
      }
      if failure == 0 { return bytes }
      if failure == EAGAIN { return nil }
      if failure != EINTR { throw SystemError("read", code: failure) }
    }
  }

  /// Asks for room for so many bytes in a pipe; it stays as it is where the system refuses (`F_SETPIPE_SZ`).
  public func makeRoom(bytes: Int32) { _ = set_pipe_size(number, bytes) }

  /// Switches `O_NONBLOCK` on or off.
  public func setNonBlocking(_ on: Bool) { _ = set_nonblocking(number, on ? 1 : 0) }

  /// A pipe's two ends, read first; both closed at exec.
  public static func pipe() throws(SystemError) -> (read: Descriptor, write: Descriptor) {
    var ends: (Int32, Int32) = (0, 0)
    let made = withUnsafeMutableBytes(of: &ends) { make_pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) }
    guard made == 0 else { throw SystemError("pipe") }
    return (Descriptor(owning: ends.0), Descriptor(owning: ends.1))
  }

  /// Opens a file, closed at exec; `flags` and `mode` as open(2) has them.
  public static func open(_ path: String, flags: Int32, mode: UInt32 = 0o600) throws(SystemError) -> Descriptor {
    let number = open_file(path, flags | O_CLOEXEC, mode)
    guard number >= 0 else { throw SystemError("open \(path)") }
    return Descriptor(owning: number)
  }
}

extension Descriptor {
  /// Writes all of `text` or nothing of it, without waiting; false where the descriptor is full or the other side gone.
  ///
  /// Whole only up to PIPE_BUF (4096 bytes) on a pipe; a longer text counts as refused. `O_NONBLOCK` stays as it is, since it
  /// would be switched for everybody who has the same terminal or pipe.
  public func writeWhole(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      // Room is told of only where PIPE_BUF bytes fit, on a pipe and a socket alike.
      guard bytes.count <= 4096, poll(&entry, 1, 0) == 1, entry.revents & Int16(POLLOUT) != 0 else { return false }
      return write(number, bytes.baseAddress, bytes.count) == bytes.count
    }
  }
}
