internal import ATSPI
internal import Audio
internal import DBus
internal import Speech
internal import System

/// One thing that recordings rest on, as it was found here.
struct Check: Hashable, Sendable {
  /// What was found of it.
  enum State: String, Sendable {
    case ok
    case missing
    case notProven = "not proven"
  }

  /// What it is.
  var name: String
  /// Whether it is there.
  var state: State
  /// What was found, in plain words.
  var found: String
  /// What to try; nil where there is nothing to mend.
  var advice: String?
  /// Whether it proves a source of its own, without any of which there is nothing to record.
  var isSource = false
  /// Whether a recording on this desktop can do without.
  var isOptional = false

  static func ok(_ name: String, _ found: String) -> Check { Check(name: name, state: .ok, found: found) }

  static func missing(_ name: String, _ found: String, try advice: String?) -> Check {
    Check(name: name, state: .missing, found: found, advice: advice)
  }

  static func notProven(_ name: String, _ found: String, try advice: String?) -> Check {
    Check(name: name, state: .notProven, found: found, advice: advice)
  }

  /// What an error tells, with its own advice where it has one.
  static func failed(_ name: String, _ error: any Error, _ state: State = .missing, try advice: String? = nil) -> Check
  {
    let (words, own) = parts(of: error)
    return Check(name: name, state: state, found: words, advice: own ?? advice)
  }

  private static func parts(of error: any Error) -> (String, String?) {
    switch error {
    case let error as ATSPIError: (error.message, error.advice)
    case let error as AudioError: (error.message, error.advice)
    case let error as SpeechError: (error.message, error.advice)
    case let error as BusError: ("\(error.operation): \(error.reason)", error.advice)
    case let error as CaptureError: (error.message, error.advice)
    default: ("\(error)", nil)
    }
  }

  /// The same, as one that proves a source.
  var asSource: Check {
    var check = self
    check.isSource = true
    return check
  }

  /// The same, as one that a recording here can do without.
  var asOptional: Check {
    var check = self
    check.isOptional = true
    return check
  }

  /// One line.
  var line: String {
    let text = "\(name): \(state.rawValue), \(Printable.text(found))"
    return text + (advice.map { ". Try: " + Printable.text($0) } ?? "")
  }
}
