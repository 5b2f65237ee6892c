internal import ATSPI
internal import DBus
internal import Timeline

/// Proves each source on this desktop, by the tests that a recorder makes of itself.
///
/// It changes no setting. While it looks, it listens as a recorder does, and plays a tone that is too quiet to hear.
public enum Doctor {
  /// What the recorder sends itself comes back in some ms; a busy machine is given more.
  static let testSeconds = 3.0

  /// Looks at everything, and at an application where one is named.
  public static func examine(application: String?) -> Diagnosis {
    let bus = Result { () throws(BusError) in try AccessibilityBus.connect() }
    var checks = host() + buses(bus)
    switch bus {
    case .success(let bus): checks += registry(on: bus) + listeners(on: bus) + signals() + [keys()]
    case .failure: checks += withoutBus
    }
    checks += speech() + sound()
    if let application { checks += look(at: application) }
    return Diagnosis(checks + desktop(), application: application)
  }

  static let events = SourceName.events.rawValue
  static let calls = SourceName.calls.rawValue
}

/// Where records go that nobody is to see.
struct Unrecorded: RecordSink {
  func offer(_ record: Record, from source: SourceName) {}
}
