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
    let signals = try Signals([SIGINT, SIGTERM, SIGHUP])
    let inside = try startInside()
    while true {
      let found = try pollDescriptors(
        [(inside.ended.number, .read), (signals.descriptor.number, .read)], until: .never)
      while let signal = signals.next() {
        // What the terminal sends, it has sent inside as well.
        if signal.isFromProcess { inside.signal(signal.number) }
      }
      if found[0].contains(.read) { return try inside.wait()?.shellStatus ?? 70 }
    }
  }

  private func startInside() throws -> Child {
    if plan.usesNamespaces {
      do {
        return try startIsolated()
      } catch {
        warn("no namespaces here (\(error)): only one such desktop at a time")
      }
    }
    return try startShared()
  }

  /// The first process of a pid namespace dies with us, and all others with it; its folders are a tmpfs that nobody else sees.
  private func startIsolated() throws(SystemError) -> Child {
    var options = Child.Options()
    options.namespaces = geteuid() == 0 ? [.pid, .mount] : [.user, .pid, .mount]
    options.privateFolders = [Self.coveredFolder]
    options.deathSignal = SIGKILL
    return try Child(ownProgramPath(), [Self.insideWord, Self.isolatedWord] + words, options)
  }

  private func startShared() throws -> Child {
    var template = Array("/tmp/a11y-desktop.XXXXXX".utf8CString)
    guard let folder = mkdtemp(&template).map({ String(cString: $0) }) else {
      throw SystemError("make a folder in /tmp")
    }
    var options = Child.Options()
    // Inside takes it for an order to tear everything down.
    options.deathSignal = SIGTERM
    return try Child(ownProgramPath(), [Self.insideWord, folder] + words, options)
  }
}
