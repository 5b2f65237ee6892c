import Glibc
import Synchronization
import System
import Testing

@Suite struct ChildTests {
  @Test func statusOutputAndEnvironment() throws {
    let (read, write) = try Descriptor.pipe()
    var options = Child.Options()
    options.descriptors = [-1, write.number, 2]
    options.environment = ["PATH": "/usr/bin:/bin", "WORD": "hello"]
    options.directory = "/usr"
    let child = try Child("sh", ["-c", "echo $WORD $(pwd); exit 7"], options)
    #expect(try child.wait(until: .after(seconds: 5)) == .exited(7))
    #expect(String(decoding: try read.readSome() ?? [], as: UTF8.self) == "hello /usr\n")
  }

  @Test func aSignalIsToldAsAShellTellsIt() throws {
    let child = try Child("sh", ["-c", "kill -9 $$"])
    #expect(try child.wait(until: .after(seconds: 5))?.shellStatus == 137)
  }

  @Test func theDeadlinePassesAndTheChildCanBeEnded() throws {
    let child = try Child("sh", ["-c", "trap '' TERM; while :; do read x </dev/zero; done"])
    #expect(try child.wait(until: .after(seconds: 0.05)) == nil)
    #expect(child.terminate(within: 0.1) == .signaled(SIGKILL))
  }

  /// Its death signal is the process's, not the thread's that had started it.
  @Test func aChildOutlivesTheThreadThatStartedIt() throws {
    final class Started: Sendable { let child = Mutex<Child?>(nil) }
    let started = Started()
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        var options = Child.Options()
        options.deathSignal = SIGKILL
        let child = try? Child("sleep", ["60"], options)
        Unmanaged<Started>.fromOpaque(context).takeUnretainedValue().child.withLock { $0 = child }
        return nil
      }, Unmanaged.passUnretained(started).toOpaque())
    pthread_join(thread, nil)
    let child = try #require(started.child.withLock { $0 })
    #expect(try child.wait(until: .after(seconds: 0.2)) == nil, "it runs on")
    child.terminate()
  }

  @Test func whatCannotBeStartedIsNamed() {
    let missing = #expect(throws: SystemError.self) { try Child("no-such-program") }
    #expect(missing?.code == ENOENT)
    #expect(missing?.description.contains("no-such-program") == true)
    let denied = #expect(throws: SystemError.self) { try Child("/etc/passwd") }
    #expect(denied?.code == EACCES)
  }

  @Test func noDescriptorOfOursIsInherited() throws {
    let (read, write) = try Descriptor.pipe()
    let secret = try Descriptor.open("/etc/passwd", flags: O_RDONLY)
    _ = fcntl(secret.number, F_SETFD, 0)
    var options = Child.Options()
    options.descriptors = [-1, write.number, -1]
    let child = try Child("ls", ["/proc/self/fd"], options)
    #expect(try child.wait(until: .after(seconds: 5)) == .exited(0))
    // 3 is the folder that ls has opened.
    #expect(String(decoding: try read.readSome() ?? [], as: UTF8.self) == "0\n1\n2\n3\n")
  }

  @Test func namespacesHideOtherProcessesAndFolders() throws {
    let (read, write) = try Descriptor.pipe()
    var options = Child.Options()
    options.descriptors = [-1, write.number, 2]
    options.namespaces = geteuid() == 0 ? [.pid, .mount] : [.user, .pid, .mount]
    options.privateFolders = ["/dev/shm"]
    let child = try Child("sh", ["-c", "echo $$; ls -d /proc/[0-9]* | wc -l; ls /dev/shm | wc -l"], options)
    #expect(try child.wait(until: .after(seconds: 5)) == .exited(0))
    let lines = String(decoding: try read.readSome() ?? [], as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "1")
    #expect(lines.count == 3 && (Int(lines[1]) ?? 99) < 5 && lines[2] == "0", "\(lines)")
  }

  @Test func aKeptSignalMaskReachesTheProgram() throws {
    for keeps in [true, false] {
      let (read, write) = try Descriptor.pipe()
      var options = Child.Options()
      options.descriptors = [-1, write.number, 2]
      options.keepsSignalMask = keeps
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, SIGUSR1)
      pthread_sigmask(SIG_BLOCK, &set, nil)
      defer { pthread_sigmask(SIG_UNBLOCK, &set, nil) }
      let child = try Child("grep", ["SigBlk", "/proc/self/status"], options)
      #expect(try child.wait(until: .after(seconds: 5)) == .exited(0))
      let line = String(decoding: try read.readSome() ?? [], as: UTF8.self)
      let mask = line.split(separator: "\t").last.flatMap { UInt64($0.dropLast(), radix: 16) }
      #expect(try #require(mask) & 1 << UInt64(SIGUSR1 - 1) == (keeps ? 1 << UInt64(SIGUSR1 - 1) : 0), "\(line)")
    }
  }
}
