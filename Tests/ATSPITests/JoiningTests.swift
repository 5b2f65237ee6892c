import DBus
import TestSupport
import Testing
import Timeline

@testable import ATSPI

/// Applications that tell of things before they are in the desktop's tree, as GTK 4 does, and answer nothing until they are.
@Suite(.serialized) struct JoiningTests {
  let sink = CollectorSink()
  private let entry = "/org/a11y/atspi/accessible/7"

  init() { _ = PrivateBus.shared }

  @Test func whatWasToldBeforeIsAskedOnceTheApplicationHasJoined() throws {
    let app = try ScriptedApplication([:])
    let collector = try EventCollector(sink: sink) { $0 == 1 }
    try collector.start()
    collector.adopt(.init(busName: app.busName, processID: 1))
    try app.emit(entry, "StateChanged", "focused", 1)
    let isRead = { (snapshot: Snapshot) in snapshot.busName == app.busName && snapshot.end != nil }
    #expect(sink.records.wait { _ in sink.snapshots.contains(where: isRead) }, "the first reading")
    #expect(sink.snapshots.first(where: isRead)?.limitReached == "the application did not answer")
    #expect(sink.versions.isEmpty)
    app.set(entry) { $0.name = "City" }
    app.set(ScriptedApplication.root) { $0 = .init(name: "map", role: 75, children: [entry]) }
    _ = try app.bus.call(
      BusApplications.registry, BusApplications.rootPath, "org.a11y.atspi.Socket", "Embed",
      .tuple([app.reference(ScriptedApplication.root)]))
    #expect(sink.records.wait { _ in sink.versions.contains { $0.cause == .lookUp && $0.name == "City" } })
    #expect(sink.records.wait { _ in sink.snapshots.filter(isRead).count == 2 }, "it is read again, and soon")
    #expect(sink.snapshots.last(where: isRead)?.limitReached == nil)
    let read = sink.snapshotElements.filter { $0.version.key.busName == app.busName }.map(\.version.name)
    #expect(read.suffix(2) == ["map", "City"])
    collector.stop()
  }

  /// GTK 4's elements are there a moment after the application has joined, and their toolkit tells of each.
  @Test func whatCouldNotBeAskedIsAskedWhenItsToolkitTellsOfIt() throws {
    let app = try ScriptedApplication([ScriptedApplication.root: .init(name: "map", role: 75)])
    let collector = try EventCollector(sink: sink) { $0 == 1 }
    try collector.start()
    collector.adopt(.init(busName: app.busName, processID: 1))
    try app.emit(entry, "StateChanged", "focused", 1)
    #expect(sink.records.wait { _ in sink.snapshots.contains { $0.busName == app.busName && $0.end != nil } })
    app.set(entry) { $0 = .init(name: "City", role: 79) }
    let item = Variant.tuple([
      app.reference(entry), app.reference(ScriptedApplication.root), app.reference(ScriptedApplication.root), .int32(0),
      .int32(0), .array(of: "s", []), .string("City"), .uint32(79), .string(""), .array(of: "u", []),
    ])
    try app.bus.emit(ToldElements.path, ToldElements.interface, "AddAccessible", .tuple([item]))
    #expect(sink.records.wait { _ in sink.versions.contains { $0.cause == .lookUp && $0.role == "entry" } })
    collector.stop()
  }
}
