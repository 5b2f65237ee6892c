internal import CLinux
internal import Glibc

/// What a descriptor is waited for, and what it is found to be.
public struct PollInterest: OptionSet, Sendable {
  /// The bits of poll(2).
  public let rawValue: Int16
  /// Takes the bits of poll(2).
  public init(rawValue: Int16) { self.rawValue = rawValue }
  /// There is something to read, or the end.
  public static let read = PollInterest(rawValue: Int16(POLLIN))
  /// Writing does not block.
  public static let write = PollInterest(rawValue: Int16(POLLOUT))
  /// The other side has hung up, or the descriptor is in error; reported whether asked for or not.
  public static let hangUp = PollInterest(rawValue: Int16(POLLHUP | POLLERR | POLLNVAL))
}

/// Waits until one of the descriptors is as wanted or the deadline passes; the answer has one entry an input, empty where nothing came.
///
/// An interruption by a signal counts as nothing; the wait goes on.
public func pollDescriptors(
  _ wanted: [(descriptor: Int32, interest: PollInterest)], until deadline: Deadline
) throws(SystemError) -> [PollInterest] {
  var entries = wanted.map { pollfd(fd: $0.descriptor, events: $0.interest.rawValue, revents: 0) }
  while poll(&entries, nfds_t(entries.count), deadline.remainingMilliseconds) < 0 {
    guard errno == EINTR || errno == EAGAIN else { throw SystemError("poll") }
  }
  return entries.map { PollInterest(rawValue: $0.revents) }
}
