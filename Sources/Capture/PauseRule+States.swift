internal import Timeline

/// What there is, as against what happens: it is held in a pause, and stored as of the resumption.
extension PauseRule {
  mutating func take(_ application: Application) -> Verdict {
    guard pausedSince != nil, !knownApplications.contains(application.busName) else {
      knownApplications.insert(application.busName)
      return .replace([asOfNow(application)])
    }
    heldApplications[application.busName] = application
    return .replace([])
  }

  mutating func take(_ version: ElementVersion) -> Verdict {
    guard isHidden(version.time) else {
      heldElements[version.key] = nil
      return .pass
    }
    heldElements[version.key] = version
    return .replace([])
  }

  mutating func take(_ stream: AudioStream, from source: SourceName) -> Verdict {
    guard pausedSince != nil, !knownStreams.contains(stream.id) else {
      knownStreams.insert(stream.id)
      return .replace([asOfNow(stream)])
    }
    heldStreams[stream.id] = (stream, source)
    return .replace([])
  }

  func asOfNow(_ version: ElementVersion) -> Record {
    var version = version
    version.time = afterPause(version.time)
    return .element(version)
  }

  func asOfNow(_ application: Application) -> Record {
    var application = application
    application.firstSeen = afterPause(application.firstSeen)
    return .application(application)
  }

  func asOfNow(_ stream: AudioStream) -> Record {
    var stream = stream
    stream.openedAt = afterPause(stream.openedAt)
    return .audioStream(stream)
  }

  /// A part of a terminal's screen, of which only the last state counts.
  struct ScreenPart: Hashable {
    var kind: TerminalChange.Kind
    var row: Int?
  }

  mutating func take(_ highlight: TerminalHighlight, _ source: SourceName) -> Verdict {
    guard isHidden(highlight.time), !shownHighlights.contains(highlight.id) else { return .pass }
    heldHighlights[highlight.id] = highlight.until == nil ? highlight : nil
    return hide(source, until: highlight.until ?? highlight.time)
  }

  mutating func take(_ change: TerminalChange, _ source: SourceName) -> Verdict {
    guard isHidden(change.time) else { return .pass }
    if change.kind != .bell {
      heldChanges[ScreenPart(kind: change.kind, row: change.kind == .text ? change.row : nil)] = change
    }
    return hide(source, until: change.time)
  }

  /// What stands on the screen now and was drawn in the pause; nobody was seen to cause it.
  mutating func screenAsOfNow(_ time: MonotonicTime) -> [Due] {
    let changes = heldChanges.values.sorted { ($0.kind.rawValue, $0.row ?? 0) < ($1.kind.rawValue, $1.row ?? 0) }
    let highlights = heldHighlights.values.sorted { $0.id < $1.id }
    (heldChanges, heldHighlights) = ([:], [:])
    shownHighlights.formUnion(highlights.map(\.id))
    let records =
      changes.map { change in
        var change = change
        (change.time, change.cause) = (time, .program)
        return Record.terminalChange(change)
      }
      + highlights.map { highlight in
        var highlight = highlight
        highlight.time = time
        return Record.terminalHighlight(highlight)
      }
    return records.map { Due(record: $0, source: .terminal) }
  }
}
