import Testing
import Timeline

/// What queries say of elements: in snapshots, and where they deny their focus.
@Suite struct ElementQueriesTests {
  private func version(
    _ session: RecordedSession, _ number: Int, _ ms: Double, states: [ElementState]?,
    cause: ElementVersion.Cause = .lookUp
  ) -> ElementVersion {
    var version = ElementVersion(key: session.element(number), time: session.at(ms))
    version.cause = cause
    version.role = states == nil ? nil : "push button"
    version.name = states == nil ? nil : "B\(number)"
    version.states = states
    return version
  }

  @Test func whatIsShownAndReachableIsToldApart() throws {
    let session = try RecordedSession()
    var snapshot = Snapshot(id: 1, busName: ":1.7", reason: "start", start: session.at(10))
    try session.write(.snapshot(snapshot))
    let states: [[ElementState]?] = [
      ["showing", "visible"], ["enabled", "focusable", "sensitive", "showing", "visible"],
      ["enabled", "focusable", "sensitive", "visible"], ["focusable", "showing", "visible"], nil,
    ]
    for (ordinal, states) in states.enumerated() {
      let version = version(session, ordinal, 20, states: states, cause: .snapshot)
      try session.write(
        .snapshotElement(SnapshotElement(snapshotID: 1, ordinal: ordinal, depth: min(ordinal, 2), version: version)))
    }
    snapshot.end = session.at(30)
    try session.write(.snapshot(snapshot))
    #expect(
      try session.ask("SELECT ordinal, depth, role, is_shown, is_reachable FROM snapshot_tree") == [
        ["0", "0", "push button", "1", "0"], ["1", "1", "push button", "1", "1"], ["2", "2", "push button", "0", "0"],
        ["3", "2", "push button", "1", "0"], ["4", "2", "-", "-", "-"],
      ])
  }

  @Test func aToolkitThatTellsShowingOfItsWindowsAloneIsReadByVisible() throws {
    let session = try RecordedSession()
    try session.write(.snapshot(Snapshot(id: 1, busName: ":1.7", reason: "start", start: session.at(10))))
    let states: [[ElementState]] = [
      [], ["sensitive", "showing", "visible"], ["focusable", "sensitive", "visible"], ["focusable", "sensitive"],
    ]
    for (ordinal, states) in states.enumerated() {
      let version = version(session, ordinal, 20, states: states, cause: .snapshot)
      try session.write(
        .snapshotElement(SnapshotElement(snapshotID: 1, ordinal: ordinal, depth: min(ordinal, 2), version: version)))
    }
    #expect(
      try session.ask("SELECT is_shown, is_reachable FROM snapshot_tree") == [
        ["0", "0"], ["1", "0"], ["1", "1"], ["0", "0"],
      ])
  }

  @Test func aFocusThatTheElementDeniesIsFound() throws {
    let session = try RecordedSession()
    // 1 has it, 2 denies it, 3 is asked only after the focus has gone on, 4 is known by its own event alone.
    try session.focus(1, 100)
    try session.write(.element(version(session, 1, 110, states: ["focusable", "focused"])))
    try session.focus(2, 200)
    try session.write(.element(version(session, 2, 210, states: ["focusable"])))
    // GTK 3 tells twice, and has it only then.
    try session.focus(5, 250)
    try session.write(.element(version(session, 5, 252, states: ["focusable"])))
    try session.focus(5, 255)
    try session.write(.element(version(session, 5, 259, states: ["focusable", "focused"])))
    try session.focus(3, 300)
    try session.focus(4, 310)
    try session.write(.element(version(session, 3, 320, states: ["focusable"])))
    try session.write(.element(version(session, 4, 330, states: ["focusable"], cause: .event)))
    #expect(
      try session.ask("SELECT element_id, asked_ns - time_ns, states FROM denied_focus") == [
        ["2", "10000000", "[\"focusable\"]"]
      ])
  }
}
