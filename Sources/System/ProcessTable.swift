internal import CLinux
internal import Glibc

/// What /proc says of processes.
public enum ProcessTable {
  /// The parent of a process; nil where the process is gone.
  public static func parent(of processID: Int32) -> Int32? {
    guard let text = readFile("/proc/\(processID)/stat"), let end = text.lastIndex(of: ")") else { return nil }
    // The name before it may hold anything, blanks and brackets included.
    let fields = text[text.index(after: end)...].split(separator: " ")
    return fields.count > 1 ? Int32(fields[1]) : nil
  }

  /// The process itself, its parent, and so on up to the first.
  public static func ancestors(of processID: Int32) -> Set<Int32> {
    var found: Set<Int32> = []
    var next: Int32? = processID
    while let id = next, id > 0, found.insert(id).inserted { next = parent(of: id) }
    return found
  }

  /// Every process that is there.
  public static var all: [Int32] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let id = Int32(name) { found.append(id) }
    }
    return found
  }

  /// All processes that descend from one, without itself.
  public static func descendants(of processID: Int32) -> [Int32] { descendants(of: [processID]) }

  /// All processes that descend from one of several; one of these, too, where it descends from another.
  public static func descendants(of processIDs: Set<Int32>) -> [Int32] {
    var children: [Int32: [Int32]] = [:]
    for id in all { if let parent = parent(of: id) { children[parent, default: []].append(id) } }
    var found: [Int32] = []
    var open = Array(processIDs)
    while let id = open.popLast() {
      found += children[id] ?? []
      open += children[id] ?? []
    }
    return found
  }

  /// The words that a process was started with; empty where it is gone or a zombie.
  public static func words(of processID: Int32) -> [String] {
    guard let text = readFile("/proc/\(processID)/cmdline") else { return [] }
    return text.split(separator: "\0").map(String.init)
  }

  /// The kernel's name of a process, at most 15 bytes; nil where it is gone.
  public static func name(of processID: Int32) -> String? {
    readFile("/proc/\(processID)/comm").map { String($0.dropLast()) }
  }

  /// A whole small file; bytes that are not UTF-8 replaced; nil where it cannot be read.
  public static func readFile(_ path: String) -> String? {
    guard let file = try? Descriptor.open(path, flags: O_RDONLY) else { return nil }
    var bytes: [UInt8] = []
    while let some = try? file.readSome(), !some.isEmpty { bytes += some }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Takes over the children of children that end before them (PR_SET_CHILD_SUBREAPER).
public func becomeSubreaper() { _ = become_subreaper() }

/// Gives this process another name in ps(1), at most 15 bytes.
public func setProcessName(_ name: String) { _ = set_process_name(name) }

/// Reaps inherited children that have ended, but for those that somebody waits for.
public func reapOrphans(keeping processIDs: [Int32]) {
  for id in ProcessTable.all where !processIDs.contains(id) && ProcessTable.parent(of: id) == getpid() {
    waitpid(id, nil, WNOHANG)
  }
}
