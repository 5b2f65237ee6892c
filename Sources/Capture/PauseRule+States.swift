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
}
