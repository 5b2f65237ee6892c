internal import Privacy
internal import Storage
internal import Timeline

/// What becomes of each row of a timeline under the rules of privacy: walks through it in the order of time, as it was recorded.
struct RedactedRows {
  /// How much later than what it caused a key may have been told of.
  private static let lagNanoseconds: Int64 = 100_000_000
  /// Stands for what a key typed whose name was not kept; no text holds it.
  private static let unknownCharacter: Character = "\u{FFFC}"

  /// New texts of columns by table and row; nil where the column is to be empty.
  private(set) var changes: [String: [Int64: [String: String?]]] = [:]
  /// Rows that are not kept.
  private(set) var removed: [String: Set<Int64>] = [:]
  /// Elements of whose text something was kept, and that never said what they are.
  private(set) var strangers: Set<Int64> = []
  /// Keys that typed something that is not in the file.
  private(set) var namelessKeys = 0
  private var rules: PrivacyRules
  private var pending: [(time: Int64, id: Int64, record: Record)] = []

  /// Walks through a timeline; each of `words` is masked as well.
  init(of file: TimelineFile, masking words: [String]) throws(StorageError) {
    rules = PrivacyRules(unknownElements: .masked, literals: words)
    // What an element is may have been learnt after it told of its text.
    try file.forEachRow(Self.elements) { row throws(StorageError) in
      rules.foresee(.element(Self.version(row, isAhead: true)))
    }
    try file.forEachRow(Self.line) { row throws(StorageError) in
      let time = row[0].integer ?? 0
      settle(before: time - Self.lagNanoseconds)
      take(row, kind: row[1].text ?? "", id: row[2].integer ?? 0, at: time)
    }
    settle(before: .max)
  }

  /// A text with `words` masked.
  func maskingWords(in text: String) -> String { rules.maskingLiterals(in: text) }

  private mutating func take(_ row: [Value], kind: String, id: Int64, at time: Int64) {
    let values = Array(row.dropFirst(3))
    switch kind {
    case "element_version": wait(for: .element(Self.version(row)), id, time)
    case "input": take(input: values, id, time)
    case "event":
      let event = Event(
        time: MonotonicTime(nanoseconds: time), type: EventType(rawValue: values[0].text ?? ""),
        source: Self.key(values[1].integer), detail1: Int32(truncatingIfNeeded: values[2].integer ?? 0),
        detail2: Int32(truncatingIfNeeded: values[3].integer ?? 0), anyData: values[4].text)
      wait(for: .event(event), id, time)
    case "utterance":
      wait(
        for: .utterance(
          Utterance(
            id: id, connection: 0, client: nil, priority: nil,
            kind: Utterance.Kind(rawValue: values[0].text ?? "") ?? .message, text: values[1].text ?? "",
            plainText: values[2].text ?? "", queuedAt: MonotonicTime(nanoseconds: time))), id, time)
    case "utterance_mark":
      wait(
        for: .utteranceMark(
          UtteranceMark(
            utteranceID: values[0].integer ?? 0, time: MonotonicTime(nanoseconds: time), name: values[1].text ?? "")),
        id, time)
    case "terminal_change":
      wait(
        for: .terminalChange(
          TerminalChange(
            time: MonotonicTime(nanoseconds: time), kind: TerminalChange.Kind(rawValue: values[1].text ?? "") ?? .text,
            cause: TerminalChange.Cause(rawValue: values[2].text ?? "") ?? .program, row: Self.place(values[3]),
            text: values[0].text)), id, time)
    default:
      var highlight = TerminalHighlight(
        id: id, time: MonotonicTime(nanoseconds: time), row: Self.place(values[1]), column: Self.place(values[2]),
        width: Self.place(values[3]), text: values[0].text ?? "", style: "")
      highlight.label = values[4].text
      wait(for: .terminalHighlight(highlight), id, time)
    }
  }

  private mutating func wait(for record: Record, _ id: Int64, _ time: Int64) {
    rules.foresee(record)
    pending.append((time, id, record))
  }

  private mutating func take(input values: [Value], _ id: Int64, _ time: Int64) {
    let name = values[1].text
    var character: Character? = name?.count == 1 ? name?.first : nil
    if name == "space" || name == "KP_Space" { character = " " }
    let isNameless = name == nil && values[4].integer == nil
    if isNameless { character = Self.unknownCharacter }
    var input = Input(
      time: MonotonicTime(nanoseconds: time), isPress: values[0].integer == 1, keyName: name,
      modifiers: UInt32(truncatingIfNeeded: values[2].integer ?? 0), focus: values[3].integer.map { Self.key($0) })
    input.route = values[5].text.flatMap(Input.Route.init) ?? .keyWatcher
    // A pointer's press types nothing.
    guard values[4].integer == nil else { return }
    if isNameless, input.isPress { namelessKeys += 1 }
    // Keys have no numbers in a file; one name is one key.
    let code = Int32(truncatingIfNeeded: name?.lowercased().hashValue ?? 0)
    guard let kept = rules.take(TypedKey(input: input, character: character, code: code)) else {
      removed["input", default: []].insert(id)
      return
    }
    if kept.keyName != name { changes["input", default: [:]][id] = ["key_name": kept.keyName] }
  }

  /// Decides what was told of up to a time, knowing the keys that came a moment later.
  private mutating func settle(before time: Int64) {
    var count = 0
    for (moment, id, record) in pending {
      guard moment <= time else { break }
      count += 1
      settle(record, id)
    }
    pending.removeFirst(count)
  }

  private mutating func settle(_ record: Record, _ id: Int64) {
    let kept = rules.take(record)
    switch (record, kept) {
    case (.element(let was), .element(let now)?):
      note("element_version", id, "name_id", was.name, now.name)
      note("element_version", id, "description_id", was.description, now.description)
      note("element_version", id, "help_text_id", was.helpText, now.helpText)
      note("element_version", id, "attributes_id", was.attributes?[""], now.attributes?[""])
    case (.event(let was), .event(let now)?):
      note("event", id, "any_data_id", was.anyData, now.anyData)
      if was.anyData != now.anyData, rules.isStranger(was.source) { strangers.insert(Int64(was.source.busName) ?? 0) }
    case (.utterance(let was), .utterance(let now)?):
      note("utterance", id, "text_id", was.text, now.text)
      note("utterance", id, "plain_text_id", was.plainText, now.plainText)
    case (.utteranceMark(let was), .utteranceMark(let now)?): note("utterance_mark", id, "name", was.name, now.name)
    case (.terminalHighlight(let was), .terminalHighlight(let now)?):
      note("terminal_highlight", id, "text_id", was.text, now.text)
      note("terminal_highlight", id, "label_id", was.label, now.label)
    case (.terminalChange(let was), .terminalChange(let now)?):
      note("terminal_change", id, "text_id", was.text, now.text)
    case (.event, nil): removed["event", default: []].insert(id)
    case (.utteranceMark, nil): removed["utterance_mark", default: []].insert(id)
    default: break
    }
  }

  private mutating func note(_ table: String, _ id: Int64, _ column: String, _ was: String?, _ now: String?) {
    guard was != now else { return }
    changes[table, default: [:]][id, default: [:]][column] = .some(now)
  }

  // MARK: - Rows as records

  /// A row, column or width of a screen; a file can hold any number.
  private static func place(_ value: Value) -> Int { Int(min(max(value.integer ?? 0, 0), 65_535)) }

  private static func key(_ elementID: Int64?) -> ElementKey {
    ElementKey(busName: "\(elementID ?? 0)", objectPath: "")
  }

  /// A version of an element, its attributes in one piece, as text; what is learnt ahead says nothing of the focus.
  private static func version(_ row: [Value], isAhead: Bool = false) -> ElementVersion {
    let values = Array(row.dropFirst(3))
    var version = ElementVersion(
      key: key(values[0].integer), time: MonotonicTime(nanoseconds: row[0].integer ?? 0))
    version.role = values[1].text.map(Role.init)
    version.name = values[2].text
    version.description = values[3].text
    version.helpText = values[4].text
    version.attributes = values[5].text.map { text in
      text.contains("\"text-input-type\":\"password\"") ? ["": text, "text-input-type": "password"] : ["": text]
    }
    if let states = values[6].text {
      let named = ["editable", "focused", "active"].filter { states.contains("\"\($0)\"") }
      version.states = named.filter { !isAhead || $0 == "editable" }.map(ElementState.init)
    }
    return version
  }

  private static let elements = """
    SELECT time_ns, 'element_version', version.id, element_id, role.value, name.value, description.value, help.value,
      attributes.value, states.value
    FROM element_version AS version
    LEFT JOIN string AS role ON role.id = role_id LEFT JOIN string AS name ON name.id = name_id
    LEFT JOIN string AS description ON description.id = description_id LEFT JOIN string AS help ON help.id = help_text_id
    LEFT JOIN string AS attributes ON attributes.id = attributes_id LEFT JOIN string AS states ON states.id = states_id
    """

  /// Keys first among what is of one moment, and marks after their utterances.
  private static let line = """
    SELECT time_ns, 'input' AS kind, id, is_press, key_name, modifiers, focus_element_id, button, via, NULL, 0 AS place FROM input
    UNION ALL SELECT *, 1 FROM (\(elements))
    UNION ALL
    SELECT time_ns, 'event', event.id, type.value, element_id, detail1, detail2, data.value, NULL, NULL, 2
    FROM event JOIN string AS type ON type.id = type_id LEFT JOIN string AS data ON data.id = any_data_id
    UNION ALL
    SELECT queued_ns, 'utterance', utterance.id, kind, text.value, plain.value, NULL, NULL, NULL, NULL, 3
    FROM utterance JOIN string AS text ON text.id = text_id JOIN string AS plain ON plain.id = plain_text_id
    UNION ALL SELECT time_ns, 'utterance_mark', id, utterance_id, name, NULL, NULL, NULL, NULL, NULL, 4 FROM utterance_mark
    UNION ALL
    SELECT time_ns, 'terminal_change', change.id, value, kind, cause, screen_row, NULL, NULL, NULL, 5
    FROM terminal_change AS change LEFT JOIN string ON string.id = text_id
    UNION ALL
    SELECT time_ns, 'terminal_highlight', highlight.id, text.value, screen_row, screen_column, width_cells, label.value, NULL, NULL, 6
    FROM terminal_highlight AS highlight JOIN string AS text ON text.id = text_id LEFT JOIN string AS label ON label.id = label_id
    ORDER BY 1, place, 3
    """
}
