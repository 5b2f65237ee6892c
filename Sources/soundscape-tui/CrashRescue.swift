import Glibc

/// Puts the terminal back where the process dies of a fault, on whichever thread; the fault then takes its course.
enum CrashRescue {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT, SIGSYS]

  private struct Kept {
    var settings: termios
    var ending: UnsafeMutablePointer<CChar>
    var endingLength: Int
    /// What was to happen before, by signal number.
    var actions: UnsafeMutablePointer<sigaction>
  }

  // Written once before any handler is in place, and only read by them: a lock cannot be taken in a signal handler.
  private nonisolated(unsafe) static var kept: UnsafeMutablePointer<Kept>?

  /// Sees to it that a deadly signal writes `ending` and sets `settings` first.
  static func install(_ settings: termios, ending: String) {
    guard kept == nil, let text = strdup(ending) else { return }
    let memory = UnsafeMutablePointer<Kept>.allocate(capacity: 1)
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)
    memory.initialize(
      to: Kept(settings: settings, ending: text, endingLength: strlen(text), actions: actions))
    kept = memory
    for number in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = CrashRescue.rescue
      // A stack that has overflown has no room for a handler.
      action.sa_flags = Int32(SA_NODEFER) | Int32(SA_ONSTACK)
      sigaction(number, &action, actions + Int(number))
    }
  }

  /// Calls nothing but what signal-safety(7) allows.
  private static let rescue: @convention(c) (Int32) -> Void = { number in
    guard let kept = CrashRescue.kept else { return }
    write(STDOUT_FILENO, kept.pointee.ending, kept.pointee.endingLength)
    tcsetattr(STDIN_FILENO, TCSANOW, &kept.pointee.settings)
    sigaction(number, kept.pointee.actions + Int(number), nil)
    raise(number)
  }
}
