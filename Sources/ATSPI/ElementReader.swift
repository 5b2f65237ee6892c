internal import DBus
internal import Timeline

/// Asks an element what it is, all questions at once and without waiting.
///
/// The questions go to the bus itself and not through libatspi, whose cache writes an event into the state that it tells of.
/// An interface is asked only where the element has it: GTK 3 answers other questions with a critical warning, and of a Value
/// that is none with garbage.
struct ElementReader: Sendable {
  private static let prefix = "org.a11y.atspi."
  private static let accessible = prefix + "Accessible"
  private static let propertiesInterface = "org.freedesktop.DBus.Properties"
  let bus: BusConnection
  /// How long an application may take for an answer.
  var timeoutSeconds = 2.0
  /// How applications may be asked, by bus name.
  let manners = Shared<[String: ToolkitManners]>([:])

  /// What came of asking.
  struct Answer: Sendable {
    /// What the element said.
    var version: ElementVersion
    /// Its children; nil where they were not asked for, or not told.
    var children: [ElementKey]?
    /// Whether it said anything at all.
    var isAnswered: Bool
  }

  /// One question, and what its answer tells.
  struct Question: Sendable {
    var interface: String
    var member: String
    var body = Variant.tuple([])
    var store: @Sendable (inout Answer, Variant) -> Void
  }

  private struct Gathering: Sendable {
    var answer: Answer
    var left: Int
  }

  /// Reads an element; `completion` is called once all has been answered, or refused, or has timed out.
  func read(
    _ key: ElementKey, cause: ElementVersion.Cause, withChildren: Bool = false,
    _ completion: @escaping @Sendable (Answer) -> Void
  ) {
    bus.callLater(
      key.busName, key.objectPath, Self.accessible, "GetInterfaces", timeoutSeconds: timeoutSeconds
    ) { result in
      var version = ElementVersion(key: key, time: .now)
      version.cause = cause
      guard case .success(let told) = result else {
        return completion(Answer(version: version, isAnswered: false))
      }
      let interfaces = told[0].map(Names.interfaces) ?? []
      version.interfaces = interfaces
      let manners = manners.withLock { $0[key.busName] } ?? .ofStranger
      var questions = Self.questions(for: interfaces, manners) + (withChildren ? [Self.children] : [])
      if interfaces.contains("Component"), let from = manners.coordinates { questions.append(Self.extents(from)) }
      ask(questions, Answer(version: version, isAnswered: true), completion)
    }
  }

  private func ask(_ questions: [Question], _ answer: Answer, _ completion: @escaping @Sendable (Answer) -> Void) {
    let key = answer.version.key
    let gathering = Shared(Gathering(answer: answer, left: questions.count))
    for question in questions {
      bus.callLater(
        key.busName, key.objectPath, question.interface, question.member, question.body,
        timeoutSeconds: timeoutSeconds
      ) { result in
        let done = gathering.withLock { gathering -> Answer? in
          if case .success(let told) = result { question.store(&gathering.answer, told) }
          gathering.left -= 1
          guard gathering.left == 0 else { return nil }
          gathering.answer.version.time = .now
          return gathering.answer
        }
        if let done { completion(done) }
      }
    }
  }

  static func key(_ reference: Variant) -> ElementKey? {
    guard let busName = reference[0]?.string, let path = reference[1]?.string, !busName.isEmpty else { return nil }
    return ElementKey(busName: busName, objectPath: path)
  }
}

extension ElementReader {
  private static func questions(for interfaces: [String], _ manners: ToolkitManners) -> [Question] {
    var questions = common + properties("Accessible", accessibleProperties, manners, takeProperty)
    if interfaces.contains("Action") { questions.append(actions) }
    if interfaces.contains("Value") { questions += properties("Value", valueProperties, manners, takeValue) }
    return questions
  }

  private static func method(_ member: String, _ store: @escaping @Sendable (inout Answer, Variant) -> Void) -> Question
  {
    Question(interface: accessible, member: member, store: store)
  }

  /// Asks for an interface's properties: all at once, or where that is not to be asked one after another.
  ///
  /// None of those of Accessible has made a toolkit abort, as one of Text has.
  private static func properties(
    _ interface: String, _ names: [String], _ manners: ToolkitManners,
    _ take: @escaping @Sendable (_ name: String, _ value: Variant, inout ElementVersion) -> Void
  ) -> [Question] {
    func question(_ member: String, _ words: [String], _ store: @escaping @Sendable (inout Answer, Variant) -> Void)
      -> Question
    {
      Question(
        interface: propertiesInterface, member: member,
        body: .tuple(([prefix + interface] + words).map { .string($0) }), store: store)
    }
    guard !manners.answersGetAll else {
      return [
        question("GetAll", []) { answer, told in
          for case .entry(let name, let value) in told[0]?.children ?? [] {
            take(name.string ?? "", value, &answer.version)
          }
        }
      ]
    }
    return names.map { name in
      question("Get", [name]) { answer, told in if let value = told[0] { take(name, value, &answer.version) } }
    }
  }

  private static let common: [Question] = [
    method("GetRole") { $0.version.role = $1[0]?.integer.map { Names.role(UInt32(truncatingIfNeeded: $0)) } },
    method("GetState") { answer, told in
      answer.version.states = told[0].map {
        Names.states($0.children.map { UInt32(truncatingIfNeeded: $0.integer ?? 0) })
      }
    },
    method("GetAttributes") { $0.version.attributes = $1[0]?.stringDictionary },
    method("GetIndexInParent") { $0.version.indexInParent = $1[0]?.integer.map { Int($0) } },
    method("GetRelationSet") { $0.version.relations = $1[0].map(Names.relations) },
  ]

  private static let accessibleProperties = ["Name", "Description", "HelpText", "AccessibleId", "Parent", "ChildCount"]
  private static let valueProperties = ["CurrentValue", "MinimumValue", "MaximumValue"]

  @Sendable private static func takeProperty(_ name: String, _ value: Variant, _ version: inout ElementVersion) {
    switch name {
    case "Name": version.name = value.string
    case "Description": version.description = value.string
    case "HelpText": version.helpText = value.string.flatMap { $0.isEmpty ? nil : $0 }
    case "AccessibleId": version.accessibleID = value.string.flatMap { $0.isEmpty ? nil : $0 }
    case "Parent": version.parent = key(value)
    case "ChildCount": version.childCount = value.integer.map { Int($0) }
    default: break
    }
  }

  private static let actions = Question(interface: prefix + "Action", member: "GetActions") { answer, told in
    answer.version.actions = told[0]?.children.map { $0[0]?.string ?? "" }
    answer.version.keyBindings = told[0]?.children.map { $0[2]?.string ?? "" }
  }

  @Sendable private static func takeValue(_ name: String, _ number: Variant, _ version: inout ElementVersion) {
    var value = version.value ?? ElementValue()
    switch name {
    case "CurrentValue": value.current = number.double
    case "MinimumValue": value.minimum = number.double
    case "MaximumValue": value.maximum = number.double
    default: return
    }
    version.value = value
  }

  private static func extents(_ from: ToolkitManners.Coordinates) -> Question {
    Question(interface: prefix + "Component", member: "GetExtents", body: .tuple([.uint32(from.rawValue)])) {
      answer, told in
      let sides = told[0]?.children.compactMap { $0.integer.map { Int32(truncatingIfNeeded: $0) } } ?? []
      guard sides.count == 4 else { return }
      answer.version.extents = ElementExtents(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
    }
  }

  private static let children = method("GetChildren") { $0.children = $1[0]?.children.compactMap(key) }
}
