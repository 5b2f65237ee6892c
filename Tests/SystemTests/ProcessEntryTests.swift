import Glibc
import Testing

@testable import System

/// Processes as /proc has them.
@Suite struct ProcessEntryTests {
  private static let status = "Name:\tx\nUid:\t0\t1000\t0\t0\n"

  @Test func aNameMayHoldAnything() throws {
    let entry = try #require(
      ProcessTable.entry(
        77, stat: "77 (a) (b) R 1) S 5 77 77 34816 77 4194304 0\n", status: Self.status, words: ["/bin/a) (b"]))
    #expect(
      entry == ProcessEntry(id: 77, parent: 5, userID: 1000, name: "a) (b) R 1", words: ["/bin/a) (b"], terminal: 34816)
    )
  }

  @Test(arguments: [
    ("8 (kworker/0:1) I 2 0 0 0 -1 69238880 0", false), ("9 (gone) Z 1 9 9 0 -1 4194304 0", false),
    ("9 (going) X 1 9 9 0 -1 4194304 0", false), ("9 (stopped) T 1 9 9 0 -1 4194304 0", true),
  ])
  func aThreadOfTheKernelAndAZombieAreNotAlive(_ stat: String, _ isAlive: Bool) {
    #expect(ProcessTable.entry(9, stat: stat, status: Self.status, words: [])?.isAlive == isAlive)
  }

  @Test(arguments: ["", "9", "9 (x", "9 (x) S", "9 )x( S 1 2 3 4 5 6"])
  func whatIsNotAsExpectedIsNoProcess(_ stat: String) {
    #expect(ProcessTable.entry(9, stat: stat, status: Self.status, words: []) == nil)
  }

  @Test func thisProcessIsThere() throws {
    let entry = try #require(ProcessTable.entries.first { $0.id == getpid() })
    #expect(entry.parent == getppid() && entry.userID == geteuid() && entry.isAlive)
    #expect(entry.words == CommandLine.arguments)
  }
}
