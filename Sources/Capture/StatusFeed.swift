internal import Storage
internal import Synchronization
internal import System
internal import Timeline

/// Tells of a recording as it goes, in JSON lines on a descriptor that the caller opened (`--status-fd`).
///
/// A reader that falls behind loses lines, never the recording: `{"status":"dropped","lines":N}` says how many.
final class StatusFeed: Sendable {
  private struct State {
    var dropped = 0
    var roles: [Int64: String] = [:]
  }

  private let descriptor: Descriptor
  private let start: MonotonicTime
  private let state = Mutex(State())

  init(descriptor: Descriptor, start: MonotonicTime) {
    self.descriptor = descriptor
    self.start = start
  }

  /// Writes `{"status": status, …}`.
  func tell(_ status: String, _ fields: [(String, Field)] = []) {
    var line = "{\"status\":\(JSON.string(status))"
    for (name, field) in fields {
      guard let text = field.text else { continue }
      line += ",\(JSON.string(name)):\(text)"
    }
    write(line + "}\n")
  }

  /// Tells of records that were stored, times in nanoseconds since the session's start.
  func tell(_ records: [Record]) {
    for record in records {
      switch record {
      case .source(let status):
        tell(
          "source",
          [
            ("name", .text(status.name.rawValue)), ("armed_ns", time(status.armedAt)),
            ("proven_ns", time(status.provenAt)), ("note", .optional(status.note)),
          ])
      case .event(let event):
        tell(
          "event",
          [
            ("time_ns", time(event.time)), ("type", .text(event.type.rawValue)),
            ("path", .text(event.source.objectPath)),
            ("detail1", .number(Int64(event.detail1))), ("any_data", .optional(event.anyData)),
            ("any_data_path", .optional(event.anyDataElement?.objectPath)),
          ])
      case .element(let version):
        tell(
          "element",
          [
            ("time_ns", time(version.time)), ("path", .text(version.key.objectPath)),
            ("role", .optional(version.role?.rawValue)), ("name", .optional(version.name)),
          ])
      case .input(let input):
        tell(
          "input",
          [
            ("time_ns", time(input.time)), ("is_press", .number(input.isPress ? 1 : 0)),
            ("key_name", .optional(input.keyName)), ("via", .text(input.route.rawValue)),
          ])
      case .utterance(let utterance):
        tell(
          "utterance",
          [
            ("id", .number(utterance.id)), ("plain_text", .text(utterance.plainText)),
            ("queued_ns", time(utterance.queuedAt)), ("begun_ns", time(utterance.begunAt)),
            ("ended_ns", time(utterance.endedAt)), ("cancelled_ns", time(utterance.cancelledAt)),
          ])
      case .audioStream(let stream):
        state.withLock { $0.roles[stream.id] = stream.role.rawValue }
      case .audioSegment(let segment):
        tell(
          "segment",
          [
            ("id", .number(segment.id)), ("role", .optional(state.withLock { $0.roles[segment.streamID] })),
            ("onset_ns", time(segment.onset)), ("offset_ns", time(segment.offset)),
            ("kind", .text(segment.kind.rawValue)),
          ])
      case .gap(let gap):
        tell(
          "gap",
          [
            ("source", .text(gap.source.rawValue)), ("kind", .text(gap.kind.rawValue)), ("start_ns", time(gap.start)),
            ("end_ns", time(gap.end)), ("reason", .text(gap.reason)),
          ])
      case .terminalHighlight(let highlight):
        tell(
          "highlight",
          [
            ("id", .number(highlight.id)), ("time_ns", time(highlight.time)), ("until_ns", time(highlight.until)),
            ("row", .number(Int64(highlight.row))), ("text", .text(highlight.text)),
            ("label", .optional(highlight.label)),
            ("style", .text(highlight.style)),
          ])
      case .terminalChange(let change):
        tell(
          "terminal",
          [
            ("kind", .text(change.kind.rawValue)), ("time_ns", time(change.time)), ("text", .optional(change.text)),
            ("row", number(change.row)), ("column", number(change.column)),
          ])
      case .marker(let marker): tell("marker", [("time_ns", time(marker.time)), ("text", .text(marker.text))])
      case .application(let application):
        tell(
          "application",
          [
            ("name", .text(application.name)), ("bus_name", .text(application.busName)),
            ("process_id", number(application.processID.map(Int.init))),
            ("first_seen_ns", time(application.firstSeen)), ("last_seen_ns", time(application.lastSeen)),
          ])
      case .snapshot(let snapshot):
        tell(
          "snapshot",
          [
            ("id", .number(snapshot.id)), ("bus_name", .text(snapshot.busName)), ("reason", .text(snapshot.reason)),
            ("start_ns", time(snapshot.start)), ("end_ns", time(snapshot.end)),
            ("limit_reached", .optional(snapshot.limitReached)),
          ])
      case .actionCall, .utteranceMark, .audioLevel, .snapshotElement, .wallClock:
        break
      }
    }
  }

  /// A value of a line; one without text is left out.
  enum Field {
    case text(String), number(Int64), optional(String?), none
    var text: String? {
      switch self {
      case .text(let text): JSON.string(text)
      case .number(let number): String(number)
      case .optional(let text): text.map(JSON.string)
      case .none: nil
      }
    }
  }

  private func time(_ moment: MonotonicTime?) -> Field { moment.map { .number($0 - start) } ?? .none }

  private func number(_ number: Int?) -> Field { number.map { .number(Int64($0)) } ?? .none }

  private func write(_ line: String) {
    state.withLock { state in
      if state.dropped > 0, descriptor.writeWhole("{\"status\":\"dropped\",\"lines\":\(state.dropped)}\n") {
        state.dropped = 0
      }
      if !descriptor.writeWhole(line) { state.dropped += 1 }
    }
  }
}
