internal import DBus
internal import Synchronization
internal import Timeline

/// Asks an element what it is, all questions at once and without waiting.
///
/// The questions go to the bus itself and not through libatspi, whose cache writes an event into the state that it tells of.
/// An interface is asked only where the element has it: GTK 3 answers other questions with a critical warning.
struct ElementReader: Sendable {
  private static let accessible = "org.a11y.atspi.Accessible"
  private static let action = "org.a11y.atspi.Action"
  private static let timeoutSeconds = 2.0
  let bus: BusConnection

  /// One question, and what its answer tells.
  private struct Question {
    var interface: String
    var member: String
    var body = Variant.tuple([])
    var store: @Sendable (inout ElementVersion, Variant) -> Void

    static func property(_ name: String, _ store: @escaping @Sendable (inout ElementVersion, Variant) -> Void)
      -> Question
    {
      Question(
        interface: "org.freedesktop.DBus.Properties", member: "Get", body: .tuple([.string(accessible), .string(name)])
      ) { version, answer in answer[0].map { store(&version, $0) } }
    }

    static func method(_ member: String, _ store: @escaping @Sendable (inout ElementVersion, Variant) -> Void)
      -> Question
    {
      Question(interface: accessible, member: member, store: store)
    }
  }

  private struct Gathering {
    var version: ElementVersion
    var left: Int
  }

  /// Reads an element; `completion` is called once all has been answered, or refused, or has timed out.
  func read(_ key: ElementKey, _ completion: @escaping @Sendable (ElementVersion) -> Void) {
    bus.callLater(
      key.busName, key.objectPath, Self.accessible, "GetInterfaces", timeoutSeconds: Self.timeoutSeconds
    ) { result in
      let interfaces = (try? result.get())?[0]?.children.compactMap(\.string) ?? []
      ask(key, interfaces.contains(Self.action) ? Self.questions + [Self.actions] : Self.questions, completion)
    }
  }

  private func ask(
    _ key: ElementKey, _ questions: [Question], _ completion: @escaping @Sendable (ElementVersion) -> Void
  ) {
    let gathering = Shared(Gathering(version: ElementVersion(key: key, time: .now), left: questions.count))
    for question in questions {
      bus.callLater(
        key.busName, key.objectPath, question.interface, question.member, question.body,
        timeoutSeconds: Self.timeoutSeconds
      ) { result in
        let done = gathering.withLock { gathering -> ElementVersion? in
          if case .success(let answer) = result { question.store(&gathering.version, answer) }
          gathering.left -= 1
          guard gathering.left == 0 else { return nil }
          gathering.version.time = .now
          return gathering.version
        }
        if let done { completion(done) }
      }
    }
  }

  private static let questions: [Question] = [
    .property("Name") { $0.name = $1.string },
    .property("Description") { $0.description = $1.string },
    .property("AccessibleId") { version, value in version.accessibleID = value.string.flatMap { $0.isEmpty ? nil : $0 }
    },
    .property("Parent") { $0.parent = key($1) },
    .method("GetRole") { $0.role = $1[0]?.integer.map { Names.role(UInt32(truncatingIfNeeded: $0)) } },
    .method("GetState") { version, answer in
      version.states = answer[0].map { Names.states($0.children.map { UInt32(truncatingIfNeeded: $0.integer ?? 0) }) }
    },
    .method("GetAttributes") { $0.attributes = $1[0]?.stringDictionary },
    .method("GetIndexInParent") { $0.indexInParent = $1[0]?.integer.map { Int($0) } },
  ]

  private static let actions = Question(interface: action, member: "GetActions") { version, answer in
    version.actions = answer[0]?.children.map { $0[0]?.string ?? "" }
  }

  static func key(_ reference: Variant) -> ElementKey? {
    guard let busName = reference[0]?.string, let path = reference[1]?.string, !busName.isEmpty else { return nil }
    return ElementKey(busName: busName, objectPath: path)
  }
}

/// A value that several callbacks share.
final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>
  init(_ value: Value) { self.value = Mutex(value) }
  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { body(&$0) }
  }
}
