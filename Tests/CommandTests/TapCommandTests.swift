import Glibc
import System
import TestSupport
import Testing

@Suite struct TapCommandTests {
  private let place: TemporaryFolder
  private var folder: String { place.path }

  init() throws { place = try TemporaryFolder() }

  private func arguments() -> [String] {
    ["tap", "--listen", folder + "/l", "--daemon", folder + "/d", "--publish", folder + "/p/s"]
  }

  @Test func itOutlivesAHangUpAndLeavesNothingBehind() throws {
    let (child, _) = try Tool.start("a11y-capture", arguments())
    try #require(try FileWatch.waitForPath(folder + "/l", until: .after(seconds: 10), orEndOf: child.ended))
    child.signal(SIGHUP)
    let recorder = try UnixSocket.connect(folder + "/p/s")
    _ = try pollDescriptors([(recorder.number, .read)], until: .after(seconds: 5))
    let hello = String(decoding: try recorder.readSome() ?? [], as: UTF8.self)
    #expect(hello.hasSuffix("0 # 1 \(child.processID) \(folder)/d\t\(folder)/l\n"))
    // A second one would take the first one's clients away.
    let (second, errors) = try Tool.start("a11y-capture", arguments())
    #expect(try second.wait(until: .after(seconds: 10)) == .exited(74))
    #expect(String(decoding: try errors.readSome() ?? [], as: UTF8.self).contains("in use"))
    child.signal(SIGTERM)
    #expect(try child.wait(until: .after(seconds: 10)) == .exited(0))
    #expect([access(folder + "/l", F_OK), access(folder + "/p/s", F_OK)] == [-1, -1])
    #expect(place.names == ["p"] && TemporaryFolder.names(in: folder + "/p") == [])
  }

  @Test func whatIsMissingIsNamed() throws {
    defer { rmdir(folder) }
    let (child, errors) = try Tool.start("a11y-capture", ["tap", "--listen", folder + "/l"])
    #expect(try child.wait(until: .after(seconds: 10)) == .exited(64))
    #expect(String(decoding: try errors.readSome() ?? [], as: UTF8.self).contains("--daemon"))
  }
}
