import DBus
import Glibc
import System
import TestSupport
import Testing

@Suite struct BusConnectionTests {
  let server: BusConnection
  let client: BusConnection

  init() throws {
    server = try BusConnection(address: PrivateBus.shared.address)
    client = try BusConnection(address: PrivateBus.shared.address)
    server.addFilter { [weak server] message in
      guard message.kind == .call, message.path == "/test" else { return false }
      switch message.member {
      case "Echo": server?.reply(to: message, message.body)
      case "Fail": server?.replyError(to: message, name: "org.test.Error.Broken", message: "it is broken")
      default: break  // Silence never answers.
      }
      return true
    }
  }

  @Test func everyKindOfValueComesBackAsItWas() throws {
    let value = Variant.tuple([
      .bool(true), .byte(7), .int16(-3), .uint16(9), .int32(-70_000), .uint32(.max), .int64(.min), .uint64(.max),
      .double(1.5),
      .string("Käse 🧀"), .objectPath("/a/b"), .signature("a{sv}"), .array(of: "s", []),
      .array(
        of: "(so)",
        [
          .tuple([.string("x"), .objectPath("/x")])
        ]), .dictionary(["b": "2", "a": "1"]), .variant(.array(of: "u", [.uint32(1), .uint32(2)])),
    ])
    #expect(try client.call(server.uniqueName, "/test", "org.test", "Echo", value) == value)
  }

  @Test func anErrorNamesItselfAndATimeOutPasses() throws {
    let broken = #expect(throws: BusError.self) { try client.call(server.uniqueName, "/test", "org.test", "Fail") }
    #expect(broken?.remoteName == "org.test.Error.Broken")
    #expect(broken?.description.contains("it is broken") == true)
    let late = #expect(throws: BusError.self) {
      try client.call(server.uniqueName, "/test", "org.test", "Silence", timeoutSeconds: 0.05)
    }
    #expect(late != nil)
  }

  @Test func laterAnswersComeOnceEach() {
    let answers = Arrivals<Result<Variant, BusError>>()
    for number in 0..<200 as Range<Int32> {
      client.callLater(server.uniqueName, "/test", "org.test", "Echo", .tuple([.int32(number)])) { answers.add($0) }
    }
    client.callLater(server.uniqueName, "/test", "org.test", "Silence", timeoutSeconds: 0.05) { answers.add($0) }
    #expect(answers.wait { $0.count == 201 })
    let numbers = answers.all.compactMap { try? $0.get()[0]?.integer }
    #expect(numbers.sorted() == Array(0..<200))
  }

  @Test func signalsArriveByMatchAndNotWithoutIt() throws {
    let listener = try BusConnection(address: PrivateBus.shared.address)
    let seen = Arrivals<String>()
    listener.addFilter { message in
      if message.kind == .signal, message.interface == "org.test.Signals" { seen.add(message.member) }
      return false
    }
    try listener.addMatch("type='signal',interface='org.test.Signals',member='Wanted'")
    try server.emit("/test", "org.test.Signals", "Unwanted", .tuple([]))
    try server.emit("/test", "org.test.Signals", "Wanted", .tuple([]))
    #expect(seen.wait { $0.contains("Wanted") })
    #expect(seen.all == ["Wanted"])
  }

  @Test func aMonitorSeesCallsOfOthersAndAnswersNone() throws {
    let monitor = try BusConnection(address: PrivateBus.shared.address)
    let seen = Arrivals<String>()
    monitor.addFilter { message in
      if message.kind == .call { seen.add(message.member) }
      return false
    }
    try monitor.becomeMonitor(rules: ["type='method_call',interface='org.test'"])
    #expect(
      try client.call(server.uniqueName, "/test", "org.test", "Echo", .tuple([.string("x")])) == .tuple([.string("x")]))
    #expect(seen.wait { $0.contains("Echo") })
  }

  @Test func whatIsNoDBusValueIsNeverSent() throws {
    let bad: [Variant] = [
      .tuple([.objectPath("no path")]), .tuple([.signature("{")]), .tuple([.array(of: "s", [.int32(1)])]),
      .tuple([.array(of: "nonsense", [])]), .tuple([.variant(.tuple([.string("fine"), .objectPath("")]))]),
      .tuple([.array(of: "{vs}", [.entry(.variant(.bool(true)), .string(""))])]), .string("no tuple"),
    ]
    for value in bad {
      let error = #expect(throws: BusError.self, "\(value)") {
        try client.call(server.uniqueName, "/test", "org.test", "Echo", value)
      }
      #expect(error?.description.contains("no D-Bus values") == true)
      #expect(throws: BusError.self) { try server.emit("/test", "org.test", "Signal", value) }
      let answers = Arrivals<Result<Variant, BusError>>()
      client.callLater(server.uniqueName, "/test", "org.test", "Echo", value) { answers.add($0) }
      #expect(answers.wait { $0.count == 1 })
      #expect(throws: BusError.self) { try answers.all[0].get() }
    }
    let (asked, answerer) = (Arrivals<String>(), try BusConnection(address: PrivateBus.shared.address))
    answerer.addFilter { [weak answerer] message in
      guard message.kind == .call else { return false }
      asked.add(message.member)
      answerer?.reply(to: message, .tuple([.objectPath("no path")]))
      return true
    }
    let error = #expect(throws: BusError.self) { try client.call(answerer.uniqueName, "/x", "org.test", "Bad") }
    #expect(error?.remoteName == "org.freedesktop.DBus.Error.Failed", "an answer that cannot be sent is no silence")
  }

  @Test func aStringLosesItsNULsAndNothingElse() throws {
    let text = Variant.tuple([.string("a\0b\0\u{301}c")])
    #expect(
      try client.call(server.uniqueName, "/test", "org.test", "Echo", text) == .tuple([.string("ab\u{301}c")]))
  }

  @Test func aCallThatWantsNoAnswerGetsNone() throws {
    let monitor = try BusConnection(address: PrivateBus.shared.address)
    let seen = Arrivals<String>()
    let name = server.uniqueName
    monitor.addFilter { message in
      if message.sender == name { seen.add("\(message.kind)") }
      return false
    }
    try monitor.becomeMonitor(rules: ["sender='\(name)'"])
    // Orca brings python3-gi; the tools of the dbus package always ask for an answer.
    let script = """
      from gi.repository import Gio
      flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
      bus = Gio.DBusConnection.new_for_address_sync('\(PrivateBus.shared.address)', flags, None, None)
      for member in ('Echo', 'Fail'):
        call = Gio.DBusMessage.new_method_call('\(name)', '/test', 'org.test', member)
        call.set_flags(Gio.DBusMessageFlags.NO_REPLY_EXPECTED)
        bus.send_message(call, Gio.DBusSendMessageFlags.NONE)
      bus.flush_sync(None)
      """
    let result = try Tool.run("/usr/bin/python3", ["-c", script])
    #expect(result.status == 0, "\(result.errors)")
    // A filter sees messages in their order, so the call has been dealt with once its successor is answered.
    _ = try client.call(name, "/test", "org.test", "Echo")
    #expect(seen.wait { !$0.isEmpty })
    #expect(seen.all == ["reply"])
  }

  @Test func aBusThatIsNotThereIsNamed() {
    let error = #expect(throws: BusError.self) { try BusConnection(address: "unix:path=/nowhere/bus") }
    #expect(error?.description.contains("/nowhere/bus") == true)
  }

  @Test func aBusThatSaysNothingIsGivenUpAndHoldsUpNobody() throws {
    let folder = try TemporaryFolder()
    let silent = try UnixSocket.listen(folder.path + "/bus")
    let error = #expect(throws: BusError.self) {
      try BusConnection(address: "unix:path=\(folder.path)/bus", within: 0.1)
    }
    #expect(error?.description.contains("no answer within 0.1 s") == true, "\(error?.description ?? "")")
    withExtendedLifetime(silent) {
      let answers = Arrivals<Bool>()
      client.callLater(server.uniqueName, "/test", "org.test", "Echo") { answers.add((try? $0.get()) != nil) }
      #expect(answers.wait { $0 == [true] })
    }
  }

  @Test func aBusThatGoesAwayIsToldOnceToAllWhoAsk() throws {
    let (daemon, address) = try PrivateBus.startDaemon()
    let connection = try BusConnection(address: address)
    let told = Arrivals<String>()
    connection.onClosed { told.add("early") }
    daemon.signal(SIGKILL)
    #expect(told.wait { $0 == ["early"] })
    connection.onClosed { told.add("late") }
    #expect(told.wait { $0 == ["early", "late"] })
    #expect(throws: BusError.self) { try connection.call("org.test", "/", "org.test", "Echo", timeoutSeconds: 2) }
    _ = try daemon.wait(until: .after(seconds: 5))
  }

  @Test func connectionsComeAndGoWhileTheyAreUsed() throws {
    let answers = Arrivals<Bool>()
    let name = server.uniqueName
    for _ in 0..<50 {
      let passing = try BusConnection(address: PrivateBus.shared.address)
      passing.addFilter { _ in false }
      for _ in 0..<4 {
        passing.callLater(name, "/test", "org.test", "Echo") { answers.add((try? $0.get()) != nil) }
      }
    }
    #expect(answers.wait { $0.count == 200 }, "an answer or an error for each call, connection gone or not")
  }
}
