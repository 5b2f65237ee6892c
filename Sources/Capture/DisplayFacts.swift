internal import System

/// Which display the session has.
enum DisplayFacts {
  /// Asks the X server, if there is one, by the greeting that every client gets.
  static func find() -> [EnvironmentSurvey.Fact] {
    let environment = currentEnvironment()
    var parts: [String] = []
    if let name = environment["WAYLAND_DISPLAY"], !name.isEmpty { parts.append("Wayland \(name)") }
    if let name = environment["DISPLAY"], !name.isEmpty {
      parts.append("X \(name)" + (greeting(of: name, environment).map { ", " + $0.text } ?? ", which does not answer"))
    }
    return [("display", parts.isEmpty ? "none" : parts.joined(separator: "; "))]
  }

  /// What the server behind a name as ":1.0" says within 2 s; nil for one of another machine.
  private static func greeting(of name: String, _ environment: [String: String]) -> XGreeting? {
    guard name.hasPrefix(":") else { return nil }
    let number = String(name.dropFirst().prefix { $0.isNumber })
    let path = "/tmp/.X11-unix/X\(number)"
    guard
      let socket = (try? UnixSocket.connect("@" + path, waiting: false))
        ?? (try? UnixSocket.connect(path, waiting: false))
    else { return nil }
    let file = environment["XAUTHORITY"] ?? environment["HOME"].map { $0 + "/.Xauthority" }
    let cookie = file.flatMap { try? Descriptor.open($0, flags: 0).readSome() }.flatMap {
      XGreeting.cookie(for: number, in: $0)
    }
    guard (try? socket.writeAll(XGreeting.request(cookie: cookie))) != nil else { return nil }
    let deadline = Deadline.after(seconds: 2)
    var answer: [UInt8] = []
    while XGreeting.isShort(answer), let found = try? pollDescriptors([(socket.number, .read)], until: deadline),
      !found[0].isEmpty, let bytes = try? socket.readSome(), !bytes.isEmpty
    {
      answer += bytes
    }
    return XGreeting(answer)
  }
}
