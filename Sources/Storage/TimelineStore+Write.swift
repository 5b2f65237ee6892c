public import Timeline

extension TimelineStore {
  /// Writes one record; it is durable at the next `commit()`.
  public func write(_ record: Record) throws(StorageError) {
    switch record {
    case .event(let event): try write(event)
    case .audioLevel(let level): try write(level)
    case .source(let status): try write(status)
    case .gap(let gap): try write(gap)
    case .wallClock(let clock):
      try run(
        "INSERT INTO wall_clock (time_ns, wall_ns) VALUES (?, ?)", time(clock.time), clock.wallNanoseconds)
    case .marker(let marker):
      try run("INSERT INTO marker (time_ns, text) VALUES (?, ?)", time(marker.time), marker.text)
    case .application(let application): try write(application)
    case .element(let version): _ = try write(version)
    case .input(let input): try write(input)
    case .actionCall(let call): try write(call)
    case .utterance(let utterance): try write(utterance)
    case .utteranceMark(let mark):
      try run(
        "INSERT INTO utterance_mark (utterance_id, time_ns, name) VALUES (?, ?, ?)", mark.utteranceID, time(mark.time),
        mark.name)
    case .audioStream(let stream): try write(stream)
    case .audioSegment(let segment): try write(segment)
    case .snapshot(let snapshot): try write(snapshot)
    case .snapshotElement(let element): try write(element)
    case .terminalHighlight(let highlight): try write(highlight)
    case .terminalChange(let change): try write(change)
    }
  }

  // Events and levels come by the thousand a second, so their numbers are bound one by one.

  private func write(_ event: Event) throws(StorageError) {
    let type = try stringID(event.type.rawValue) as Int64
    let element = try elementID(event.source) as Int64
    let data = try stringID(event.anyData)
    let named = try elementID(event.anyDataElement)
    let statement = try eventStatement()
    statement.bind(time(event.time), at: 1)
    statement.bind(type, at: 2)
    statement.bind(element, at: 3)
    statement.bind(Int64(event.detail1), at: 4)
    statement.bind(Int64(event.detail2), at: 5)
    statement.bind(data, at: 6)
    statement.bind(named, at: 7)
    try statement.step()
  }

  private func write(_ level: AudioLevel) throws(StorageError) {
    // Two frames of a drifting stream may fall into one of the session: the louder one stands.
    let statement = try statement(
      """
      INSERT INTO audio_level (stream_id, frame, level_db) VALUES (?, ?, ?)
      ON CONFLICT (stream_id, frame) DO UPDATE SET level_db = max(level_db, excluded.level_db)
      """)
    statement.bind(level.streamID, at: 1)
    statement.bind(time(level.time) / AudioLevel.frameNanoseconds, at: 2)
    statement.bind(level.levelDB, at: 3)
    try statement.step()
  }

  private func write(_ status: SourceStatus) throws(StorageError) {
    let id = try sourceID(status.name)
    try run(
      """
      UPDATE source SET armed_ns = coalesce(?, armed_ns), self_tested_ns = coalesce(?, self_tested_ns),
        proven_ns = coalesce(?, proven_ns), ended_ns = coalesce(?, ended_ns), note = coalesce(?, note) WHERE id = ?
      """, time(status.armedAt), time(status.selfTestedAt), time(status.provenAt), time(status.endedAt), status.note, id
    )
  }

  private func write(_ gap: Gap) throws(StorageError) {
    let source = try sourceID(gap.source)
    if gap.kind != .loss || gap.end != nil {
      // One whose end is told later. Losses of one moment are different ones, but for one of the same reason that is open.
      let known = try rows(
        """
        UPDATE gap SET end_ns = ?1, reason = ?2 WHERE source_id = ?3 AND kind = ?4 AND start_ns = ?5
          AND (kind <> 'loss' OR end_ns IS NULL AND reason = ?2) RETURNING id
        """, [time(gap.end), gap.reason, source, gap.kind.rawValue, time(gap.start)])
      if !known.isEmpty { return }
    }
    try run(
      "INSERT INTO gap (source_id, kind, start_ns, end_ns, reason) VALUES (?, ?, ?, ?, ?)", source, gap.kind.rawValue,
      time(gap.start), time(gap.end), gap.reason)
  }

  private func write(_ input: Input) throws(StorageError) {
    let focus = try elementID(input.focus)
    let hit = try elementID(input.hit)
    try run(
      """
      INSERT INTO input (time_ns, is_press, key_name, modifiers, focus_element_id, button, hit_element_id, via)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, time(input.time), input.isPress, input.keyName, input.modifiers, focus, input.button, hit,
      input.route.rawValue)
  }
}
