import FoundationEssentials
import Glibc
import System

/// What an independent program, `a11y-bench record-sink`, hears of a server's whole sink.
final class SinkTruth {
  struct Code: Decodable {
    var event: String
    var t_ns: Int64?
    var first_read_frame: Int64?
    var time: Int64 { t_ns ?? 0 }
    var firstRead: Int64 { first_read_frame ?? 0 }
  }

  private let path: String
  private let recorder: Child

  /// Starts it, and waits until it hears.
  init(_ server: SoundServer) throws {
    path = server.folder + "/sink.jsonl"
    let ready = try Descriptor.pipe()
    var options = Child.Options()
    options.deathSignal = SIGKILL
    options.environment["PULSE_SERVER"] = server.address
    options.descriptors = [-1, ready.write.number, 2]
    recorder = try Child(
      try BuiltProgram.path("a11y-bench"), ["record-sink", "--source", "desk.monitor", "--out", path], options)
    let found = try pollDescriptors([(ready.read.number, .read)], until: .after(seconds: 10))
    guard !found[0].isEmpty else { throw SystemError("hear the sink", code: ETIMEDOUT) }
  }

  /// Ends it; the codes that it heard.
  func finish() throws -> [Code] {
    recorder.signal(SIGTERM)
    _ = try recorder.wait(until: .after(seconds: 5))
    let text = ProcessTable.readFile(path) ?? ""
    let lines = try text.split(separator: "\n").map { try JSONDecoder().decode(Code.self, from: Data($0.utf8)) }
    return lines.filter { $0.event == "code" }
  }
}

/// The programs that were built with the tests.
enum BuiltProgram {
  /// The bundle that holds this test, which is mapped into the process that runs it, lies beside them.
  static func path(_ name: String) throws -> String {
    let maps = ProcessTable.readFile("/proc/self/maps") ?? ""
    let bundle = maps.split(separator: "\n").first { $0.hasSuffix(".xctest") }.flatMap { line in
      line.firstIndex(of: "/").map { line[$0...] }
    }
    guard let bundle, let end = bundle.lastIndex(of: "/") else { throw SystemError("find \(name)", code: ENOENT) }
    return bundle[...end] + name
  }
}
