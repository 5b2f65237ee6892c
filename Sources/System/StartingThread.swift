internal import Dispatch
internal import Glibc
internal import Synchronization

/// A thread that lives as long as the process, and starts children for threads that do not.
///
/// The signal of prctl(PR_SET_PDEATHSIG) comes when the thread ends that had started the child, not when the process does: a
/// worker that is let go after some idle seconds would take its children along.
final class StartingThread: Sendable {
  private static let shared = StartingThread()

  private let jobs = Mutex<[@Sendable () -> Void]>([])
  private let wanted = DispatchSemaphore(value: 0)

  private init() {
    let me = Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { me in
        if let me { Unmanaged<StartingThread>.fromOpaque(me).takeUnretainedValue().serve() }
        return nil
      }, me)
    pthread_detach(thread)
  }

  /// Runs `work` on that thread, and waits for it.
  static func run<Result>(_ work: () -> Result) -> Result {
    var result: Result?
    withoutActuallyEscaping(work) { work in
      // Waited for below: neither is used by two threads at once.
      nonisolated(unsafe) let work = work
      nonisolated(unsafe) let place = withUnsafeMutablePointer(to: &result) { $0 }
      let done = DispatchSemaphore(value: 0)
      shared.jobs.withLock {
        $0.append {
          place.pointee = work()
          done.signal()
        }
      }
      shared.wanted.signal()
      done.wait()
    }
    guard let result else { return work() }
    return result
  }

  private func serve() {
    while true {
      wanted.wait()
      jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
    }
  }
}
