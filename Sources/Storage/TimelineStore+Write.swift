public import Timeline

extension TimelineStore {
  /// Writes one record; it is durable at the next `commit()`.
  public func write(_ record: Record) throws(StorageError) {
    switch record {
    case .source(let status): try write(status)
    case .gap(let gap): try write(gap)
    case .application(let application): try write(application)
    case .element(let version): try write(version)
    case .event(let event): try write(event)
    case .input(let input): try write(input)
    case .actionCall(let call): try write(call)
    case .utterance(let utterance): try write(utterance)
    case .utteranceMark(let mark):
      try run(
        "INSERT INTO utterance_mark (utterance_id, time_ns, name) VALUES (?, ?, ?)", mark.utteranceID, time(mark.time),
        mark.name)
    case .audioStream(let stream): try write(stream)
    case .audioSegment(let segment): try write(segment)
    case .audioLevel(let level):
      // Two frames of a drifting stream may fall into one of the session: the louder one stands.
      try run(
        """
        INSERT INTO audio_level (stream_id, frame, level_db) VALUES (?, ?, ?)
        ON CONFLICT (stream_id, frame) DO UPDATE SET level_db = max(level_db, excluded.level_db)
        """, level.streamID, time(level.time) / AudioLevel.frameNanoseconds, level.levelDB)
    }
  }

  private func write(_ status: SourceStatus) throws(StorageError) {
    let id = try sourceID(status.name)
    try run(
      """
      UPDATE source SET armed_ns = coalesce(?, armed_ns), proven_ns = coalesce(?, proven_ns),
        ended_ns = coalesce(?, ended_ns), note = coalesce(?, note) WHERE id = ?
      """, time(status.armedAt), time(status.provenAt), time(status.endedAt), status.note, id)
  }

  private func write(_ gap: Gap) throws(StorageError) {
    let source = try sourceID(gap.source)
    try run(
      "INSERT INTO gap (source_id, start_ns, end_ns, reason) VALUES (?, ?, ?, ?)", source, time(gap.start),
      time(gap.end), gap.reason)
  }

  private func write(_ application: Application) throws(StorageError) {
    let id = try applicationID(application.busName)
    try run(
      """
      UPDATE application SET name = ?, process_id = ?, toolkit = ?, toolkit_version = ?, first_seen_ns = ?,
        last_seen_ns = ? WHERE id = ?
      """, application.name, application.processID, application.toolkit, application.toolkitVersion,
      time(application.firstSeen), time(application.lastSeen), id)
  }

  private func write(_ version: ElementVersion) throws(StorageError) {
    let element = try elementID(version.key) as Int64
    let parent = try elementID(version.parent)
    try run(
      """
      INSERT INTO element_version (element_id, time_ns, role, name, description, accessible_id, states, attributes,
        actions, parent_element_id, index_in_parent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, element, time(version.time), version.role, version.name, version.description, version.accessibleID,
      version.states.map(JSON.array), version.attributes.map(JSON.object), version.actions.map(JSON.array), parent,
      version.indexInParent)
  }

  private func write(_ event: Event) throws(StorageError) {
    let type = try stringID(event.type)
    let element = try elementID(event.source) as Int64
    try run(
      "INSERT INTO event (time_ns, type_id, element_id, detail1, detail2, any_data) VALUES (?, ?, ?, ?, ?, ?)",
      time(event.time), type, element, event.detail1, event.detail2, event.anyData)
  }

  private func write(_ input: Input) throws(StorageError) {
    let focus = try elementID(input.focus)
    try run(
      "INSERT INTO input (time_ns, is_press, key_name, modifiers, focus_element_id) VALUES (?, ?, ?, ?, ?)",
      time(input.time), input.isPress, input.keyName, input.modifiers, focus)
  }

  private func write(_ call: ActionCall) throws(StorageError) {
    let element = try elementID(call.target) as Int64
    try run(
      """
      INSERT OR REPLACE INTO action_call (id, time_ns, caller, element_id, action_index, reply_ns, accepted, error_name)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, call.id, time(call.time), call.caller, element, call.actionIndex, time(call.replyTime), call.accepted,
      call.errorName)
  }

  private func write(_ utterance: Utterance) throws(StorageError) {
    try run(
      """
      INSERT INTO utterance (id, connection, client, priority, message_id, kind, text, plain_text, queued_ns, begun_ns,
        ended_ns, cancelled_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET message_id = excluded.message_id, begun_ns = excluded.begun_ns,
        ended_ns = excluded.ended_ns, cancelled_ns = excluded.cancelled_ns
      """, utterance.id, utterance.connection, utterance.client, utterance.priority, utterance.messageID,
      utterance.kind.rawValue, utterance.text, utterance.plainText, time(utterance.queuedAt), time(utterance.begunAt),
      time(utterance.endedAt), time(utterance.cancelledAt))
  }

  private func write(_ stream: AudioStream) throws(StorageError) {
    try run(
      """
      INSERT INTO audio_stream (id, role, process_id, application_name, media_name, media_role, route, rate_hz, opened_ns,
        closed_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET role = excluded.role, process_id = excluded.process_id,
        application_name = excluded.application_name, media_name = excluded.media_name,
        media_role = excluded.media_role, closed_ns = excluded.closed_ns
      """, stream.id, stream.role.rawValue, stream.processID, stream.applicationName, stream.mediaName,
      stream.mediaRole, stream.route.rawValue, stream.rateHz, time(stream.openedAt), time(stream.closedAt))
  }

  private func write(_ segment: AudioSegment) throws(StorageError) {
    try run(
      """
      INSERT INTO audio_segment (id, stream_id, onset_ns, offset_ns, peak_db, kind) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET onset_ns = excluded.onset_ns, offset_ns = excluded.offset_ns,
        peak_db = excluded.peak_db, kind = excluded.kind
      """, segment.id, segment.streamID, time(segment.onset), time(segment.offset), segment.peakDB,
      segment.kind.rawValue)
  }
}
