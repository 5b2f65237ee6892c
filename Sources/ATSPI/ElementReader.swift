internal import DBus
internal import Synchronization
public import Timeline

/// Asks an element what it is, all questions at once and without waiting.
///
/// The questions go to the bus itself and not through libatspi, whose cache writes an event into the state that it tells of.
struct ElementReader: Sendable {
  private static let accessible = "org.a11y.atspi.Accessible"
  private static let timeoutSeconds = 2.0
  let bus: BusConnection

  private struct Gathering {
    var version: ElementVersion
    var left: Int
  }

  /// Reads an element; `completion` is called once all has been answered, or refused, or has timed out.
  func read(_ key: ElementKey, _ completion: @escaping @Sendable (ElementVersion) -> Void) {
    let questions: [(String, String, Variant, @Sendable (inout ElementVersion, Variant) -> Void)] = [
      property("Name") { $0.name = $1.string },
      property("Description") { $0.description = $1.string },
      property("AccessibleId") { version, value in version.accessibleID = value.string.flatMap { $0.isEmpty ? nil : $0 }
      },
      property("Parent") { $0.parent = ElementReader.key($1) },
      (
        Self.accessible, "GetRole", .tuple([]),
        { $0.role = $1[0]?.integer.map { Names.role(UInt32(truncatingIfNeeded: $0)) } }
      ),
      (
        Self.accessible, "GetState", .tuple([]),
        { version, answer in
          version.states = answer[0].map {
            Names.states($0.children.map { UInt32(truncatingIfNeeded: $0.integer ?? 0) })
          }
        }
      ),
      (Self.accessible, "GetAttributes", .tuple([]), { $0.attributes = $1[0]?.stringDictionary }),
      (Self.accessible, "GetIndexInParent", .tuple([]), { $0.indexInParent = $1[0]?.integer.map { Int($0) } }),
      (
        "org.a11y.atspi.Action", "GetActions", .tuple([]),
        { version, answer in
          version.actions = answer[0]?.children.map { $0[0]?.string ?? "" }
        }
      ),
    ]
    let gathering = Shared(Gathering(version: ElementVersion(key: key, time: .now), left: questions.count))
    for (interface, member, body, store) in questions {
      bus.callLater(key.busName, key.objectPath, interface, member, body, timeoutSeconds: Self.timeoutSeconds) {
        result in
        let done = gathering.withLock { gathering -> ElementVersion? in
          if case .success(let answer) = result { store(&gathering.version, answer) }
          gathering.left -= 1
          guard gathering.left == 0 else { return nil }
          gathering.version.time = .now
          return gathering.version
        }
        if let done { completion(done) }
      }
    }
  }

  private func property(
    _ name: String, _ store: @escaping @Sendable (inout ElementVersion, Variant) -> Void
  ) -> (String, String, Variant, @Sendable (inout ElementVersion, Variant) -> Void) {
    let body = Variant.tuple([.string(Self.accessible), .string(name)])
    return (
      "org.freedesktop.DBus.Properties", "Get", body, { version, answer in answer[0].map { store(&version, $0) } }
    )
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
