internal import Glibc
internal import System

/// The outer process of a desktop: makes its namespaces, passes signals on, and ends with the command's status.
public struct Launcher {
  /// The hidden first word by which the tool calls itself inside.
  public static let insideWord = "inside"
  /// What stands for "in namespaces of its own" after that word; else the folder of a desktop without them.
  public static let isolatedWord = "isolated"
  /// The one folder that is there on every system and that a desktop's command has no use of its own for.
  static let coveredFolder = "/dev/shm"
  /// What ends a desktop; a hang-up only where nobody has had it ignored.
  static var stopSignals: [Int32] { [SIGINT, SIGTERM] + (Signals.isIgnored(SIGHUP) ? [] : [SIGHUP]) }

  private let plan: DesktopPlan
  private let words: [String]
  private let warn: (String) -> Void

  /// A launcher of `plan`, whose `words` are those of the command line that made it; `warn` tells the person one line.
  public init(_ plan: DesktopPlan, words: [String], warn: @escaping (String) -> Void) {
    self.plan = plan
    self.words = words
    self.warn = warn
  }

  /// Runs the desktop until its command ends.
  public func run() throws -> Int32 {
    let signals = try Signals(Self.stopSignals)
    if plan.usesNamespaces {
      try refuseCoveredPaths()
      let inside: Child
      do {
        inside = try startIsolated()
      } catch {
        warn("no namespaces here (\(error)): only one such desktop at a time")
        return try runShared(signals)
      }
      return try follow(inside, signals)
    }
    return try runShared(signals)
  }

  /// Without namespaces each of the two processes takes down what is left, should the other be killed.
  private func runShared(_ signals: Signals) throws -> Int32 {
    // Named here and made inside, once no signal can end that any more: killed in between, this process would leave it behind.
    let folder = "/tmp/a11y-desktop." + String(UInt64.random(in: 0 ... .max), radix: 36)
    becomeSubreaper()
    defer { Remains.remove(folder) }
    var options = Child.Options()
    options.keepsSignalMask = true
    // Inside takes it for an order to tear everything down.
    options.deathSignal = SIGTERM
    return try follow(try Child(ownProgramPath(), [Self.insideWord, folder] + words, options), signals)
  }

  private func follow(_ inside: Child, _ signals: Signals) throws(SystemError) -> Int32 {
    while true {
      let found = try pollDescriptors(
        [(inside.ended.number, .read), (signals.descriptor.number, .read)], until: .never)
      while let signal = signals.next() {
        // What the terminal sends, it has sent inside as well.
        if signal.isFromProcess { inside.signal(signal.number) }
      }
      guard found[0].contains(.read), let status = try inside.wait() else { continue }
      // Inside ends with the command's status; by a signal only where somebody has killed it.
      if case .signaled(let number) = status { warn("the desktop was killed, by signal \(number)") }
      return status.shellStatus
    }
  }

  /// The first process of a pid namespace dies with us, and all others with it; its folders are a tmpfs that nobody else sees.
  private func startIsolated() throws(SystemError) -> Child {
    var options = Child.Options()
    options.privateFolders = [Self.coveredFolder]
    options.keepsSignalMask = true
    options.deathSignal = SIGKILL
    let path = ownProgramPath()
    if geteuid() == 0 {
      options.namespaces = [.pid, .mount]
      // Root in a container may lack the right, and get it in a user namespace.
      if let child = try? Child(path, [Self.insideWord, Self.isolatedWord] + words, options) { return child }
    }
    options.namespaces = [.user, .pid, .mount]
    return try Child(path, [Self.insideWord, Self.isolatedWord] + words, options)
  }

  /// What is put into the covered folder from inside would be lost.
  private func refuseCoveredPaths() throws(DesktopError) {
    for path in [plan.logFolder, plan.screenshot] {
      if let path, path.hasPrefix(Self.coveredFolder + "/") {
        throw DesktopError(
          "\(path) cannot be kept: \(Self.coveredFolder) is the desktop's own", advice: "Name another folder")
      }
    }
  }
}
