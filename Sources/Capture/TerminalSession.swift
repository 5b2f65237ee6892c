internal import Glibc
public import System

/// The first process of the session that a relayed program has on its inner terminal.
///
/// The program's group has to have a parent in its own session, or the kernel would never let Ctrl-Z stop it. This process is that
/// parent, and tells the guard what becomes of the program.
public enum TerminalSession {
  /// What it tells the guard, a line each.
  enum Report: Equatable {
    case started(processID: Int32)
    case failed(code: Int32, operation: String)
    case stopped
    case ended(ExitStatus)

    var line: String {
      switch self {
      case .started(let id): "started \(id)"
      case .failed(let code, let operation): "failed \(code) \(operation)"
      case .stopped: "stopped"
      case .ended(.exited(let status)): "exited \(status)"
      case .ended(.signaled(let number)): "signaled \(number)"
      }
    }

    init?(line: Substring) {
      let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      let number = words.count > 1 ? Int32(words[1]) : nil
      switch (words.first, number) {
      case ("started", let id?): self = .started(processID: id)
      case ("failed", let code?): self = .failed(code: code, operation: words.count > 2 ? String(words[2]) : "start")
      case ("stopped", _): self = .stopped
      case ("exited", let status?): self = .ended(.exited(status))
      case ("signaled", let number?): self = .ended(.signaled(number))
      default: return nil
      }
    }
  }

  /// Runs `command` in the foreground of the terminal that is standard input, until it ends, and tells of it on `report`.
  public static func run(_ command: [String], report: Descriptor) -> Int32 {
    func tell(_ what: Report) { try? report.writeAll(Array((what.line + "\n").utf8)) }
    var options = Child.Options()
    options.newProcessGroup = true
    options.isForeground = true
    do throws(SystemError) {
      let child = try Child(command[0], Array(command.dropFirst()), options)
      tell(.started(processID: child.processID))
      while true {
        switch try child.waitForChange() {
        case .stopped: tell(.stopped)
        case .ended(let status):
          // Let go first: where no other holds the terminal, the guard knows by that when it has read everything.
          for number in 0...2 { close(Int32(number)) }
          tell(.ended(status))
          return 0
        }
      }
    } catch {
      tell(.failed(code: error.code, operation: error.operation))
      return 1
    }
  }
}
