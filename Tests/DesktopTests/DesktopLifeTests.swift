import Glibc
import System
import TestSupport
import Testing

extension DesktopTests {
  /// How a desktop comes up, what is around its command, and that nothing of it is left.
  @Suite(.serialized) struct DesktopLifeTests {
    /// The parts of a desktop keep LOGNAME, so by it they are found from outside.
    let marker = "desktop-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"

    var environment: [String: String] { ["LOGNAME": marker] }

    /// Processes of this test's desktops.
    var leftovers: [String] {
      ProcessTable.all.filter { ProcessTable.readFile("/proc/\($0)/environ")?.contains(marker) == true }
        .map { ProcessTable.words(of: $0).joined(separator: " ") }
    }

    /// What desktops have left in the folders that they use.
    var folders: Set<String> {
      Set(
        // /tmp/.X11-unix is the system's, and stays; what lies in it does not.
        (TemporaryFolder.names(in: "/tmp") + TemporaryFolder.names(in: "/dev/shm")).filter {
          $0.hasPrefix("a11y-desktop") || $0.hasPrefix("desk") || $0.hasPrefix(".X") && $0 != ".X11-unix"
        } + TemporaryFolder.names(in: "/tmp/.X11-unix"))
    }

    func expectNothingLeft(_ before: Set<String>, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation)
      throws
    {
      // A killed process is gone only once it has been reaped; each of them is awaited, not slept for.
      let deadline = Deadline.after(seconds: 10)
      while !leftovers.isEmpty, !deadline.hasPassed {
        for id in ProcessTable.all where ProcessTable.readFile("/proc/\(id)/environ")?.contains(marker) == true {
          if let handle = ProcessHandle(id) { _ = try pollDescriptors([(handle.ended.number, .read)], until: deadline) }
        }
      }
      #expect(leftovers == [], comment, sourceLocation: sourceLocation)
      while folders != before, !deadline.hasPassed { _ = try pollDescriptors([], until: .after(seconds: 0.05)) }
      #expect(folders == before, comment, sourceLocation: sourceLocation)
    }

    @Test func theCommandHasItsStatusItsFolderAndADesktop() throws {
      let before = folders
      let result = try Tool.run(
        "a11y-desktop",
        [
          "--screen-reader", "none", "--", "sh", "-c",
          "pwd; echo $DISPLAY $HOME; test -S $XDG_RUNTIME_DIR/bus && echo bus; exit 5",
        ],
        environment: environment, directory: "/usr")
      #expect(result.status == 5, "\(result)")
      let lines = result.output.split(separator: "\n")
      #expect(lines.first == "/usr")
      #expect(lines.last == "bus")
      #expect(!result.output.contains("/root"))
      try expectNothingLeft(before, "after its end")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGKILL], [true, false])
    func aSignalTakesEverythingDown(_ number: Int32, _ hasNamespaces: Bool) throws {
      let before = folders
      let (desktop, output) = try Tool.start(
        "a11y-desktop",
        (hasNamespaces ? [] : ["--no-namespaces"]) + [
          "--screen-reader", "none", "--", "sh", "-c", "echo up; exec cat /dev/zero >/dev/null",
        ],
        environment: environment)
      try expect(output, says: "up")
      #expect(leftovers.count > 5, "the parts are found by their marker")
      desktop.signal(number)
      let status = try #require(try desktop.wait(until: .after(seconds: 15)), "it did not end")
      #expect(status.shellStatus == 128 + number)
      try expectNothingLeft(before, "after signal \(number), namespaces \(hasNamespaces)")
    }

    @Test func twoAtOnceDoNotSeeEachOther() throws {
      let script = "echo up; read x; pgrep -c Xvfb; echo $DISPLAY"
      let (first, firstOutput) = try Tool.start(
        "a11y-desktop", ["--screen-reader", "none", "--", "sh", "-c", "echo up; exec cat /dev/zero >/dev/null"],
        environment: environment)
      try expect(firstOutput, says: "up")
      let second = try Tool.run(
        "a11y-desktop", ["--screen-reader", "none", "--", "sh", "-c", script], environment: environment)
      #expect(second.status == 0)
      #expect(second.output.split(separator: "\n").dropFirst().first == "1", "its own Xvfb alone: \(second.output)")
      first.signal(SIGTERM)
      _ = try first.wait(until: .after(seconds: 15))
    }

    @Test func withoutNamespacesASecondOneIsRefused() throws {
      let (first, output) = try Tool.start(
        "a11y-desktop",
        ["--no-namespaces", "--screen-reader", "none", "--", "sh", "-c", "echo up; exec cat /dev/zero >/dev/null"],
        environment: environment)
      try expect(output, says: "up")
      let second = try Tool.run(
        "a11y-desktop", ["--no-namespaces", "--screen-reader", "none", "--", "true"], environment: environment)
      #expect(second.status == 70)
      #expect(second.errors.contains("another desktop without namespaces runs"), "\(second.errors)")
      first.signal(SIGTERM)
      _ = try first.wait(until: .after(seconds: 15))
    }

    @Test func anOrdinaryUserHasOneTooWithOrca() throws {
      let before = folders
      let copy = try TemporaryFolder()
      #expect(try Tool.run("/bin/cp", [Tool.path("a11y-desktop"), Tool.path("a11y-capture"), copy.path]).status == 0)
      #expect(try Tool.run("/bin/chmod", ["-R", "755", copy.path]).status == 0)
      let user = geteuid() == 0 ? ["--reuid=65534", "--regid=65534", "--clear-groups"] : ["--keep-groups"]
      let result = try Tool.run(
        "/usr/bin/setpriv",
        user + [
          "--", copy.path + "/a11y-desktop", "--", "sh", "-c",
          "id -u; a11y-desktop reader status; pgrep -x orca >/dev/null && echo it runs; a11y-capture list",
        ],
        environment: environment, directory: "/", within: 60)
      #expect(result.status == 0, "\(result)")
      let lines = result.output.split(separator: "\n")
      #expect(lines.first == (geteuid() == 0 ? "65534" : "\(geteuid())"))
      #expect(lines.dropFirst().prefix(2) == ["on", "it runs"])
      #expect(result.output.contains("tap at /"), "speech, too, is at hand")
      try expectNothingLeft(before, "of an ordinary user's")
    }

    @Test func theReaderCanBeSwitched() throws {
      let script =
        "for word in status off status off on status on; do a11y-desktop reader $word; pgrep -x orca >/dev/null; echo $?; done"
      let result = try Tool.run("a11y-desktop", ["--", "sh", "-c", script], environment: environment, within: 90)
      #expect(
        result.output.split(separator: "\n").joined(separator: " ") == "on 0 off 1 off 1 off 1 on 0 on 0 on 0",
        "\(result)")
    }

    @Test func aPartThatDoesNotComeUpIsNamedWithTheEndOfItsLog() throws {
      let result = try Tool.run(
        "a11y-desktop", ["--screen-reader", "sh -c 'echo no voice today >&2; exit 3'", "--", "echo", "never"],
        environment: environment)
      #expect(result.status == 70)
      #expect(result.output == "")
      #expect(result.errors.contains("the screen reader ended with status 3"), "\(result.errors)")
      #expect(result.errors.contains("| no voice today"), "\(result.errors)")
    }

    @Test func mistakesHaveTheStatusesOfAShell() throws {
      let none = ["--screen-reader", "none", "--"]
      #expect(try Tool.run("a11y-desktop", none + ["no-such-command"]).status == 127)
      #expect(try Tool.run("a11y-desktop", none + ["/etc/passwd"]).status == 126)
      let usage = try Tool.run("a11y-desktop", ["--screen-raeder", "none", "--", "true"])
      #expect(usage.status == 64)
      #expect(usage.errors.contains("did you mean '--screen-reader'"))
      #expect(try Tool.run("a11y-desktop", []).status == 64)
      let outside = try Tool.run("a11y-desktop", ["reader", "on"])
      #expect(outside.status == 70 && outside.errors.contains("no private desktop"), "\(outside)")
    }

    @Test func logsAndAPictureAreKept() throws {
      let folder = try TemporaryFolder()
      let result = try Tool.run(
        "a11y-desktop",
        ["--screen-reader", "none", "--logs", folder.path + "/logs", "--screenshot", "end.png", "--", "true"],
        environment: environment, directory: folder.path)
      #expect(result.status == 0, "\(result)")
      #expect(
        Set(TemporaryFolder.names(in: folder.path + "/logs")).isSuperset(of: [
          "xvfb.log", "sound-server.log", "speech-tap.log",
        ]))
      let picture = try Descriptor.open(folder.path + "/end.png", flags: O_RDONLY).readSome(limit: 8)
      #expect(picture == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    }

    /// Reads until a word has come.
    func expect(_ pipe: Descriptor, says word: String) throws {
      let deadline = Deadline.after(seconds: 20)
      var text = ""
      while !text.contains(word) {
        try #require(
          try pollDescriptors([(pipe.number, .read)], until: deadline)[0].contains(.read),
          "“\(word)” did not come: \(text)")
        let bytes = try #require(try pipe.readSome())
        try #require(!bytes.isEmpty, "it ended before “\(word)” came: \(text)")
        text += String(decoding: bytes, as: UTF8.self)
      }
    }
  }
}
