import Glibc
import System
import TestSupport
import Testing

extension DesktopTests.DesktopLifeTests {
  static let waiting = ["--screen-reader", "none", "--", "sh", "-c", "echo up; exec cat /dev/zero >/dev/null"]

  @Test func aSignalWhileItComesUpEndsItAtOnceAndTheCommandNeverRuns() throws {
    let before = folders
    let (desktop, output) = try Tool.start(
      "a11y-desktop", ["--screen-reader", "sh -c 'exec cat /dev/zero >/dev/null'", "--", "echo", "ran"],
      environment: environment)
    try expectPart("cat")
    desktop.signal(SIGTERM)
    #expect(try desktop.wait(until: .after(seconds: 3))?.shellStatus == 143)
    #expect(try output.readSome() == [], "neither the command nor an error was heard of")
    try expectNothingLeft(before, "after a signal while it came up")
  }

  /// A signal that comes before the inner process listens has to be kept for it: as a namespace's first it would ignore it.
  @Test(arguments: [0.0, 0.02, 0.1, 0.3], [true, false])
  func aSignalAtAnyMomentIsHeard(_ seconds: Double, _ hasNamespaces: Bool) throws {
    let before = folders
    let (desktop, output) = try Tool.start(
      "a11y-desktop", (hasNamespaces ? [] : ["--no-namespaces"]) + Self.waiting, environment: environment)
    // The moments count from the start of the inner program, which has no other sign yet.
    let deadline = Deadline.after(seconds: 10)
    while !deadline.hasPassed {
      let inner = ProcessTable.descendants(of: desktop.processID).first
      if let inner, ProcessTable.words(of: inner).dropFirst().first == "inside" { break }
    }
    _ = try desktop.wait(until: .after(seconds: seconds))
    desktop.signal(SIGTERM)
    let status = try #require(try desktop.wait(until: .after(seconds: 8)), "it did not end")
    // Kept until now, so that the command's words find a reader.
    #expect(withExtendedLifetime(output) { status.shellStatus } == 143)
    try expectNothingLeft(before, "after a signal \(seconds) s from its start")
  }

  @Test func nothingIsLeftWhenTheInnerProcessIsKilledWithoutNamespaces() throws {
    let before = folders
    let (desktop, output) = try Tool.start(
      "a11y-desktop", ["--no-namespaces"] + Self.waiting, environment: environment)
    try expect(output, says: "up")
    for id in ProcessTable.descendants(of: desktop.processID)
    where ProcessTable.parent(of: id) == desktop.processID { kill(id, SIGKILL) }
    #expect(try desktop.wait(until: .after(seconds: 15))?.shellStatus == 137)
    try expect(output, says: "the desktop was killed, by signal 9")
    try expectNothingLeft(before, "after the end of the inner process")
  }

  @Test func anOrdinaryUsersDesktopDoesNotOutliveItsKilledToolEither() throws {
    let before = folders
    let copy = try TemporaryFolder()
    #expect(try Tool.run("/bin/cp", [Tool.path("a11y-desktop"), Tool.path("a11y-capture"), copy.path]).status == 0)
    #expect(try Tool.run("/bin/chmod", ["-R", "755", copy.path]).status == 0)
    let (read, write) = try Descriptor.pipe()
    var options = Child.Options()
    options.descriptors = [-1, write.number, write.number]
    options.directory = "/"
    options.environment.merge(environment) { $1 }
    let user = geteuid() == 0 ? ["--reuid=65534", "--regid=65534", "--clear-groups"] : ["--keep-groups"]
    let desktop = try Child("setpriv", user + ["--", copy.path + "/a11y-desktop"] + Self.waiting, options)
    try expect(read, says: "up")
    #expect(leftovers.count > 5)
    desktop.signal(SIGKILL)
    _ = try desktop.wait(until: .after(seconds: 5))
    try expectNothingLeft(before, "after SIGKILL of an ordinary user's")
  }

  /// The limit is that of a user namespace made for the test, so nothing of the machine's is changed.
  @Test(.enabled(if: isUserNamespaceToBeHad)) func whereTheKernelRefusesNamespacesItSaysSoAndGoesOn() throws {
    let before = folders
    let result = try Tool.run(
      "/usr/bin/unshare",
      [
        "--user", "--map-root-user", "sh", "-c", "echo 0 >/proc/sys/user/max_pid_namespaces && exec \"$@\"", "sh",
        Tool.path("a11y-desktop"), "--screen-reader", "none", "--", "sh", "-c", "echo $XDG_RUNTIME_DIR; exit 4",
      ], environment: environment)
    #expect(result.status == 4, "\(result)")
    #expect(result.output.hasPrefix("/tmp/a11y-desktop."), "\(result)")
    #expect(result.errors.contains("only one such desktop at a time"), "\(result.errors)")
    try expectNothingLeft(before, "without namespaces")
  }

  /// What stands in for a part is put over its program in a mount namespace of the test's own.
  @Test(arguments: [
    ("/bin/false", "/usr/bin/Xvfb", "Xvfb ended with status 1"),
    ("/dev/null", "/usr/bin/openbox", "Install the package openbox"),
    ("/dev/null", "/usr/lib/speech-dispatcher-modules/sd_espeak-ng", "Install the package speech-dispatcher-espeak-ng"),
  ])
  func aPartThatFailsOrIsMissingIsNamed(_ standIn: String, _ program: String, _ message: String) throws {
    let result = try Tool.run(
      "/usr/bin/unshare",
      (geteuid() == 0 ? [] : ["--user", "--map-current-user"]) + [
        "--mount", "sh", "-c", "mount --bind \(standIn) \(program) && exec \"$@\"", "sh", Tool.path("a11y-desktop"),
        "--screen-reader", "none", "--", "echo", "ran",
      ], environment: environment)
    #expect(result.status == 70, "\(result)")
    #expect(result.output == "")
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func aPartThatEndsWhileTheCommandRunsIsTold() throws {
    let result = try Tool.run(
      "a11y-desktop",
      [
        "--screen-reader", "none", "--", "sh", "-c",
        "pkill -9 pulseaudio; while pactl info; do :; done >/dev/null 2>&1; exit 6",
      ],
      environment: environment)
    #expect(result.status == 6)
    #expect(result.errors.contains("while the command ran, PulseAudio was ended by signal 9"), "\(result.errors)")
  }

  @Test func aPictureThatCannotBeTakenIsAnErrorThatHidesNoStatus() throws {
    for (status, expected) in [(0, 70), (3, 3)] as [(Int, Int32)] {
      let result = try Tool.run(
        "a11y-desktop",
        ["--screen-reader", "none", "--screenshot", "/nowhere/end.png", "--", "sh", "-c", "exit \(status)"],
        environment: environment)
      #expect(result.status == expected)
      #expect(result.errors.contains("the screenshot ended with status 1"), "\(result.errors)")
    }
    let covered = try Tool.run("a11y-desktop", ["--logs", "/dev/shm/logs", "--", "true"], environment: environment)
    #expect(covered.status == 70 && covered.errors.contains("/dev/shm is the desktop's own"), "\(covered)")
  }

  @Test(.enabled(if: geteuid() == 0)) func anotherUserCannotLookOn() throws {
    let look = "xdotool getdisplaygeometry"
    let script = """
      \(look) && echo mine
      setpriv --reuid=65534 --regid=65534 --clear-groups env -u XAUTHORITY HOME=/ \(look) && echo theirs
      true
      """
    let result = try Tool.run(
      "a11y-desktop", ["--screen-reader", "none", "--", "sh", "-c", script], environment: environment)
    #expect(result.output.contains("mine"))
    #expect(!result.output.contains("theirs"))
  }

  @Test func whatTheCommandLeavesRunningIsAskedToEndFirst() throws {
    let folder = try TemporaryFolder()
    let script = """
      mkfifo $XDG_RUNTIME_DIR/ready
      sh -c 'trap "echo closed >\(folder.path)/told; exit" TERM; echo >$XDG_RUNTIME_DIR/ready; cat /dev/zero >/dev/null & wait' &
      read x <$XDG_RUNTIME_DIR/ready
      """
    let result = try Tool.run(
      "a11y-desktop", ["--screen-reader", "none", "--", "sh", "-c", script], environment: environment)
    #expect(result.status == 0, "\(result)")
    #expect(FileContents.read(folder.path + "/told") == "closed\n")
  }

  @Test func aHangUpThatTheCallerIgnoresIsIgnored() throws {
    let script = "trap '' HUP; exec \"$@\""
    let (read, write) = try Descriptor.pipe()
    var options = Child.Options()
    options.descriptors = [-1, write.number, write.number]
    let desktop = try Child("sh", ["-c", script, "sh", Tool.path("a11y-desktop")] + Self.waiting, options)
    try expect(read, says: "up")
    desktop.signal(SIGHUP)
    #expect(try desktop.wait(until: .after(seconds: 0.5)) == nil)
    desktop.signal(SIGTERM)
    #expect(try desktop.wait(until: .after(seconds: 10))?.shellStatus == 143)
  }

  /// script(1) gives it a terminal, as a person does.
  @Test func aShellInItHasItsTerminalAndItsJobs() throws {
    let (read, write) = try Descriptor.pipe()
    let (input, keys) = try Descriptor.pipe()
    var options = Child.Options()
    options.descriptors = [input.number, write.number, write.number]
    let line = "\(Tool.path("a11y-desktop")) --screen-reader none -- bash --norc -i"
    let terminal = try Child("script", ["--quiet", "--return", "--command", line, "/dev/null"], options)
    defer { terminal.terminate() }
    try expect(read, says: "bash-")
    try keys.writeAll(Array("sh -c 'echo $((6 * 7)); exec cat'\n".utf8))
    try expect(read, says: "42")
    try keys.writeAll([0x1a])
    try expect(read, says: "Stopped")
    try keys.writeAll(Array("kill %1; tty; exit 9\n".utf8))
    try expect(read, says: "/dev/pts/")
    #expect(try terminal.wait(until: .after(seconds: 10)) == .exited(9))
  }

  /// Waits until a part of this test's desktops of that name runs.
  private func expectPart(_ name: String) throws {
    let deadline = Deadline.after(seconds: 20)
    while !leftovers.contains(where: { $0.hasPrefix(name + " ") }), !deadline.hasPassed {
      _ = try pollDescriptors([], until: .after(seconds: 0.02))
    }
    #expect(!deadline.hasPassed, "\(name) did not come up: \(leftovers)")
  }
}

/// Whether this machine lets the test make what it needs; a container or a chroot may not.
private let isUserNamespaceToBeHad =
  (try? Tool.run("/usr/bin/unshare", ["--user", "--map-root-user", "true"]).status) == 0
