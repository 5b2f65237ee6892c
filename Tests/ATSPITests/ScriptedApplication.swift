import DBus
import Synchronization
import TestSupport

/// An application on the test's a11y bus that answers as it is told: with any tree, with a value, or not at all.
final class ScriptedApplication: Sendable {
  /// One object: what it answers.
  struct Object: Sendable {
    var name = ""
    var role: UInt32 = 43
    var states: UInt64 = 0
    var children: [String] = []
    var interfaces = ["Accessible", "Component"]
    var value: Double?
    var extents: [Int32] = [0, 0, 10, 10]
    /// The only question that it answers, as one does that is gone after it; nil where it answers all.
    var lastAnswer: String?
  }

  static let root = "/org/a11y/atspi/accessible/root"
  let bus: BusConnection
  private let objects = Mutex<[String: Object]>([:])
  private let isMute = Mutex(false)
  private let asked = Mutex<[String]>([])
  private let toolkit = Mutex("scripted")
  private let list = Mutex(Variant.array(of: "((so)(so)(so)iiassusau)", []))

  init(_ objects: [String: Object]) throws {
    bus = try BusConnection(address: PrivateBus.shared.address)
    self.objects.withLock { $0 = objects }
    bus.addFilter { [weak self] message in self?.answer(message) ?? false }
  }

  var busName: String { bus.uniqueName }
  /// How many calls came.
  var callCount: Int { asked.withLock { $0.count } }
  /// What they asked.
  var members: [String] { asked.withLock { $0 } }

  func set(_ path: String, _ change: (inout Object) -> Void) {
    objects.withLock { change(&$0[path, default: Object()]) }
  }

  /// What it says its toolkit is.
  func setToolkit(_ name: String) { toolkit.withLock { $0 = name } }

  /// What GetItems answers.
  func list(_ items: [Variant], of type: String) { list.withLock { $0 = .array(of: type, items) } }

  /// From now on nothing is answered, as by a process that was stopped; or again.
  func hang(_ hangs: Bool) { isMute.withLock { $0 = hangs } }

  func emit(
    _ path: String, _ member: String, _ detail: String, _ number: Int32 = 0, data: Variant = .int32(0),
    category: String = "Object"
  ) throws {
    let body = Variant.tuple([
      .string(detail), .int32(number), .int32(0), .variant(data), .array(of: "{sv}", []),
    ])
    try bus.emit(path, "org.a11y.atspi.Event." + category, member, body)
    try bus.flush()
  }

  func reference(_ path: String) -> Variant { .tuple([.string(busName), .objectPath(path)]) }

  private func answer(_ message: BusMessage) -> Bool {
    guard message.kind == .call, message.path.hasPrefix("/org/a11y") else { return false }
    asked.withLock { $0.append(message.member) }
    if isMute.withLock({ $0 }) { return true }
    if message.member == "GetItems" {
      bus.reply(to: message, .tuple([list.withLock { $0 }]))
      return true
    }
    guard let object = objects.withLock({ $0[message.path] }) else {
      bus.replyError(to: message, name: "org.freedesktop.DBus.Error.UnknownObject", message: "none")
      return true
    }
    let isLeft = object.lastAnswer.map { $0 == message.member } ?? true
    guard isLeft, let answer = answer(message.member, message.body, object) else {
      bus.replyError(to: message, name: "org.freedesktop.DBus.Error.UnknownMethod", message: message.member)
      return true
    }
    bus.reply(to: message, answer)
    return true
  }

  private func answer(_ member: String, _ body: Variant, _ object: Object) -> Variant? {
    switch member {
    case "GetInterfaces": .tuple([.array(of: "s", object.interfaces.map { .string("org.a11y.atspi." + $0) })])
    case "GetAll": .tuple([.array(of: "{sv}", properties(of: body[0]?.string ?? "", object))])
    case "Get":
      switch body[1]?.string {
      case "ToolkitName": .tuple([.variant(.string(toolkit.withLock { $0 }))])
      case "Version": .tuple([.variant(.string("1.0"))])
      case let name?: property(name, of: body[0]?.string ?? "", object).map { .tuple([$0]) }
      case nil: nil
      }
    case "GetRole": .tuple([.uint32(object.role)])
    case "GetState":
      .tuple([
        .array(
          of: "u",
          [
            .uint32(UInt32(truncatingIfNeeded: object.states)),
            .uint32(UInt32(truncatingIfNeeded: object.states >> 32)),
          ]
        )
      ])
    case "GetAttributes": .tuple([.dictionary([:])])
    case "GetIndexInParent": .tuple([.int32(0)])
    case "GetRelationSet":
      .tuple([.array(of: "(ua(so))", [.tuple([.uint32(2), .array(of: "(so)", [reference("/org/a11y/label")])])])])
    case "GetChildren": .tuple([.array(of: "(so)", object.children.map(reference))])
    case "GetExtents": .tuple([.tuple(object.extents.map { .int32($0) })])
    case "GetAccessibleAtPoint":
      .tuple([reference(object.children.first ?? "/org/a11y/atspi/null")])
    default: nil
    }
  }

  private func property(_ name: String, of interface: String, _ object: Object) -> Variant? {
    for case .entry(.string(name), let value) in properties(of: interface, object) { return value }
    return nil
  }

  private func properties(of interface: String, _ object: Object) -> [Variant] {
    var pairs: [(String, Variant)] = []
    if interface.hasSuffix("Accessible") {
      pairs = [("Name", .string(object.name)), ("ChildCount", .int32(Int32(object.children.count)))]
    } else if interface.hasSuffix("Value"), let value = object.value {
      pairs = [("CurrentValue", .double(value)), ("MinimumValue", .double(0)), ("MaximumValue", .double(100))]
    }
    return pairs.map { .entry(.string($0.0), .variant($0.1)) }
  }
}
