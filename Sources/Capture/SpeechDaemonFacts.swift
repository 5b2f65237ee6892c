internal import Glibc
internal import System

/// Which speech daemon and synthesiser speak here, and how they are set.
enum SpeechDaemonFacts {
  /// Asks the daemon that runs in this session, by its configuration and by a connection of its own that says nothing.
  static func find() -> [EnvironmentSurvey.Fact] {
    // The kernel keeps 15 bytes of a name.
    guard let daemon = SessionProcess.find("speech-dispatch") else { return [] }
    var facts = [("speech-dispatcher", ProgramVersion.ask("speech-dispatcher") ?? "of unknown version")]
    let folder =
      daemon.option("-C", "--config-dir")
      ?? daemon.folder("XDG_CONFIG_HOME", orInHome: ".config").map { $0 + "/speech-dispatcher" }
    let file = [folder, "/etc/speech-dispatcher"].compactMap { $0 }.lazy.compactMap {
      ProcessTable.readFile($0 + "/speechd.conf")
    }.first
    facts.append(("speech-dispatcher audio method", file.flatMap { setting("AudioOutputMethod", in: $0) } ?? "not set"))
    if let module = outputModule() ?? file.flatMap({ setting("DefaultModule", in: $0) }) {
      facts.append(("speech-dispatcher output module", module))
      facts.append(("synthesiser", ProgramVersion.ask(module) ?? "\(module), of unknown version"))
    }
    return facts
  }

  /// The last value that a configuration gives to a name, without its quotes; nil where it gives none.
  static func setting(_ name: String, in file: String) -> String? {
    file.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      guard words.count == 2, words[0].lowercased() == name.lowercased() else { return nil }
      return String(words[1].filter { $0 != "\"" }).trimmed
    }.last
  }

  /// The module that a new client speaks with; nil where the daemon does not tell within 2 s.
  private static func outputModule() -> String? {
    let environment = currentEnvironment()
    let given = environment["SPEECHD_ADDRESS"].flatMap {
      $0.hasPrefix("unix_socket:") ? String($0.dropFirst("unix_socket:".count)) : nil
    }
    let standard = environment["XDG_RUNTIME_DIR"].map { $0 + "/speech-dispatcher/speechd.sock" }
    guard let path = given ?? standard, let socket = try? UnixSocket.connect(path, waiting: false) else { return nil }
    let name = "SET self CLIENT_NAME \(getuid()):a11y-capture:environment"
    guard (try? socket.writeAll(Array("\(name)\r\nGET OUTPUT_MODULE\r\nQUIT\r\n".utf8))) != nil else { return nil }
    let deadline = Deadline.after(seconds: 2)
    var answer: [UInt8] = []
    while let found = try? pollDescriptors([(socket.number, .read)], until: deadline), !found[0].isEmpty,
      let bytes = try? socket.readSome(), !bytes.isEmpty, answer.count < 4096
    {
      answer += bytes
    }
    return module(in: String(decoding: answer.filter { $0 != 0x0d }, as: UTF8.self))
  }

  /// The module's name in what the daemon says, "251-espeak-ng".
  static func module(in answer: String) -> String? {
    answer.split(separator: "\n").first { $0.hasPrefix("251-") }.map { String($0.dropFirst(4)) }
  }
}

extension String {
  /// Without blanks at both ends.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
