internal import Storage

/// What a desktop lets record, check by check.
public struct Diagnosis: Sendable {
  let checks: [Check]
  let application: String?

  init(_ checks: [Check], application: String? = nil) {
    self.checks = checks
    self.application = application
  }

  private enum Outcome: String { case ready, partly, nothing }

  private var outcome: Outcome {
    if checks.allSatisfy({ $0.state == .ok || $0.isOptional }) { return .ready }
    return checks.contains { $0.isSource && $0.state == .ok } ? .partly : .nothing
  }

  /// 0 where every source can be recorded, 2 where something is missing or not proven, 74 where nothing can be recorded.
  public var exitStatus: Int32 {
    switch outcome {
    case .ready: 0
    case .partly: 2
    case .nothing: 74
    }
  }

  /// The verdict, then a line a check.
  public var text: String {
    ([verdict, ""] + checks.map(\.line)).joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    let what = application.map { " of \(Printable.text($0))" } ?? ""
    switch outcome {
    case .ready: return "READY: every source\(what) can be recorded here."
    case .nothing: return "NOTHING\(what) can be recorded here."
    case .partly:
      let kinds: [(Check.State, String)] = [(.missing, "missing"), (.notProven, "not proven")]
      let parts = kinds.compactMap { state, word -> String? in
        let names = checks.filter { $0.state == state && !$0.isOptional }.map(\.name)
        return names.isEmpty ? nil : "\(word): \(names.joined(separator: ", "))"
      }
      return "PARTLY: recordings\(what) made here will be incomplete; \(parts.joined(separator: "; "))."
    }
  }

  /// The same in JSON, in the envelope that reports have.
  public var json: String {
    let rows = checks.map { check in
      """
          {
            "name": \(JSON.string(check.name)),
            "state": \(JSON.string(check.state.rawValue)),
            "found": \(JSON.string(check.found)),
            "try": \(check.advice.map(JSON.string) ?? "null"),
            "is_source": \(check.isSource),
            "is_optional": \(check.isOptional)
          }
      """
    }
    return """
      {
        "report": "doctor",
        "format_version": 1,
        "session": null,
        "outcome": \(JSON.string(outcome.rawValue)),
        "parameters": {
          "app": \(application.map(JSON.string) ?? "null")
        },
        "rows": [
      \(rows.joined(separator: ",\n"))
        ],
        "findings": []
      }

      """
  }
}
