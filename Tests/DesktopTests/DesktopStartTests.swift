import Glibc
import System
import TestSupport
import Testing

extension DesktopTests.DesktopLifeTests {
  @Test(arguments: [true, false]) func aKillAtAnyMomentOfItsStartLeavesNothing(_ hasNamespaces: Bool) throws {
    let before = folders
    // Most of them while the first processes are made, which is over within some 40 ms.
    for _ in 0..<10 {
      let moment = Double.random(in: 0...1) < 0.7 ? Double.random(in: 0...0.04) : Double.random(in: 0...1)
      let (desktop, _) = try Tool.start(
        "a11y-desktop",
        (hasNamespaces ? [] : ["--no-namespaces"]) + ["--screen-reader", "none", "--", "cat", "/dev/zero"],
        environment: environment)
      _ = try desktop.wait(until: .after(seconds: moment))
      desktop.signal(SIGKILL)
      _ = try desktop.wait(until: .after(seconds: 5))
      try expectNothingLeft(before, "killed after \(moment) s, namespaces \(hasNamespaces)")
    }
  }

  @Test func closedStandardDescriptorsAreNobodyElses() throws {
    let result = try Tool.run(
      "/bin/sh",
      [
        "-c", "exec \"$0\" --screen-reader none -- sh -c 'cat; readlink /proc/self/fd/0; exit 5' <&- 2>&-",
        Tool.path("a11y-desktop"),
      ],
      environment: environment)
    #expect(result.status == 5, "\(result)")
    #expect(result.output == "/dev/null\n", "\(result)")
  }

  @Test func oneInAnotherHasItsOwnParts() throws {
    let result = try Tool.run(
      "a11y-desktop",
      ["--screen-reader", "none", "--", "a11y-desktop", "--screen-reader", "none", "--", "pgrep", "-c", "Xvfb"],
      environment: environment)
    #expect(result.status == 0 && result.output == "1\n", "\(result)")
  }

  @Test func aFolderForLogsThatCannotBeMadeLeavesNoOther() throws {
    let before = folders
    let result = try Tool.run(
      "a11y-desktop", ["--no-namespaces", "--logs", "/proc/no/where", "--screen-reader", "none", "--", "true"],
      environment: environment)
    #expect(result.status == 70 && result.errors.contains("/proc/no/where"), "\(result)")
    try expectNothingLeft(before, "after a failed start")
  }
}
