internal import Storage

extension OverlapReport {
  /// The envelope that every report comes in; keys in a fixed order, one row or finding a line.
  public var json: String {
    let session = JSONObject([
      ("application", .text(header.application)), ("started_wall_ns", .integer(header.startedWallNanoseconds)),
      ("ended_ns", header.endedNanoseconds.map { .integer($0) } ?? .null), ("is_complete", .bool(header.isComplete)),
    ])
    let numbers = JSONObject(parameters.map { ($0.name, .number($0.value, places: 3)) })
    return """
      {
        "report": "overlap",
        "format_version": 1,
        "session": \(session.text),
        "outcome": \(JSON.string(outcome.rawValue)),
        "parameters": \(numbers.text),
        "rows": \(JSONObject.list(overlaps.map(row))),
        "findings": \(JSONObject.list(findings.map(object))),
        "unproven": \(JSONObject.list(unproven.map { JSONObject([("claim", .text($0.claim)), ("reason", .text($0.reason))]) }))
      }

      """
  }

  private func row(_ overlap: Overlap) -> JSONObject {
    JSONObject([
      ("start_ns", .integer(overlap.startNanoseconds)), ("overlap_ms", .number(overlap.overlapMilliseconds, places: 3)),
      ("level_ms", .number(overlap.levelMilliseconds, places: 0)), ("covered", .number(overlap.covered, places: 4)),
      ("started_first", .text(overlap.startedFirst)), ("activation_id", .integer(overlap.activationID)),
      ("activation_ns", .integer(overlap.activationNanoseconds)), ("via", .text(overlap.via)),
      ("element_name", .optional(overlap.elementName)), ("accessible_id", .optional(overlap.accessibleID)),
      ("utterance_id", .integer(overlap.utteranceID)), ("utterance_text", .text(overlap.utteranceText)),
      ("words", .text(overlap.words)), ("class", .text(overlap.wordClass)), ("said_after", .bool(overlap.wasSaidAfter)),
      ("edge", .text(overlap.edge)),
    ])
  }

  private func object(_ finding: Finding) -> JSONObject {
    JSONObject([
      ("rule", .text(finding.rule)), ("severity", .text(finding.severity.rawValue)), ("outcome", .text("failed")),
      ("message", .text(finding.message)), ("element", .optional(finding.element)),
      ("start_ns", .integer(finding.startNanoseconds)), ("end_ns", .integer(finding.endNanoseconds)),
      ("evidence", .list(finding.evidence)), ("help", .text(finding.help)),
    ])
  }
}

/// An object on one line, its keys in the order given.
struct JSONObject {
  /// A value.
  enum Value {
    case text(String), integer(Int64), number(Double, places: Int), bool(Bool), list([String]), null

    static func optional(_ text: String?) -> Value { text.map { .text($0) } ?? .null }

    var text: String {
      switch self {
      case .text(let text): JSON.string(text)
      case .integer(let number): "\(number)"
      case .number(let number, let places): Text.decimal(number, places: places)
      case .bool(let value): "\(value)"
      case .list(let items): JSON.array(items)
      case .null: "null"
      }
    }
  }

  let fields: [(String, Value)]

  init(_ fields: [(String, Value)]) { self.fields = fields }

  var text: String { "{" + fields.map { "\(JSON.string($0)): \($1.text)" }.joined(separator: ", ") + "}" }

  /// A list of objects, one a line.
  static func list(_ objects: [JSONObject]) -> String {
    objects.isEmpty ? "[]" : "[\n" + objects.map { "    " + $0.text }.joined(separator: ",\n") + "\n  ]"
  }
}
