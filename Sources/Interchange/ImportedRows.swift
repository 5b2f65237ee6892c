internal import Storage

/// Puts rows of an export into a draft, each checked as far as the schema does not do it by itself.
struct ImportedRows {
  /// Texts that are remembered at most; beyond it all are forgotten, and some are stored twice.
  private static let memory = 500_000

  private(set) var hasSession = false
  private let draft: TimelineDraft
  private let tables: [String: (table: ExchangedTable, places: [String: Int])]
  private let referred: Set<String>
  private var ids: [String: Set<Int64>] = [:]
  private var strings: [ExactText: Int64] = [:]
  private var lastString: Int64 = 0

  init(_ draft: TimelineDraft) {
    self.draft = draft
    tables = Dictionary(
      uniqueKeysWithValues: ExchangedTable.all.map { table in
        let places = table.columns.enumerated().map { ($0.element.key, $0.offset) }
        return (table.name, (table, Dictionary(uniqueKeysWithValues: places)))
      })
    referred = Set(ExchangedTable.all.flatMap { $0.columns.compactMap(\.reference) })
  }

  /// Inserts the row that a line holds; what is wrong with it is thrown without the line's number.
  mutating func insert(_ members: [(name: String, value: Value)]) throws(StorageError) {
    guard members.first?.name == "table", let name = members.first?.value.text else {
      throw fault("names no table first")
    }
    guard let (table, places) = tables[name] else {
      throw fault("names the table \(JSON.string(name)), which no timeline has")
    }
    var values = [Value](repeating: .null, count: table.columns.count)
    for (key, value) in members.dropFirst() {
      guard let place = places[key] else {
        throw fault("names the column \(JSON.string(key)), which the table \(name) does not have")
      }
      values[place] = try checked(value, of: table.columns[place])
    }
    if let missing = table.primaryKey.first(where: { key in places[key].map { values[$0] == .null } ?? true }) {
      throw fault("lacks \(missing)")
    }
    if name == "session" { hasSession = true }
    do throws(StorageError) {
      try draft.insert(into: name, table.columns.map(\.name), values)
    } catch  where error.kind == .query {
      throw fault("does not fit into a timeline: \(error.message)")
    }
    if referred.contains(name), let id = table.idColumn.flatMap({ values[$0].integer }) {
      ids[name, default: []].insert(id)
    }
  }

  private mutating func checked(_ value: Value, of column: ExchangedTable.Column) throws(StorageError) -> Value {
    switch (value, column.type) {
    case (.null, _): return .null
    case (.text(let text), _) where column.isText: return .integer(try stringID(text))
    case (.integer(let id), _) where column.reference != nil:
      guard let table = column.reference, ids[table]?.contains(id) == true else {
        throw fault("has the \(column.key) \(id), and no line before it is that \(column.reference ?? "row")")
      }
      return value
    case (.integer, "INTEGER") where !column.isText, (.real, "REAL"), (.text, "TEXT"): return value
    case (.integer(let number), "REAL"): return .real(Double(number))
    default: throw fault("has no \(column.isText ? "text" : column.type.lowercased()) for \(column.key)")
    }
  }

  private mutating func stringID(_ text: String) throws(StorageError) -> Int64 {
    if let id = strings[ExactText(text)] { return id }
    if strings.count >= ImportedRows.memory { strings = [:] }
    lastString += 1
    try draft.insert(into: "string", ["id", "value"], [.integer(lastString), .text(text)])
    strings[ExactText(text)] = lastString
    return lastString
  }

  private func fault(_ what: String) -> StorageError { StorageError(.noInput, what) }
}

/// A text that equals another only where its bytes do; a String also equals what merely looks the same.
private struct ExactText: Hashable {
  private let text: String
  init(_ text: String) { self.text = text }
  static func == (a: ExactText, b: ExactText) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
