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

  /// Everything that libatspi and Orca ask of a focused button and its window, with the answer's type as the protocol has it.
  @Test func everyCallOfTheProtocolIsAnsweredWithItsType() throws {
    let (x, y, screen) = (Variant.int32(15), Variant.int32(25), Variant.uint32(0))
    let reference = { (id: Int) in
      Variant.tuple([.string(busName), .objectPath("/org/a11y/atspi/accessible/\(id == 0 ? "root" : "\(id)")")])
    }
    let first = Variant.int32(0)
    let expected: [(Int, String, String, [Variant], [Variant])] = [
      (0, "Accessible", "GetChildren", [], [.array(of: "(so)", [reference(1)])]),
      (0, "Accessible", "GetChildAtIndex", [first], [reference(1)]),
      (0, "Accessible", "GetRole", [], [.uint32(75)]),
      (0, "Accessible", "GetIndexInParent", [], [.int32(0)]),
      (0, "Application", "GetLocale", [.uint32(0)], [.string("en_US")]),
      (2, "Accessible", "GetRoleName", [], [.string("push button")]),
      (2, "Accessible", "GetLocalizedRoleName", [], [.string("push button")]),
      (2, "Accessible", "GetRelationSet", [], [.array(of: "(ua(so))", [])]),
      (2, "Accessible", "GetApplication", [], [reference(0)]),
      (3, "Accessible", "GetIndexInParent", [], [.int32(1)]),
      (3, "Accessible", "GetAttributes", [], [.array(of: "{ss}", [])]),
      (2, "Component", "GetPosition", [screen], [.int32(10), .int32(20)]),
      (2, "Component", "GetSize", [], [.int32(100), .int32(30)]),
      (2, "Component", "Contains", [x, y, screen], [.bool(true)]),
      (2, "Component", "Contains", [.int32(110), y, screen], [.bool(false)]),
      (1, "Component", "GetLayer", [], [.uint32(7)]), (2, "Component", "GetLayer", [], [.uint32(3)]),
      (2, "Component", "GetMDIZOrder", [], [.int16(-1)]), (2, "Component", "GetAlpha", [], [.double(1)]),
      (2, "Component", "ScrollTo", [.uint32(0)], [.bool(false)]),
      (2, "Action", "GetName", [first], [.string("click")]),
      (2, "Action", "GetLocalizedName", [first], [.string("click")]),
      (2, "Action", "GetName", [.int32(9)], [.string("")]),
      (2, "Action", "GetDescription", [first], [.string("")]), (2, "Action", "GetKeyBinding", [first], [.string("")]),
      (
        2, "Action", "GetActions", [],
        [.array(of: "(sss)", [.tuple([.string("click"), .string(""), .string("")])])]
      ),
    ]
    for (id, interface, member, arguments, answer) in expected {
      #expect(try call(id, interface, member, .tuple(arguments)) == .tuple(answer), "\(interface).\(member) of \(id)")
    }
  }

  @Test func propertiesHaveTheirTypesAndTheRegistryCanSetTheId() throws {
    func property(_ name: String, _ interface: String, _ id: String) throws -> Variant {
      try client.property(name, of: Self.prefix + interface, busName, "/org/a11y/atspi/accessible/" + id)
    }
    #expect(try property("ToolkitName", "Application", "root").string?.isEmpty == false)
    #expect(try property("AtspiVersion", "Application", "root") == .string("2.1"))
    #expect(try property("Parent", "Accessible", "root")[1] == .objectPath("/org/a11y/atspi/accessible/root"))
    #expect(try property("Parent", "Accessible", "root")[0]?.string != busName, "the registry's desktop")
    #expect(try property("ChildCount", "Accessible", "1") == .int32(2))
    #expect(try property("NActions", "Action", "2") == .int32(1))
    let set = { (id: String, interface: String, name: String) in
      try client.call(
        busName, "/org/a11y/atspi/accessible/" + id, "org.freedesktop.DBus.Properties", "Set",
        .tuple([.string(Self.prefix + interface), .string(name), .variant(.int32(42))]))
    }
    _ = try set("root", "Application", "Id")
    #expect(try property("Id", "Application", "root") == .int32(42))
    #expect(throws: BusError.self) { try set("2", "Application", "Id") }
    #expect(throws: BusError.self) { try set("2", "Accessible", "Name") }
    let all = try client.call(
      busName, "/org/a11y/atspi/accessible/2", "org.freedesktop.DBus.Properties", "GetAll",
      .tuple([.string(Self.prefix + "Accessible")]))
    #expect(all[0]?.children.count == 7)
    #expect(throws: BusError.self) { try property("CurrentValue", "Value", "2") }
  }

  @Test func anEventHasTheProtocolsSignature() throws {
    let bodies = Arrivals<Variant>()
    let name = busName
    client.addFilter { message in
      if message.kind == .signal, message.sender == name { bodies.add(message.body) }
      return false
    }
    try client.addMatch("type='signal',sender='\(busName)'")
    provider.claim(frame: 1)
    provider.rename(2, "Pause")
    #expect(bodies.wait { $0.count == 3 })
    let empty = Variant.array(of: "{sv}", [])
    #expect(
      bodies.all == [
        .tuple([.string(""), .int32(0), .int32(0), .variant(.string("Window")), empty]),
        .tuple([.string("active"), .int32(1), .int32(0), .variant(.int32(0)), empty]),
        .tuple([.string("accessible-name"), .int32(0), .int32(0), .variant(.string("Pause")), empty]),
      ])
  }

  /// An application that works on its own loop, or in a handler on it, holds up nobody.
  @Test func aHandlerMayComeBackToTheProvider() throws {
    let later = Arrivals<Provider>()
    let handlers = Provider.Handlers(
      onAction: { id, _ in
        later.all.first?.rename(id, "Renamed in its action")
        return true
      }, onGrabFocus: { _ in true })
    let element = ProviderElement(id: 1, parentID: 0, role: .pushButton, name: "Button", actions: ["click"])
    let provider = try Provider(name: "other", elements: [element], handlers: handlers)
    later.add(provider)
    let path = "/org/a11y/atspi/accessible/1"
    let answer = try client.call(
      provider.busName, path, Self.prefix + "Action", "DoAction", .tuple([.int32(0)]), timeoutSeconds: 2)
    #expect(answer[0]?.bool == true)
    #expect(
      try client.property("Name", of: Self.prefix + "Accessible", provider.busName, path).string
        == "Renamed in its action")
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
