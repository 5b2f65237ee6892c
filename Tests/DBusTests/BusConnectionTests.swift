import DBus
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

  @Test func aBusThatIsNotThereIsNamed() {
    let error = #expect(throws: BusError.self) { try BusConnection(address: "unix:path=/nowhere/bus") }
    #expect(error?.description.contains("/nowhere/bus") == true)
  }
}
