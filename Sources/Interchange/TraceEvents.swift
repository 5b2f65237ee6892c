public import Storage

/// Chrome's JSON trace events, which ui.perfetto.dev and chrome://tracing open.
///
/// One process is the session; its threads are the tracks. Slices of one track lie in one another or apart, as viewers want
/// it: where two reach over one another, the second is on a track of its own with the same name and a number.
public enum TraceEvents {
  /// Writes the timeline at `path` to a new file `output`, or to standard output where that is "-"; gives the number of events,
  /// tracks not counted.
  @discardableResult public static func export(
    _ path: String, to output: String, toolVersion: String
  ) throws(StorageError) -> Int {
    let file = try openDerived(path)
    var lanes: [Lane] = []
    for track in Track.all { lanes += try track.lanes(of: file) }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let output = try Output(output)
    try output.write(
      "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"tool_version\":\(JSON.string(toolVersion))},\"traceEvents\":[\n")
    try output.write(metadata("process_name", thread: 0, "name", .text(name)))
    for (index, lane) in lanes.enumerated() {
      try output.write(",\n" + metadata("thread_name", thread: index + 1, "name", .text(lane.name)))
      try output.write(
        ",\n" + metadata("thread_sort_index", thread: index + 1, "sort_index", .integer(Int64(index + 1))))
    }
    var count = 0
    for (index, lane) in lanes.enumerated() {
      for slice in lane.slices {
        try output.write(",\n" + text(of: slice, category: lane.category, thread: index + 1))
        count += 1
      }
    }
    try output.write("\n]}\n")
    try output.finish()
    return count
  }

  private static func metadata(_ what: String, thread: Int, _ name: String, _ value: Value) -> String {
    "{\"ph\":\"M\",\"pid\":1,\"tid\":\(thread),\"name\":\"\(what)\",\"args\":\(object([(name, value)]))}"
  }

  private static func text(of slice: Slice, category: String, thread: Int) -> String {
    let name = JSON.string(slice.name.isEmpty ? category : slice.name)
    let place = "\"pid\":1,\"tid\":\(thread),\"cat\":\(JSON.string(category)),\"name\":\(name)"
    let times =
      slice.to.map {
        // No two times are further apart than this can count, but some are for a signed number.
        "\"ph\":\"X\",\"ts\":\(microseconds(slice.from)),\"dur\":\(microseconds(UInt64(bitPattern: $0 &- slice.from)))"
      }
      ?? "\"ph\":\"i\",\"s\":\"\(category == "marker" ? "g" : "t")\",\"ts\":\(microseconds(slice.from))"
    return "{\(times),\(place),\"args\":\(object(slice.facts))}"
  }

  private static func object(_ members: [(String, Value)]) -> String {
    var bytes: [UInt8] = []
    for (name, value) in members where value != .null {
      bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
      JSON.append(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      JSON.append(value, to: &bytes)
    }
    return bytes.isEmpty ? "{}" : String(decoding: bytes, as: UTF8.self) + "}"
  }

  /// Exact: a trace counts in microseconds, a timeline in nanoseconds.
  private static func microseconds(_ nanoseconds: Int64) -> String {
    (nanoseconds < 0 ? "-" : "") + microseconds(nanoseconds.magnitude)
  }

  private static func microseconds(_ nanoseconds: UInt64) -> String {
    "\(nanoseconds / 1000).\(String(1000 + nanoseconds % 1000).dropFirst())"
  }
}

/// One slice or, without an end, one moment of a trace.
struct Slice {
  let name: String
  let from: Int64
  let to: Int64?
  /// Columns that tell more of it.
  let facts: [(String, Value)]
}

/// Slices of one track of which no two have a moment in common.
struct Lane {
  let name: String
  let category: String
  var slices: [Slice] = []
}
