internal import CLinux
internal import Glibc
internal import Synchronization

/// A program that this process has started.
public final class Child: Sendable {
  /// How it is started, beyond its words.
  public struct Options: Sendable {
    /// Its environment as NAME: value; the caller's where not set.
    public var environment: [String: String] = currentEnvironment()
    /// Its working directory; nil for the caller's.
    public var directory: String?
    /// Descriptors for 0, 1, 2 and on, −1 for /dev/null; all others are closed.
    public var descriptors: [Int32] = [0, 1, 2]
    /// Sent to it when the caller dies; 0 for none.
    public var deathSignal: Int32 = 0
    /// In a session of its own, without the caller's terminal.
    public var newSession = false
    /// In a process group of its own.
    public var newProcessGroup = false
    /// With `newSession`: the terminal at descriptor 0 becomes that session's.
    public var takesTerminal = false
    /// With `newProcessGroup`: its group is the one that the terminal at descriptor 0 sends keys to.
    public var isForeground = false
    /// Starts with the caller's blocked signals blocked, so that what comes before it listens is kept for it.
    public var keepsSignalMask = false
    /// In namespaces of its own.
    public var namespaces: Namespaces = []
    /// Folders that it sees covered by an empty tmpfs of its own; needs `.mount`.
    public var privateFolders: [String] = []

    /// The caller's environment, folder, terminal and standard descriptors.
    public init() {}
  }

  /// Kinds of namespace, as clone(2) has them.
  public struct Namespaces: OptionSet, Sendable {
    /// The kinds as bits.
    public let rawValue: Int
    /// Takes the kinds as bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Its own users, with the caller's ids mapped to themselves; gives an ordinary user the right to the others.
    public static let user = Namespaces(rawValue: 1)
    /// Its own processes, of which it is the first; with `.mount` it sees them in /proc.
    public static let pid = Namespaces(rawValue: 2)
    /// Its own mounts.
    public static let mount = Namespaces(rawValue: 4)
  }

  /// Its process id.
  public let processID: Int32
  /// Readable once it has ended (pidfd_open(2)).
  public let ended: Descriptor
  private let status = Mutex<ExitStatus?>(nil)

  /// Starts `command`, looked up on the PATH of its environment where it holds no slash.
  public init(_ command: String, _ arguments: [String] = [], _ options: Options = Options()) throws(SystemError) {
    let path = try Child.locate(command, searchPath: options.environment["PATH"] ?? "/usr/bin:/bin")
    let words = [command] + arguments
    let failed = Failure()
    let start: @Sendable () -> Int32 = {
      failed.report.withLock { report in
        Child.withRequest(path, words, options) { request in child_start(request, &report) }
      }
    }
    // The main thread is there until the end.
    let pid = options.deathSignal == 0 || is_main_thread() ? start() : StartingThread.run(start)
    let failure = failed.report.withLock { $0 }
    guard pid > 0 else {
      let stage = withUnsafeBytes(of: failure.stage) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      throw SystemError("start \(command)" + (stage == "exec" ? "" : " (\(stage))"), code: failure.error)
    }
    processID = pid
    ended = Descriptor(owning: pidfd_of(pid))
  }

  /// Waits for its end; nil where the deadline passes first.
  public func wait(until deadline: Deadline = .never) throws(SystemError) -> ExitStatus? {
    if let known = status.withLock({ $0 }) { return known }
    let found = try pollDescriptors([(ended.number, .read)], until: deadline)
    guard found[0].contains(.read) else { return nil }
    var raw: Int32 = 0
    while waitpid(processID, &raw, 0) < 0 {
      guard errno == EINTR else { throw SystemError("wait for process \(processID)") }
    }
    let exit = ExitStatus(waitStatus: raw)
    // A process can be waited for once, and its end asked about many times.
    status.withLock { $0 = exit }
    return exit
  }

  /// What becomes of a child.
  public enum Change: Sendable {
    /// It was stopped, as by Ctrl-Z.
    case stopped
    /// It has ended.
    case ended(ExitStatus)
  }

  /// Waits for it to be stopped or to end, and says which (waitpid(2)).
  public func waitForChange() throws(SystemError) -> Change {
    if let known = status.withLock({ $0 }) { return .ended(known) }
    var raw: Int32 = 0
    while waitpid(processID, &raw, WUNTRACED) < 0 {
      guard errno == EINTR else { throw SystemError("wait for process \(processID)") }
    }
    if status_stopped(raw) != 0 { return .stopped }
    let exit = ExitStatus(waitStatus: raw)
    status.withLock { $0 = exit }
    return .ended(exit)
  }

  /// Sends it a signal; nothing where it has ended, even if another process has its number by now (pidfd_send_signal(2)).
  public func signal(_ number: Int32) { signal_by_pidfd(ended.number, number) }

  /// Asks it to end, and makes it end where it does not within `seconds`.
  @discardableResult
  public func terminate(within seconds: Double = 2) -> ExitStatus? {
    signal(SIGTERM)
    if let status = try? wait(until: .after(seconds: seconds)) { return status }
    signal(SIGKILL)
    return try? wait(until: .after(seconds: 5))
  }

  /// The path of a program: itself where it holds a slash, else the first executable of that name on the search path.
  public static func locate(_ command: String, searchPath: String) throws(SystemError) -> String {
    if command.contains("/") {
      guard access(command, F_OK) == 0 else { throw SystemError("start \(command)", code: ENOENT) }
      return command
    }
    var denied = false
    for folder in searchPath.split(separator: ":", omittingEmptySubsequences: false) {
      let path = (folder.isEmpty ? "." : String(folder)) + "/" + command
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if access(path, X_OK) == 0 { return path }
      denied = true
    }
    throw SystemError("start \(command)", code: denied ? EACCES : ENOENT)
  }

  /// What the child says of a start that failed.
  private final class Failure: Sendable { let report = Mutex(child_failure()) }

  private static func withRequest<Result>(
    _ path: String, _ words: [String], _ options: Options, _ body: (UnsafePointer<child_request>) -> Result
  ) -> Result {
    let words = CStrings(words)
    let environment = CStrings(options.environment.map { "\($0.key)=\($0.value)" })
    let folders = CStrings(options.privateFolders)
    let directory = options.directory.map { strdup($0) }
    let program = strdup(path)
    defer {
      free(program)
      directory.map { free($0) }
    }
    return options.descriptors.withUnsafeBufferPointer { descriptors in
      var request = child_request()
      request.path = UnsafePointer(program)
      request.arguments = UnsafePointer(words.pointers)
      request.environment = UnsafePointer(environment.pointers)
      request.directory = directory.map { UnsafePointer($0) } ?? nil
      request.descriptors = descriptors.baseAddress
      request.descriptor_count = Int32(descriptors.count)
      request.death_signal = options.deathSignal
      request.new_session = options.newSession
      request.new_process_group = options.newProcessGroup
      request.controlling_terminal = options.takesTerminal
      request.foreground = options.isForeground
      request.keep_signal_mask = options.keepsSignalMask
      request.new_user_namespace = options.namespaces.contains(.user)
      request.new_pid_namespace = options.namespaces.contains(.pid)
      request.new_mount_namespace = options.namespaces.contains(.mount)
      request.mount_proc = options.namespaces.isSuperset(of: [.pid, .mount])
      request.private_folders = UnsafeRawPointer(folders.pointers).assumingMemoryBound(to: UnsafePointer<CChar>?.self)
      return withExtendedLifetime((words, environment, folders)) { withUnsafePointer(to: request, body) }
    }
  }
}

/// A null-terminated array of C strings.
private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
    pointers[count] = nil
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}

/// How a process ended.
public enum ExitStatus: Hashable, Sendable {
  /// By itself, with a status.
  case exited(Int32)
  /// By a signal.
  case signaled(Int32)

  /// Takes a status as waitpid(2) gives it.
  public init(waitStatus: Int32) {
    self = status_exited(waitStatus) != 0 ? .exited(status_code(waitStatus)) : .signaled(status_signal(waitStatus))
  }

  /// The status as a shell tells it: 128 and the signal's number where it was ended by one.
  public var shellStatus: Int32 {
    switch self {
    case .exited(let status): status
    case .signaled(let number): 128 + number
    }
  }
}

/// This process's environment.
public func currentEnvironment() -> [String: String] {
  var result: [String: String] = [:]
  var entry = environ
  while let line = entry.pointee {
    let text = String(cString: line)
    if let cut = text.firstIndex(of: "=") { result[String(text[..<cut])] = String(text[text.index(after: cut)...]) }
    entry += 1
  }
  return result
}

/// A process that somebody else has started.
public final class ProcessHandle: Sendable {
  /// Readable once it has ended (pidfd_open(2)).
  public let ended: Descriptor

  /// A handle of a process; nil where there is none of that id.
  public init?(_ processID: Int32) {
    let number = pidfd_of(processID)
    guard number >= 0 else { return nil }
    ended = Descriptor(owning: number)
  }

  /// Sends it a signal; nothing where it has ended (pidfd_send_signal(2)).
  public func signal(_ number: Int32) { signal_by_pidfd(ended.number, number) }
}

/// Replaces this process's program, under the name `words[0]`; descriptors in `keeping` stay open.
///
/// Returns only where it fails.
public func replaceProgram(_ path: String, _ words: [String], keeping descriptors: [Int32] = []) -> SystemError {
  for descriptor in descriptors { keep_at_exec(descriptor) }
  let pointers = CStrings(words)
  execv(path, pointers.pointers)
  return withExtendedLifetime(pointers) { SystemError("start \(path)") }
}

/// The path of the program that this process runs.
public func ownProgramPath() -> String {
  var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
  let count = buffer.withUnsafeMutableBytes { bytes in
    bytes.withMemoryRebound(to: CChar.self) {
      $0.baseAddress.map { readlink("/proc/self/exe", $0, Int(PATH_MAX)) } ?? -1
    }
  }
  return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : "/proc/self/exe"
}
