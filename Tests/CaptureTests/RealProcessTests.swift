import Glibc
import System
import TestSupport
import Testing

@testable import Capture

/// Names and scopes on real processes.
@Suite struct RealProcessTests {
  let folder: TemporaryFolder
  /// A name that nothing else on the machine has.
  let name: String

  init() throws {
    folder = try TemporaryFolder()
    name = "odd name \(folder.path.suffix(6))"
  }

  /// A program that waits until its standard input ends, which it does with `input`.
  private func start(_ words: [String], _ input: (read: Descriptor, write: Descriptor)) throws -> Child {
    var options = Child.Options()
    options.descriptors = [input.read.number, input.read.number, 2]
    options.deathSignal = SIGKILL
    return try Child(words[0], Array(words.dropFirst()), options)
  }

  private func found(_ name: String) -> Int32? {
    if case .running(let application)? = try? Target.find(name) { application.processID } else { nil }
  }

  /// Waits until a process runs what it was started for.
  private func wait(for child: Child, toBe name: String) throws {
    let deadline = Deadline.after(seconds: 10)
    while found(name) != child.processID {
      try #require(!deadline.hasPassed, "process \(child.processID) was never found as \(name)")
      _ = try pollDescriptors([(child.ended.number, .read)], until: .after(seconds: 0.01))
    }
  }

  private func write(_ text: String, to file: String) throws -> String {
    let path = "\(folder.path)/\(file)"
    try Descriptor.open(path, flags: O_CREAT | O_WRONLY).writeAll(Array(text.utf8))
    chmod(path, 0o755)
    return path
  }

  @Test func aScriptIsFoundByItsNameWithAndWithoutExtensionAndItsZombieIsNot() throws {
    let script = try write("import sys; sys.stdin.read()\n", to: name + ".py")
    let input = try Descriptor.pipe()
    let child = try start(["/usr/bin/python3", script], input)
    try wait(for: child, toBe: name + ".py")
    #expect(found(name) == child.processID)
    #expect(found(String(name.dropLast(2))) == child.processID, "by a beginning that only one has")
    #expect(found(String(child.processID)) == child.processID)
    child.signal(SIGKILL)
    // Ended and not waited for: a zombie.
    _ = try pollDescriptors([(child.ended.number, .read)], until: .after(seconds: 10))
    #expect(found(name) == nil)
    #expect(found(String(child.processID)) == nil)
    _ = try child.wait(until: .after(seconds: 10))
  }

  @Test func aWrapperThatBecomesItsProgramIsFoundByThatAndKeepsItsNumber() throws {
    let program = folder.path + "/" + name
    try #require(symlink("/bin/cat", program) == 0)
    let script = try write("#!/bin/sh\nexec \"\(program)\"\n", to: "wrapper-" + folder.path.suffix(6))
    let input = try Descriptor.pipe()
    let child = try start([script], input)
    defer { child.terminate() }
    try wait(for: child, toBe: name)
  }

  @Test func aScopeByNameTakesInWhatStartsLaterAndWhatThatStarts() throws {
    let scope = ApplicationScope(.called(name))
    let input = try Descriptor.pipe()
    let script = try write("#!/bin/sh\nexec 3<&0\n/bin/cat <&3 &\nwait\n", to: name + ".sh")
    #expect(!scope.contains(getpid()) && !scope.contains(1))
    for _ in 1...2 {
      let child = try start(["/bin/sh", script], input)
      defer { child.terminate() }
      try wait(for: child, toBe: name)
      #expect(scope.contains(child.processID))
      let deadline = Deadline.after(seconds: 10)
      var descendant = ProcessTable.descendants(of: child.processID).first
      while descendant == nil, !deadline.hasPassed { descendant = ProcessTable.descendants(of: child.processID).first }
      let cat = try #require(descendant)
      #expect(scope.contains(cat))
      kill(cat, SIGTERM)
    }
  }

  @Test func aScopeOfAllLeavesOutOurOwnAndATerminalTellsButDoesNotSound() throws {
    let all = ApplicationScope(.all)
    #expect(all.contains(getppid()) && all.contains(1))
    let tap = try Tool.start(
      "a11y-capture", ["tap", "--listen", folder.path + "/l", "--daemon", folder.path + "/d"],
      environment: ["XDG_RUNTIME_DIR": folder.path])
    defer { tap.child.terminate() }
    try #require(try FileWatch.waitForPath(folder.path + "/l", until: .after(seconds: 10), orEndOf: tap.child.ended))
    #expect(!all.contains(tap.child.processID))

    let scope = ApplicationScope()
    scope.add(terminal: 1)
    #expect(scope.tells(1) && !scope.contains(1) && !scope.tells(getpid()))
    scope.add(root: getpid())
    #expect(scope.tells(getpid()) && scope.contains(getpid()))
  }
}
