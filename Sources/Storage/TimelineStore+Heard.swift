internal import Timeline

/// What was spoken and what was heard.
extension TimelineStore {
  func write(_ utterance: Utterance) throws(StorageError) {
    let client = try stringID(utterance.client)
    let priority = try stringID(utterance.priority)
    let text = try stringID(utterance.text) as Int64
    let plainText = try stringID(utterance.plainText) as Int64
    try run(
      """
      INSERT INTO utterance (id, connection, client_id, priority_id, message_id, kind, text_id, plain_text_id, queued_ns,
        begun_ns, ended_ns, cancelled_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET message_id = excluded.message_id, begun_ns = excluded.begun_ns,
        ended_ns = excluded.ended_ns, cancelled_ns = excluded.cancelled_ns
      """, utterance.id, utterance.connection, client, priority, utterance.messageID, utterance.kind.rawValue, text,
      plainText, time(utterance.queuedAt), time(utterance.begunAt), time(utterance.endedAt),
      time(utterance.cancelledAt))
  }

  func write(_ stream: AudioStream) throws(StorageError) {
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

  func write(_ segment: AudioSegment) throws(StorageError) {
    try run(
      """
      INSERT INTO audio_segment (id, stream_id, onset_ns, onset_frame, offset_ns, offset_frame, peak_db, kind)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET onset_ns = excluded.onset_ns, onset_frame = excluded.onset_frame,
        offset_ns = excluded.offset_ns, offset_frame = excluded.offset_frame, peak_db = excluded.peak_db,
        kind = excluded.kind
      """, segment.id, segment.streamID, time(segment.onset), segment.onsetFrame, time(segment.offset),
      segment.offsetFrame, segment.peakDB, segment.kind.rawValue)
  }
}
