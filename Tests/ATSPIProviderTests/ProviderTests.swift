import ATSPIProvider
import DBus
import TestSupport
import Testing

@Suite struct ProviderTests {
  static let prefix = "org.a11y.atspi."
  let provider: Provider
  let client: BusConnection
  let asked = Arrivals<String>()
  let busName: String

  init() throws {
    _ = PrivateBus.shared
    let asked = asked
    let elements = [
      ProviderElement(id: 1, parentID: 0, role: .frame, name: "Window"),
      ProviderElement(
        id: 2, parentID: 1, role: .pushButton, name: "Play", description: "Hear it", accessibleID: "btn-play",
        attributes: ["plays-sound": "true"], states: [.focusable], actions: ["click"],
        extents: .init(x: 10, y: 20, width: 100, height: 30)),
      ProviderElement(id: 3, parentID: 1, role: .label, name: "Text"),
    ]
    let handlers = Provider.Handlers(
      onAction: { id, action in
        asked.add("action \(id) \(action)")
        return true
      },
      onGrabFocus: { id in
        asked.add("focus \(id)")
        return id == 2
      })
    provider = try Provider(name: "player", elements: elements, handlers: handlers)
    client = try BusConnection(address: PrivateBus.shared.address)
    busName = provider.busName
  }

  func call(_ id: Int, _ interface: String, _ member: String, _ body: Variant = .tuple([])) throws -> Variant {
    let path = id == 0 ? "/org/a11y/atspi/accessible/root" : "/org/a11y/atspi/accessible/\(id)"
    return try client.call(busName, path, Self.prefix + interface, member, body)
  }

  @Test func anElementTellsWhatItIs() throws {
    let path = "/org/a11y/atspi/accessible/2"
    func property(_ name: String) throws -> Variant {
      try client.property(name, of: Self.prefix + "Accessible", busName, path)
    }
    #expect(try property("Name").string == "Play")
    #expect(try property("Description").string == "Hear it")
    #expect(try property("AccessibleId").string == "btn-play")
    #expect(try property("Parent") == .tuple([.string(busName), .objectPath("/org/a11y/atspi/accessible/1")]))
    #expect(try call(2, "Accessible", "GetRole")[0]?.integer == 43)
    #expect(try call(2, "Accessible", "GetAttributes")[0]?.stringDictionary == ["plays-sound": "true"])
    #expect(try call(2, "Accessible", "GetIndexInParent")[0]?.integer == 0)
    #expect(
      try call(2, "Accessible", "GetInterfaces")[0]?.children.compactMap(\.string)
        == ["Accessible", "Component", "Action"].map { Self.prefix + $0 })
    // Enabled, focusable, sensitive, showing, visible.
    let bits = try call(2, "Accessible", "GetState")[0]?[0]?.integer ?? 0
    #expect(bits == 1 << 8 | 1 << 11 | 1 << 24 | 1 << 25 | 1 << 30)
    #expect(try call(2, "Component", "GetExtents")[0] == .tuple([.int32(10), .int32(20), .int32(100), .int32(30)]))
  }

  @Test func theTreeCanBeWalkedAndIsInTheCache() throws {
    let children = try call(1, "Accessible", "GetChildren")[0]?.children ?? []
    #expect(children.map { $0[1]?.string } == ["/org/a11y/atspi/accessible/2", "/org/a11y/atspi/accessible/3"])
    #expect(try call(1, "Accessible", "GetChildAtIndex", .tuple([.int32(9)]))[0]?[1]?.string == "/org/a11y/atspi/null")
    #expect(
      try call(1, "Component", "GetAccessibleAtPoint", .tuple([.int32(15), .int32(25), .uint32(0)]))[0]?[1]
        == children[0][1])
    let items = try client.call(busName, "/org/a11y/atspi/cache", Self.prefix + "Cache", "GetItems")[0]?.children ?? []
    #expect(items.map { $0[6]?.string } == ["player", "Window", "Play", "Text"])
  }

  @Test func whatItIsAskedToDoReachesTheApplication() throws {
    #expect(try call(2, "Action", "DoAction", .tuple([.int32(0)]))[0]?.bool == true)
    #expect(try call(2, "Action", "DoAction", .tuple([.int32(1)]))[0]?.bool == false, "there is no second action")
    #expect(try call(2, "Component", "GrabFocus")[0]?.bool == true)
    #expect(try call(3, "Component", "GrabFocus")[0]?.bool == false)
    #expect(asked.all == ["action 2 0", "focus 2", "focus 3"])
  }

  @Test func whatItDoesNotHaveIsAnError() {
    for (id, interface, member) in [
      (2, "Text", "GetText"), (3, "Action", "DoAction"), (99, "Accessible", "GetRole"), (2, "Accessible", "Nonsense"),
    ] {
      let error = #expect(throws: BusError.self) { try call(id, interface, member) }
      #expect(error?.remoteName == "org.freedesktop.DBus.Error.UnknownMethod", "\(interface).\(member) of \(id)")
    }
  }

  @Test func claimFocusAndNameAreToldAndKept() throws {
    let told = Arrivals<String>()
    let name = busName
    client.addFilter { message in
      guard message.kind == .signal, message.sender == name else { return false }
      told.add(
        "\(message.member) \(message.body[0]?.string ?? "") \(message.body[1]?.integer ?? -1) \(message.path.suffix(1))"
      )
      return false
    }
    try client.addMatch("type='signal',sender='\(busName)'")
    provider.focus(2, isTold: false)
    provider.claim(frame: 1)
    provider.rename(2, "Play, playing")
    provider.focus(3)
    provider.release(frame: 1)
    let expected = [
      "Activate  0 1", "StateChanged active 1 1", "StateChanged focused 1 2", "PropertyChange accessible-name 0 2",
      "StateChanged focused 0 2", "StateChanged focused 1 3", "Deactivate  0 1", "StateChanged active 0 1",
    ]
    #expect(told.wait { $0.count >= expected.count })
    #expect(told.all == expected)
    #expect(
      try client.property("Name", of: Self.prefix + "Accessible", busName, "/org/a11y/atspi/accessible/2").string
        == "Play, playing")
  }
}
