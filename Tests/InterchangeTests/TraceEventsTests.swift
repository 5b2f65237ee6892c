import Interchange
import TestSupport
import Testing

/// Trace events, as Python's json reads them.
@Suite struct TraceEventsTests {
  private static let check = """
    import collections, json, sqlite3, sys
    trace = json.load(open(sys.argv[1], encoding="utf-8"))
    overlaps = [line.split("|") for line in sys.argv[2].splitlines()]
    events = trace["traceEvents"]
    tracks = {e["tid"]: e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"}
    assert [e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "process_name"] == ["timeline.db"]
    for wanted in ["markers", "input", "focus", "actions", "reader speech", "reader sound", "application sound", "overlaps", "gaps"]:
        assert wanted in tracks.values(), wanted
    ends = collections.defaultdict(list)
    count = collections.Counter()
    for e in events:
        assert e["ph"] in "MXi" and isinstance(e["pid"], int) and isinstance(e["tid"], int), e
        if e["ph"] == "M": continue
        assert e["tid"] in tracks and isinstance(e["name"], str) and e["name"] and e["cat"] and isinstance(e["args"], dict), e
        assert isinstance(e["ts"], (int, float)), e
        count[tracks[e["tid"]]] += 1
        if e["ph"] == "i":
            assert e["s"] in "gpt", e
            continue
        assert e["dur"] >= 0, e
        # In nanoseconds, as they are stored: sums of binary fractions would touch where they do not.
        begin, length = round(e["ts"] * 1000), round(e["dur"] * 1000)
        stack = ends[e["tid"]]
        while stack and stack[-1] <= begin: stack.pop()
        assert not stack or begin + length <= stack[-1], e
        stack.append(begin + length)
    found = [e for e in events if e.get("cat") == "overlap"]
    assert len(found) == len(overlaps), (len(found), overlaps)
    for (utterance, begin, end) in overlaps:
        assert any(e["args"]["utterance_id"] == int(utterance) and round(e["ts"] * 1000) == int(begin)
            and round((e["ts"] + e["dur"]) * 1000) == int(end) for e in found), utterance
    print(json.dumps(count, sort_keys=True))
    """

  @Test func aTraceHoldsEveryTrackAndEveryOverlap() throws {
    let capture = Tool.root + "/Captures/soundscape-tui-plain/timeline.db"
    let folder = try TemporaryFolder()
    let path = folder.path + "/trace.json"
    let count = try TraceEvents.export(capture, to: path, toolVersion: "test")
    let asked = try Tool.run(
      "/usr/bin/sqlite3",
      ["-readonly", "-init", "Queries/init.sql", capture, "SELECT utterance_id, from_ns, to_ns FROM overlap"],
      directory: Tool.root)
    #expect(asked.output.split(separator: "\n").count >= 4, "\(asked)")
    let result = try Tool.run("/usr/bin/python3", ["-c", Self.check, path, asked.output])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("\"overlaps\": 4") && count > 50, "\(result.output)")
  }

  @Test(arguments: [false, true]) func whateverAFileHoldsIsATrace(_ farApart: Bool) throws {
    let folder = try TemporaryFolder()
    try WholeTimeline.make(folder.path + "/timeline.db", farApart: farApart)
    try TraceEvents.export(folder.path + "/timeline.db", to: folder.path + "/trace.json", toolVersion: "test")
    let result = try Tool.run("/usr/bin/python3", ["-c", Self.check, folder.path + "/trace.json", ""])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("\"markers\": 3") && result.output.contains("\"gaps"), "\(result.output)")
  }
}
