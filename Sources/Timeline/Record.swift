/// One thing that a collector hands over to be stored.
///
/// Records that carry an `id` replace what was stored under it before: an utterance is handed over when it is queued, and again when
/// it begins and ends, so that a recorder killed in between leaves what was known. So do gaps of one kind, source and start; a loss
/// only with its end, and where its reason is the same. The large ones are indirect, so that a queue of events stays small.
public enum Record: Hashable, Sendable {
  indirect case source(SourceStatus)
  indirect case gap(Gap)
  indirect case application(Application)
  indirect case element(ElementVersion)
  case event(Event)
  case input(Input)
  indirect case actionCall(ActionCall)
  indirect case utterance(Utterance)
  case utteranceMark(UtteranceMark)
  indirect case audioStream(AudioStream)
  case audioSegment(AudioSegment)
  case audioLevel(AudioLevel)
  indirect case snapshot(Snapshot)
  indirect case snapshotElement(SnapshotElement)
  indirect case terminalHighlight(TerminalHighlight)
  indirect case terminalChange(TerminalChange)
  case wallClock(WallClock)
  case marker(Marker)
}

/// Where collectors put their records; never blocks, counts what it must refuse.
public protocol RecordSink: Sendable {
  /// Takes a record for storing, or counts it as dropped for its source.
  func offer(_ record: Record, from source: SourceName)
}
