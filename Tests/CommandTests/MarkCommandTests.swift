import Glibc
import Storage
import System
import TestSupport
import Testing
import Timeline

/// `a11y-capture mark` with real captures, which run side by side.
@Suite struct MarkCommandTests {
  let folder: TemporaryFolder
  let conversation: TappedConversation

  init() throws {
    folder = try TemporaryFolder()
    conversation = try TappedConversation(in: folder)
  }

  private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Tool.Result {
    try Tool.run(
      "a11y-capture", arguments, environment: ["XDG_RUNTIME_DIR": folder.path].merging(environment) { $1 },
      directory: folder.path)
  }

  private func markers(_ name: String) throws -> [(time: Int64, text: String)] {
    let file = try TimelineFile(reading: "\(folder.path)/\(name)")
    return try file.rows("SELECT time_ns + started_monotonic_ns, text FROM marker JOIN session ORDER BY time_ns").map {
      ($0[0].integer ?? 0, $0[1].text ?? "")
    }
  }

  @Test func aMarkStandsInEveryCaptureWhereItWasAskedFor() throws {
    let captures = try ["a.db", "b.db"].map { try SpeechCapture($0, in: folder) }
    #expect(SpeechCapture.recorders(in: folder).count == 2)
    let before = MonotonicTime.now.nanoseconds
    let result = try run("mark", "now the slider “ä”")
    let after = MonotonicTime.now.nanoseconds
    #expect(result.status == 0, "\(result)")
    #expect(result.output.split(separator: "\n").count == 2)
    for capture in captures {
      try capture.waitUntilTold("\"status\":\"marker\"")
      #expect(result.output.contains("marked \(capture.path) at "), "\(result)")
      _ = try capture.end()
      #expect(capture.log.contains("markers: 1 mark"), "\(capture.log)")
    }
    for name in ["a.db", "b.db"] {
      let found = try markers(name)
      #expect(found.map(\.text) == ["now the slider “ä”"])
      #expect(found.allSatisfy { before...after ~= $0.time })
    }
    #expect(try markers("a.db").map(\.time) == markers("b.db").map(\.time), "one act, one time")
    #expect(SpeechCapture.recorders(in: folder) == [])
    #expect(TemporaryFolder.names(in: folder.path + "/a11y-capture") == ["tap.sock"])
  }

  @Test func aKilledRecorderIsPassedOver() throws {
    let killed = try SpeechCapture("killed.db", in: folder)
    let recorder = try #require(SpeechCapture.recorders(in: folder).first)
    let other = try SpeechCapture("other.db", in: folder)
    let handle = try #require(ProcessHandle(recorder))
    kill(recorder, SIGKILL)
    try #require(!pollDescriptors([(handle.ended.number, .read)], until: .after(seconds: 10))[0].isEmpty)
    let result = try run("mark", "after the kill")
    #expect(result.status == 0 && result.errors == "", "\(result)")
    #expect(result.output.hasPrefix("marked \(other.path) at ") && result.output.split(separator: "\n").count == 1)
    #expect(!SpeechCapture.recorders(in: folder).contains(recorder), "what it left behind was removed")
    _ = try other.end()
    #expect(try markers("other.db").map(\.text) == ["after the kill"])
    _ = try killed.end()
    #expect(try markers("killed.db").isEmpty)
  }

  @Test func oneCaptureCanBeMeantAlone() throws {
    let one = try SpeechCapture("one.db", in: folder)
    let other = try SpeechCapture("other.db", in: folder)
    #expect(try run("mark", "--capture", "one.db", "for one").status == 0)
    let wrong = try run("mark", "--capture", "one.db.log", "for none")
    #expect(wrong.status == 66 && wrong.output == "", "\(wrong)")
    #expect(wrong.errors.contains(one.path) && wrong.errors.contains(other.path), "\(wrong)")
    #expect(try run("mark", "--capture", "no.db", "for none").status == 66)
    for capture in [one, other] { _ = try capture.end() }
    #expect(try markers("one.db").map(\.text) == ["for one"])
    #expect(try markers("other.db").isEmpty)
  }

  @Test func whereNoneRunsItSaysWhatToTry() throws {
    let none = try run("mark", "x")
    #expect(none.status == 66 && none.errors.contains("a11y-capture --app"), "\(none)")
    let nowhere = try run("mark", "x", environment: ["XDG_RUNTIME_DIR": ""])
    #expect(nowhere.status == 66 && nowhere.errors.contains("XDG_RUNTIME_DIR"), "\(nowhere)")
  }

  @Test func textsThatAreNoneAreUsageErrors() throws {
    for words in [
      ["mark"], ["mark", ""], ["mark", " \t"], ["mark", "a\nb"], ["mark", "\u{1B}[2J"], ["mark", "two", "words"],
      ["mark", String(repeating: "ä", count: 2049)], ["pause", "a\u{2028}b"], ["resume", "x"],
      ["pause", "two", "words"],
    ] {
      let result = try Tool.run("a11y-capture", words, environment: ["XDG_RUNTIME_DIR": folder.path])
      #expect(result.status == 64, "\(words): \(result)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func oneThatDoesNotAnswerIsNamed() throws {
    let capture = try SpeechCapture("run.db", in: folder)
    // This very process stands in for a recorder that hangs.
    let hung = try UnixSocket.listen("\(folder.path)/a11y-capture/\(getpid()).sock")
    let result = try withExtendedLifetime(hung) { try run("mark", "x") }
    #expect(result.status == 74 && result.errors.contains("process \(getpid())"), "\(result)")
    #expect(result.output.hasPrefix("marked \(capture.path) at "), "the other took it: \(result)")
  }

  @Test func whoeverElseConnectsDisturbsNothing() throws {
    let capture = try SpeechCapture("run.db", in: folder)
    let socket = "\(folder.path)/a11y-capture/\(SpeechCapture.recorders(in: folder)[0]).sock"
    // Silent ones, more than are served at once; garbage; a line without end; one of another time.
    var crowd: [Descriptor] = []
    for number in 0..<100 {
      let client = try UnixSocket.connect(socket)
      switch number % 4 {
      case 0: break
      case 1: try? client.writeAll([0, 0xff, 10, 13])
      case 2: _ = try? UnixSocket.send(Array(repeating: UInt8(ascii: "x"), count: 20_000)[...], to: client)
      default:
        // Of the past, and far to come.
        let time = number % 8 == 3 ? "17" : "\(Int64.max)"
        try? client.writeAll(Array("1 mark \(time) - x\n".utf8))
      }
      crowd.append(client)
    }
    let result = try run("mark", "through the crowd")
    #expect(result.status == 0, "\(result)")
    let late = try #require(crowd.last)
    let answer = try pollDescriptors([(late.number, .read)], until: .after(seconds: 10))
    #expect(!answer[0].isEmpty)
    #expect(String(decoding: try late.readSome() ?? [], as: UTF8.self).hasPrefix("refused its time"))
    #expect(try capture.end() == .exited(2), "no sound, no bus")
    #expect(try markers("run.db").map(\.text) == ["through the crowd"])
  }
}
