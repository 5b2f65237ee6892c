internal import DBus
internal import Synchronization

extension Provider {
  private static let properties = "org.freedesktop.DBus.Properties"

  /// Answers a call to one of our objects; false where it is for somebody else.
  func answer(_ message: BusMessage) -> Bool {
    guard message.kind == .call else { return false }
    if message.path == Self.cachePath, message.member == "GetItems" {
      bus.reply(to: message, .tuple([.array(of: "((so)(so)(so)iiassusau)", shared.withLock { cacheItems($0) })]))
      return true
    }
    guard let id = Self.id(of: message.path) else { return false }
    let body = message.body
    let count = shared.withLock { $0.tree.element(id)?.actions.count }
    // Handlers are called outside the lock, since they may well come back to us.
    switch (message.interface, message.member) {
    case (Self.prefix + "Action", "DoAction") where count ?? 0 > 0:
      let action = Int(body[0]?.integer ?? -1)
      bus.reply(to: message, .tuple([.bool(action >= 0 && action < count ?? 0 && handlers.onAction(id, action))]))
      return true
    case (Self.prefix + "Component", "GrabFocus") where count != nil && id != 0:
      bus.reply(to: message, .tuple([.bool(handlers.onGrabFocus(id))]))
      return true
    default: break
    }
    let answer = shared.withLock { shared -> Variant? in
      guard let element = shared.tree.element(id) else { return nil }
      return self.answer(message.interface, message.member, body, element, &shared)
    }
    if let answer {
      bus.reply(to: message, answer)
    } else {
      bus.replyError(
        to: message, name: "org.freedesktop.DBus.Error.UnknownMethod",
        message: "\(message.path) has no \(message.interface).\(message.member)")
    }
    return true
  }

  private func answer(
    _ interface: String, _ member: String, _ body: Variant, _ element: ProviderElement, _ shared: inout Shared
  ) -> Variant? {
    switch interface {
    case Self.properties: property(member, body, element, &shared)
    case Self.prefix + "Accessible": accessible(member, body, element, shared)
    case Self.prefix + "Application" where element.id == 0 && member == "GetLocale": .tuple([.string("en_US")])
    case Self.prefix + "Action" where !element.actions.isEmpty: action(member, body, element)
    case Self.prefix + "Component" where element.id != 0: component(member, body, element, shared)
    case "org.freedesktop.DBus.Peer" where member == "Ping": .tuple([])
    default: nil
    }
  }

  private func property(_ member: String, _ body: Variant, _ element: ProviderElement, _ shared: inout Shared)
    -> Variant?
  {
    let interface = body[0]?.string ?? ""
    if member == "Set", element.id == 0, interface == Self.prefix + "Application", body[1]?.string == "Id",
      let id = body[2]?.integer
    {
      shared.applicationID = Int32(truncatingIfNeeded: id)
      return .tuple([])
    }
    let values = values(of: interface, element, shared)
    switch member {
    case "Get": return values.first { $0.0 == body[1]?.string }.map { .tuple([.variant($0.1)]) }
    case "GetAll": return .tuple([.array(of: "{sv}", values.map { .entry(.string($0.0), .variant($0.1)) })])
    default: return nil
    }
  }

  private func values(of interface: String, _ element: ProviderElement, _ shared: Shared) -> [(String, Variant)] {
    switch interface {
    case Self.prefix + "Accessible":
      let parent = element.id == 0 ? shared.desktop : reference(element.parentID)
      return [
        ("Name", .string(element.name)), ("Description", .string(element.description)), ("Parent", parent.variant),
        ("ChildCount", .int32(Int32(shared.tree.children[element.id]?.count ?? 0))), ("Locale", .string("en_US")),
        ("AccessibleId", .string(element.accessibleID)), ("HelpText", .string("")),
      ]
    case Self.prefix + "Application" where element.id == 0:
      return [
        ("ToolkitName", .string("a11y-capture provider")), ("Version", .string("0.1")),
        ("AtspiVersion", .string("2.1")),
        ("Id", .int32(shared.applicationID)),
      ]
    case Self.prefix + "Action" where !element.actions.isEmpty:
      return [("NActions", .int32(Int32(element.actions.count)))]
    default: return []
    }
  }

  private func accessible(_ member: String, _ body: Variant, _ element: ProviderElement, _ shared: Shared) -> Variant? {
    let children = shared.tree.children[element.id] ?? []
    switch member {
    case "GetChildAtIndex":
      let index = Int(body[0]?.integer ?? -1)
      return .tuple([(children.indices.contains(index) ? reference(children[index]) : .none).variant])
    case "GetChildren": return .tuple([.array(of: "(so)", children.map { reference($0).variant })])
    case "GetIndexInParent": return .tuple([.int32(Int32(shared.tree.indexInParent(element.id)))])
    case "GetRelationSet": return .tuple([.array(of: "(ua(so))", [])])
    case "GetRole": return .tuple([.uint32(element.role.rawValue)])
    case "GetRoleName", "GetLocalizedRoleName": return .tuple([.string(element.role.name)])
    case "GetState": return .tuple([Self.stateWords(element)])
    case "GetAttributes": return .tuple([.dictionary(element.attributes)])
    case "GetApplication": return .tuple([reference(0).variant])
    case "GetInterfaces": return .tuple([.array(of: "s", Self.interfaces(element).map { .string($0) })])
    default: return nil
    }
  }

  private func action(_ member: String, _ body: Variant, _ element: ProviderElement) -> Variant? {
    let index = Int(body[0]?.integer ?? -1)
    let name = element.actions.indices.contains(index) ? element.actions[index] : ""
    switch member {
    case "GetName", "GetLocalizedName": return .tuple([.string(name)])
    case "GetDescription", "GetKeyBinding": return .tuple([.string("")])
    case "GetActions":
      return .tuple([.array(of: "(sss)", element.actions.map { .tuple([.string($0), .string(""), .string("")]) })])
    default: return nil
    }
  }

  private func component(_ member: String, _ body: Variant, _ element: ProviderElement, _ shared: Shared) -> Variant? {
    let place = element.extents
    let pointX = body[0]?.integer ?? 0
    let pointY = body[1]?.integer ?? 0
    switch member {
    case "GetExtents":
      return .tuple([.tuple([.int32(place.x), .int32(place.y), .int32(place.width), .int32(place.height)])])
    case "GetPosition": return .tuple([.int32(place.x), .int32(place.y)])
    case "GetSize": return .tuple([.int32(place.width), .int32(place.height)])
    case "Contains": return .tuple([.bool(place.contains(pointX, pointY))])
    case "GetAccessibleAtPoint":
      let hit = (shared.tree.children[element.id] ?? []).first {
        shared.tree.element($0)?.extents.contains(pointX, pointY) ?? false
      }
      return .tuple([(hit.map { reference($0) } ?? .none).variant])
    case "GetLayer": return .tuple([.uint32(element.role == .frame ? 7 : 3)])
    case "GetMDIZOrder": return .tuple([.int16(-1)])
    case "GetAlpha": return .tuple([.double(1)])
    case "SetExtents", "SetPosition", "SetSize", "ScrollTo", "ScrollToPoint": return .tuple([.bool(false)])
    default: return nil
    }
  }

  private func cacheItems(_ shared: Shared) -> [Variant] {
    shared.tree.inOrder.compactMap { id in
      guard let element = shared.tree.element(id) else { return nil }
      let parent = id == 0 ? shared.desktop : reference(element.parentID)
      return .tuple([
        reference(id).variant, reference(0).variant, parent.variant, .int32(Int32(shared.tree.indexInParent(id))),
        .int32(Int32(shared.tree.children[id]?.count ?? 0)),
        .array(of: "s", Self.interfaces(element).map { .string($0) }),
        .string(element.name), .uint32(element.role.rawValue), .string(element.description), Self.stateWords(element),
      ])
    }
  }

  private static func interfaces(_ element: ProviderElement) -> [String] {
    var names = ["Accessible"]
    if element.id == 0 { names.append("Application") } else { names.append("Component") }
    if !element.actions.isEmpty { names.append("Action") }
    return names.map { prefix + $0 }
  }

  private static func stateWords(_ element: ProviderElement) -> Variant {
    let bits = element.states.reduce(UInt64(0)) { $0 | 1 << UInt64($1.rawValue) }
    return .array(
      of: "u", [.uint32(UInt32(truncatingIfNeeded: bits)), .uint32(UInt32(truncatingIfNeeded: bits >> 32))])
  }
}
