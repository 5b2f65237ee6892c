internal import Audio
internal import DBus
internal import Glibc
internal import System

/// What a session runs on.
enum HostEnvironment {
  /// What can be told without asking anybody.
  static func facts() -> [EnvironmentSurvey.Fact] {
    var system = utsname()
    uname(&system)
    func text<T>(_ field: T) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    let environment = currentEnvironment()
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    var facts: [EnvironmentSurvey.Fact] = [
      ("kernel", "\(text(system.sysname)) \(text(system.release)) \(text(system.machine))"),
      ("machine", "\(cores) \(cores == 1 ? "core" : "cores")"), ("locale", locale ?? "not set"),
      ("desktop", environment["A11Y_DESKTOP"] == nil ? "session" : "private"),
      ("user", geteuid() == 0 ? "root" : "ordinary"),
    ]
    for name in ["XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP"] {
      if let value = environment[name] { facts.append((name, value)) }
    }
    return facts
  }

  /// What others have to be asked for.
  static let parts: [@Sendable () -> [EnvironmentSurvey.Fact]] = [
    { ReaderFacts.find() }, { SpeechDaemonFacts.find() }, { DisplayFacts.find() },
    { (try? SoundSettings.ask()) ?? [] }, { accessibilityBus() },
  ]

  /// The program that a process runs.
  static func program(of processID: Int32) -> String {
    let words = ProcessTable.words(of: processID)
    // A word that follows the program's may be anything, a password too.
    return "process \(processID)" + (words.first.map { ", " + $0 } ?? "")
  }

  private static func accessibilityBus() -> [EnvironmentSurvey.Fact] {
    let version = ProgramVersion.ofPackage("at-spi2-core").map { "at-spi2-core \($0)" }
    guard (try? AccessibilityBus.connect()) != nil else { return [("a11y bus", "none")] }
    return [("a11y bus", version ?? "at-spi2-core of unknown version")]
  }
}
