internal import Dispatch
internal import Glibc
internal import Synchronization

/// A thread that lives as long as the process, and starts children for threads that do not.
///
/// The signal of prctl(PR_SET_PDEATHSIG) comes when the thread ends that had started the child, not when the process does: a
/// worker that is let go after some idle seconds would take its children along.
final class StartingThread: Sendable {
  /// What is to be done there.
  final class Job: Sendable {
    private let work: @Sendable () -> Int32
    private let result = Mutex<Int32>(0)
    private let done = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Int32) { self.work = work }

    func perform() {
      let number = work()
      result.withLock { $0 = number }
      done.signal()
    }

    func wait() -> Int32 {
      done.wait()
      return result.withLock { $0 }
    }
  }

  private static let shared = StartingThread()
  private let jobs = Mutex<[Job]>([])
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

  /// Does `work` there, and waits for what it gives.
  static func run(_ work: @escaping @Sendable () -> Int32) -> Int32 {
    let job = Job(work)
    shared.jobs.withLock { $0.append(job) }
    shared.wanted.signal()
    return job.wait()
  }

  private func serve() {
    while true {
      wanted.wait()
      jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.perform()
    }
  }
}
