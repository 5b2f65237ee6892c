import TestSupport
import Timeline

/// Keeps what collectors offer.
final class CollectorSink: RecordSink {
  let records = Arrivals<Record>()
  func offer(_ record: Record, from source: SourceName) { records.add(record) }

  var versions: [ElementVersion] {
    records.all.compactMap { if case .element(let version) = $0 { version } else { nil } }
  }
  var gaps: [Gap] { records.all.compactMap { if case .gap(let gap) = $0 { gap } else { nil } } }
  var calls: [ActionCall] { records.all.compactMap { if case .actionCall(let call) = $0 { call } else { nil } } }
  var events: [Event] { records.all.compactMap { if case .event(let event) = $0 { event } else { nil } } }
  var inputs: [Input] { records.all.compactMap { if case .input(let input) = $0 { input } else { nil } } }
  var snapshots: [Snapshot] {
    records.all.compactMap { if case .snapshot(let snapshot) = $0 { snapshot } else { nil } }
  }
  var snapshotElements: [SnapshotElement] {
    records.all.compactMap { if case .snapshotElement(let element) = $0 { element } else { nil } }
  }
}
