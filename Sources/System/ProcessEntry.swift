/// What /proc says of one process.
public struct ProcessEntry: Hashable, Sendable {
  /// Its number.
  public var id: Int32
  /// Its parent's number; 0 for the first, and for the kernel's own.
  public var parent: Int32
  /// Whose it is, by effective user id.
  public var userID: UInt32
  /// The kernel's name of it, at most 15 bytes.
  public var name: String
  /// The words that it was started with; empty for a kernel thread or a zombie.
  public var words: [String]
  /// The device number of its controlling terminal; 0 where it has none.
  public var terminal: Int32
  /// Whether it runs a program, and is neither a zombie nor a thread of the kernel.
  public var isAlive: Bool

  /// A process that runs a program.
  public init(
    id: Int32, parent: Int32, userID: UInt32, name: String, words: [String], terminal: Int32 = 0, isAlive: Bool = true
  ) {
    self.id = id
    self.parent = parent
    self.userID = userID
    self.name = name
    self.words = words
    self.terminal = terminal
    self.isAlive = isAlive
  }
}

extension ProcessTable {
  /// What is known of a process; nil where it is gone.
  public static func entry(of processID: Int32) -> ProcessEntry? {
    guard let stat = readFile("/proc/\(processID)/stat"), let status = readFile("/proc/\(processID)/status") else {
      return nil
    }
    return entry(processID, stat: stat, status: status, words: words(of: processID))
  }

  /// Every process that is there, by number.
  public static var entries: [ProcessEntry] { all.sorted().compactMap(entry(of:)) }

  /// A process by what its files in /proc hold; nil where they are not as proc(5) has them.
  static func entry(_ id: Int32, stat: String, status: String, words: [String]) -> ProcessEntry? {
    // The name may hold anything, blanks and brackets included.
    guard let begin = stat.firstIndex(of: "("), let end = stat.lastIndex(of: ")"), begin < end else { return nil }
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    guard fields.count > 6, let parent = Int32(fields[1]), let terminal = Int32(fields[4]),
      let flags = UInt32(fields[6])
    else { return nil }
    let users = status.split(separator: "\n").first { $0.hasPrefix("Uid:") }?.split(separator: "\t") ?? []
    return ProcessEntry(
      id: id, parent: parent, userID: users.count > 2 ? UInt32(users[2]) ?? .max : .max,
      name: String(stat[stat.index(after: begin)..<end]), words: words, terminal: terminal,
      // PF_KTHREAD; a zombie is Z, and X while it goes.
      isAlive: flags & 0x0020_0000 == 0 && !["Z", "X"].contains(fields[0]))
  }
}
