internal import CLinux
internal import Glibc

/// Signals that come by a descriptor instead of interrupting (signalfd(2)).
///
/// They are blocked in the calling thread and in all threads made later, so this is to be made first of all. Children start with
/// nothing blocked.
public final class Signals: Sendable {
  /// Readable when a signal has come.
  public let descriptor: Descriptor

  /// A signal that has come.
  public struct Arrival: Sendable {
    /// Its number.
    public var number: Int32
    /// Sent by a process, else by the kernel, as Ctrl-C at the terminal is.
    public var isFromProcess: Bool
  }

  /// Blocks the signals and takes them; an inherited "ignored" is undone, since a shell gives it to background jobs.
  public init(_ numbers: [Int32]) throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers {
      sigaddset(&set, number)
      signal(number, SIG_DFL)
    }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let number = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard number >= 0 else { throw SystemError("signalfd") }
    descriptor = Descriptor(owning: number)
  }

  /// The next signal that has come; nil where none has.
  public func next() -> Arrival? {
    var info = signalfd_siginfo()
    guard read(descriptor.number, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size
    else {
      return nil
    }
    return Arrival(number: Int32(info.ssi_signo), isFromProcess: info.ssi_code <= 0)
  }

  /// Whether this process was started with a signal ignored, as nohup(1) does with SIGHUP.
  public static func isIgnored(_ number: Int32) -> Bool { is_ignored(number) != 0 }

  /// Makes writing to a closed pipe or socket an error instead of the process's end.
  public static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
