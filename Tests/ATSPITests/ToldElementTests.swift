import DBus
import TestSupport
import Testing
import Timeline

@testable import ATSPI

/// Elements that were gone before they could be asked: the toolkit had told of them.
@Suite(.serialized) struct ToldElementTests {
  private static let gtk = "((so)(so)(so)iiassusau)"
  private static let qt = "((so)(so)(so)a(so)assusau)"
  private let popup = "/org/a11y/atspi/accessible/9"
  let sink = CollectorSink()

  init() { _ = PrivateBus.shared }

  private func collector(_ app: ScriptedApplication) throws -> EventCollector {
    let collector = try EventCollector(sink: sink) { $0 == 1 }
    try collector.start()
    collector.adopt(.init(busName: app.busName, processID: 1))
    return collector
  }

  private func item(_ app: ScriptedApplication, _ path: String, _ places: [Variant]) -> Variant {
    .tuple(
      [app.reference(path), app.reference(ScriptedApplication.root), app.reference("/org/a11y/atspi/accessible/1")]
        + places + [
          .array(of: "s", [.string("org.a11y.atspi.Accessible"), .string("org.a11y.atspi.Action")]),
          .string("Mute"), .uint32(43), .string("Silence it"), .array(of: "u", [.uint32(1 << 12), .uint32(0)]),
        ])
  }

  private func versions(_ app: ScriptedApplication) -> [ElementVersion] {
    sink.versions.filter { $0.key == ElementKey(busName: app.busName, objectPath: popup) }
  }

  @Test(arguments: [gtk, qt]) func theToolkitsListTellsWhatCouldNotBeAsked(_ type: String) throws {
    let mixer = try ScriptedApplication([ScriptedApplication.root: .init(name: "mixer", role: 75)])
    let places: [Variant] = type == Self.gtk ? [.int32(2), .int32(0)] : [.array(of: "(so)", [])]
    mixer.list([item(mixer, popup, places), item(mixer, "/org/a11y/atspi/accessible/10", places)], of: type)
    let collector = try collector(mixer)
    try mixer.emit(popup, "StateChanged", "focused", 1)
    #expect(sink.records.wait { _ in sink.snapshots.contains { $0.end != nil } }, "all questions were asked")
    #expect(versions(mixer).isEmpty)
    collector.stop()
    let version = try #require(versions(mixer).first)
    #expect(versions(mixer).count == 1 && version.cause == .lookUp)
    #expect(version.name == "Mute" && version.role == "push button" && version.description == "Silence it")
    #expect(version.interfaces == ["Accessible", "Action"] && version.childCount == 0 && version.states == ["focused"])
    #expect(version.parent?.objectPath == "/org/a11y/atspi/accessible/1" && version.actions == nil)
    #expect(version.indexInParent == (type == Self.gtk ? 2 : nil))
    #expect(!sink.versions.contains { $0.key.objectPath.hasSuffix("/10") }, "of which nothing happened is not told")
  }

  @Test func anElementThatWasToldOfWhenItWasMadeIsKnown() throws {
    let app = try ScriptedApplication([ScriptedApplication.root: .init(name: "mixer", role: 75)])
    let collector = try collector(app)
    try app.bus.emit(
      "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "AddAccessible",
      .tuple([item(app, popup, [.int32(0), .int32(0)])]))
    try app.emit(popup, "StateChanged", "focused", 1)
    #expect(sink.records.wait { _ in sink.events.contains { $0.source.busName == app.busName } })
    collector.stop()
    let version = try #require(versions(app).first)
    #expect(versions(app).count == 1 && version.name == "Mute" && version.cause == .event)
  }

  @Test func anElementThatWentInTheMiddleOfItsAnswersIsKnown() throws {
    let app = try ScriptedApplication([
      popup: .init(lastAnswer: "GetInterfaces"), ScriptedApplication.root: .init(name: "mixer", role: 75),
    ])
    app.list([item(app, popup, [.int32(0), .int32(0)])], of: Self.gtk)
    let collector = try collector(app)
    try app.emit(popup, "StateChanged", "focused", 1)
    #expect(sink.records.wait { _ in !versions(app).isEmpty })
    #expect(versions(app).allSatisfy { $0.role == nil })
    #expect(sink.records.wait { _ in sink.snapshots.contains { $0.end != nil } }, "all questions were asked")
    collector.stop()
    #expect(versions(app).last?.name == "Mute" && versions(app).last?.role == "push button")
  }

  @Test func whatAnElementSaidItselfIsNotSaidOnceMore() throws {
    let app = try ScriptedApplication([popup: .init(name: "Unmute"), ScriptedApplication.root: .init(name: "mixer")])
    app.list([item(app, popup, [.int32(0), .int32(0)])], of: Self.gtk)
    let collector = try collector(app)
    try app.emit(popup, "StateChanged", "focused", 1)
    #expect(sink.records.wait { _ in !versions(app).isEmpty })
    collector.stop()
    #expect(versions(app).allSatisfy { $0.name == "Unmute" })
  }
}
