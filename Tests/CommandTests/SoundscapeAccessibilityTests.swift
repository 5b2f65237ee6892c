import DBus
import Glibc
import System
import TestSupport
import Testing

/// What the demonstration application tells assistive tools, and does for them.
@Suite struct SoundscapeAccessibilityTests {
  let told = Arrivals<String>()
  let client: BusConnection
  let terminal: PseudoTerminal
  let busName: String
  let folder: TemporaryFolder

  init() throws { try self.init(arguments: []) }

  private init(arguments: [String], environment: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    client = try BusConnection(address: PrivateBus.shared.address)
    let known = Set(PrivateBus.shared.applications.all)
    terminal = try PseudoTerminal(
      "soundscape-tui", ["--truth", folder.path + "/truth"] + arguments,
      environment: SoundscapeTests.nowhere.merging(environment) { $1 })
    try #require(try terminal.wait { $0.output.contains("Nearby Markers") })
    // Other tests' applications come and go on this bus; ours is the one that this process started.
    let (client, processID) = (client, terminal.child.processID)
    busName = try #require(
      PrivateBus.shared.applications.all.first { name in
        !known.contains(name) && (try? client.processID(of: name)) == processID
      })
    client.addFilter { [told, busName] message in
      guard message.kind == .signal, message.sender == busName else { return false }
      let body = message.body
      let detail = [body[0]?.string, body[1].flatMap { $0.integer.map(String.init) }, body[3]?.string]
      let id = message.path.split(separator: "/").last ?? ""
      told.add(
        ([message.member] + detail.compactMap { $0 }.filter { !$0.isEmpty }).joined(separator: " ") + " of \(id)")
      return false
    }
    try client.addMatch("type='signal',sender='\(busName)'")
  }

  private func call(_ id: String, _ interface: String, _ member: String, _ body: Variant = .tuple([])) throws -> Variant
  {
    try client.call(busName, "/org/a11y/atspi/accessible/\(id)", "org.a11y.atspi." + interface, member, body)
  }

  private func property(_ id: Int, _ name: String) throws -> String? {
    try client.property(name, of: "org.a11y.atspi.Accessible", busName, "/org/a11y/atspi/accessible/\(id)").string
  }

  private func isFocused(_ id: Int) throws -> Bool {
    (try call("\(id)", "Accessible", "GetState")[0]?[0]?.integer ?? 0) & 1 << 12 != 0
  }

  private func expectTold(_ events: [String]) {
    #expect(told.wait { $0.count >= events.count })
    #expect(told.all == events)
  }

  @Test func theBarIsAsTheDocumentationHasIt() throws {
    #expect(
      try client.property("Name", of: "org.a11y.atspi.Accessible", busName, "/org/a11y/atspi/accessible/root").string
        == "soundscape-tui")
    let items =
      try client.call(busName, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")[0]?.children ?? []
    let roles: [Int64?] = [75, 23, 39, 43, 43, 43, 43]
    #expect(items.map { $0[7]?.integer } == roles)
    #expect(
      items.suffix(4).map { $0[6]?.string } == ["My Location", "Around Me", "Ahead of Me", "Nearby Markers"])
    for (id, accessibleID) in zip(3..., ["my-location", "around-me", "ahead-of-me", "nearby-markers"]) {
      #expect(try property(id, "AccessibleId") == "btn-" + accessibleID)
      #expect(try property(id, "Description")?.hasPrefix("Hear about") == true)
      #expect(
        try call("\(id)", "Accessible", "GetAttributes")[0]?.stringDictionary
          == ["starts-media-session": "true", "plays-sound": "true"])
      #expect(try call("\(id)", "Action", "GetName", .tuple([.int32(0)]))[0]?.string == "click")
    }
  }

  @Test func focusIsClaimedAndReleasedWithTheTerminals() throws {
    try terminal.type("\u{1b}[I")
    var events = ["Activate 0 Soundscape of 1", "StateChanged active 1 of 1", "StateChanged focused 1 of 3"]
    expectTold(events)
    try terminal.type("\t")
    events += ["StateChanged focused 0 of 3", "StateChanged focused 1 of 4"]
    expectTold(events)
    try terminal.type("\u{1b}[O")
    events += ["Deactivate 0 Soundscape of 1", "StateChanged active 0 of 1"]
    expectTold(events)
    // Lost again before it was claimed: nothing was claimed. What moved meanwhile is told with the next claim.
    try terminal.type("\u{1b}[I\u{1b}[O")
    try terminal.type("\t")
    try #require(try terminal.wait { $0.line(23).contains("in front of you") })
    try terminal.type("\u{1b}[I")
    events += [
      "Activate 0 Soundscape of 1", "StateChanged active 1 of 1", "StateChanged focused 0 of 4",
      "StateChanged focused 1 of 5",
    ]
    expectTold(events)
    #expect(try [3, 4, 5, 6].map { try isFocused($0) } == [false, false, true, false])
    try terminal.type("q")
    #expect(try terminal.end() == .exited(0))
    events += ["Deactivate 0 Soundscape of 1", "StateChanged active 0 of 1"]
    expectTold(events)
    #expect(PrivateBus.shared.applications.wait { $0.contains("-" + busName) }, "it has left the registry")
  }

  @Test func whereTheTerminalNeverReportsFocusTheFirstKeyClaims() throws {
    try terminal.type("\t")
    expectTold([
      "Activate 0 Soundscape of 1", "StateChanged active 1 of 1", "StateChanged focused 1 of 3",
      "StateChanged focused 0 of 3", "StateChanged focused 1 of 4",
    ])
  }

  @Test func grabFocusAndDoActionWorkFromOutside() throws {
    try terminal.type("\u{1b}[I")
    #expect(told.wait { $0.count == 3 })
    #expect(try call("6", "Component", "GrabFocus")[0]?.bool == true)
    #expect(told.wait { $0.contains("StateChanged focused 1 of 6") })
    #expect(try call("2", "Component", "GrabFocus")[0]?.bool == false, "the bar takes no focus")
    #expect(try call("4", "Action", "DoAction", .tuple([.int32(0)]))[0]?.bool == true)
    // Without a sound server the callout is over at once.
    let expected = [
      "StateChanged pressed 1 of 4", "PropertyChange accessible-name 0 Around Me, speaking of 4",
      "StateChanged pressed 0 of 4", "PropertyChange accessible-name 0 Around Me of 4",
    ]
    #expect(told.wait { Array($0.suffix(4)) == expected }, "\(told.all)")
    try terminal.type("q")
    _ = try terminal.end()
    let truth = FileContents.read(folder.path + "/truth") ?? ""
    #expect(truth.contains(#""event":"activation","id":"btn-around-me","via":"action""#), "\(truth)")
    #expect(try terminal.wait { $0.line(23).contains("you have marked") }, "the highlight went with the focus")
  }

  /// With a speech-dispatcher that the test plays itself.
  @Test func hushSilencesTheReaderAtEachActivationAndKeepsTheLabel() throws {
    let socket = folder.path + "/speechd"
    var listener: Descriptor? = try UnixSocket.listen(socket)
    let app = try SoundscapeAccessibilityTests(
      arguments: ["--style", "hush"], environment: ["SPEECHD_ADDRESS": "unix_socket:" + socket])
    var daemon = try Self.accept(try #require(listener))
    try app.terminal.type("\u{1b}[I ")
    #expect(
      try Self.read(daemon, until: "CANCEL all\r\n").contains("SET self CLIENT_NAME user:soundscape-tui:hush\r\n"))
    // The daemon is started anew.
    listener = nil
    unlink(socket)
    let second = try UnixSocket.listen(socket)
    UnixSocket.endReading(daemon)
    UnixSocket.endWriting(daemon)
    try app.terminal.type("\r")
    daemon = try Self.accept(second)
    #expect(try Self.read(daemon, until: "CANCEL all\r\n").hasSuffix("CANCEL all\r\n"))
    try app.terminal.type("q")
    #expect(try app.terminal.end() == .exited(0))
    #expect(!app.told.all.contains { $0.hasPrefix("PropertyChange") }, "\(app.told.all)")
    let truth = FileContents.read(app.folder.path + "/truth") ?? ""
    #expect(truth.split(separator: "\n").filter { $0.contains(#""event":"hush""#) }.count == 2, "\(truth)")
  }

  private static func accept(_ listener: Descriptor) throws -> Descriptor {
    try #require(
      try !pollDescriptors([(listener.number, .read)], until: .after(seconds: 10))[0].isEmpty, "no client came")
    return try #require(try UnixSocket.accept(listener))
  }

  private static func read(_ descriptor: Descriptor, until end: String) throws -> String {
    var text = ""
    while !text.hasSuffix(end) {
      guard try !pollDescriptors([(descriptor.number, .read)], until: .after(seconds: 10))[0].isEmpty else { break }
      guard let some = try descriptor.readSome(), !some.isEmpty else { break }
      text += String(decoding: some, as: UTF8.self)
    }
    return text
  }
}
