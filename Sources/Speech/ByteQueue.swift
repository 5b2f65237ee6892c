internal import System

/// Bytes that wait for a socket to take them.
struct ByteQueue {
  private var bytes: [UInt8] = []
  private var taken = 0

  /// Bytes that wait.
  var count: Int { bytes.count - taken }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ more: [UInt8]) {
    if isEmpty {
      bytes = more
      taken = 0
    } else {
      bytes += more
    }
  }

  mutating func removeAll() {
    bytes = []
    taken = 0
  }

  /// Gives the socket what it takes without waiting; throws where the other side is gone.
  mutating func send(to socket: Descriptor) throws(SystemError) {
    while !isEmpty {
      let sent = try UnixSocket.send(bytes[taken...], to: socket)
      if sent == 0 { break }
      taken += sent
    }
    if isEmpty {
      removeAll()
    } else if taken > 65_536, taken > bytes.count / 2 {
      bytes.removeFirst(taken)
      taken = 0
    }
  }
}
