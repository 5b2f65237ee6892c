import DBus
import Glibc
import TestSupport
import Testing
import Timeline

@testable import ATSPI

/// What elements were: asked, told by events, read back after acts; and applications that do not answer.
@Suite(.serialized) struct ElementTests {
  let sink = CollectorSink()
  private let slider = "/org/a11y/atspi/accessible/7"

  init() { _ = PrivateBus.shared }

  private func key(_ app: ScriptedApplication, _ path: String) -> ElementKey {
    ElementKey(busName: app.busName, objectPath: path)
  }

  private func collector(_ app: ScriptedApplication) throws -> EventCollector {
    let collector = try EventCollector(sink: sink) { $0 == 1 }
    try collector.start()
    collector.adopt(.init(busName: app.busName, processID: 1))
    return collector
  }

  private func versions(_ key: ElementKey) -> [ElementVersion] { sink.versions.filter { $0.key == key } }

  private var volume: ScriptedApplication.Object {
    .init(
      name: "Volume", role: 51, interfaces: ["Accessible", "Component", "Value"], value: 40, extents: [5, 6, 70, 8])
  }

  @Test func everythingIsAsked() throws {
    let app = try ScriptedApplication([slider: volume, ScriptedApplication.root: .init(name: "mixer", role: 75)])
    let collector = try collector(app)
    #expect(
      sink.records.wait {
        $0.contains { if case .application(let known) = $0 { known.toolkitVersion == "1.0" } else { false } }
      }, "extents are asked once the toolkit is known")
    try app.emit(slider, "StateChanged", "focused", 1)
    let key = key(app, slider)
    #expect(sink.records.wait { _ in !versions(key).isEmpty })
    let version = try #require(versions(key).first)
    #expect(version.role == "slider" && version.name == "Volume" && version.cause == .lookUp)
    #expect(version.value?.current == 40 && version.value?.minimum == 0 && version.value?.maximum == 100)
    #expect(version.extents == ElementExtents(x: 5, y: 6, width: 70, height: 8))
    #expect(version.interfaces == ["Accessible", "Component", "Value"] && version.childCount == 0)
    #expect(version.relations == ["labelled-by": ["/org/a11y/label"]])
    collector.stop()
  }

  /// The focus was told of, and the object itself says that it has none: both are there.
  @Test func aFocusThatTheObjectDeniesIsShown() throws {
    let app = try ScriptedApplication([slider: volume])
    let collector = try collector(app)
    try app.emit(slider, "StateChanged", "focused", 1)
    let key = key(app, slider)
    #expect(sink.records.wait { _ in !versions(key).isEmpty })
    #expect(versions(key).allSatisfy { $0.states?.contains("focused") == false })
    collector.stop()
  }

  @Test func eventsKeepWhatIsKnownTrue() throws {
    let app = try ScriptedApplication([slider: volume])
    let collector = try collector(app)
    let key = key(app, slider)
    try app.emit(slider, "StateChanged", "focused", 1)
    #expect(sink.records.wait { _ in !versions(key).isEmpty })
    try app.emit(slider, "PropertyChange", "accessible-value", data: .double(45))
    try app.emit(slider, "PropertyChange", "accessible-description", data: .string("How loud"))
    try app.emit(slider, "StateChanged", "busy", 1)
    try app.emit(slider, "StateChanged", "busy", 1)
    #expect(sink.records.wait { _ in versions(key).last?.states?.contains("busy") == true })
    let told = versions(key).filter { $0.cause == .event }
    #expect(told.map { $0.value?.current } == [45, 45, 45], "what tells nothing new makes no version")
    #expect(told.last?.description == "How loud" && told.last?.name == "Volume")
    #expect(told.map(\.time) == sink.events.filter { $0.source == key }.dropFirst().prefix(3).map(\.time))
    collector.stop()
  }

  @Test func anActiveDescendantIsNamedAndAsked() throws {
    let item = "/org/a11y/atspi/accessible/9"
    let app = try ScriptedApplication([slider: .init(role: 31), item: .init(name: "Third row", role: 32)])
    let collector = try collector(app)
    try app.emit(slider, "ActiveDescendantChanged", "", data: app.reference(item))
    let key = key(app, item)
    #expect(sink.records.wait { _ in versions(key).contains { $0.name == "Third row" } })
    #expect(sink.events.first { $0.type == "object:active-descendant-changed" }?.anyDataElement == key)
    #expect(collector.focus.element == key)
    collector.stop()
  }

  @Test func aSilentChangeIsReadBackAfterAnAct() throws {
    let app = try ScriptedApplication([slider: volume])
    let collector = try collector(app)
    let key = key(app, slider)
    try app.emit(slider, "StateChanged", "focused", 1)
    #expect(sink.records.wait { _ in !versions(key).isEmpty })
    app.set(slider) { $0.value = 60 }
    collector.readBack(key)
    #expect(sink.records.wait { _ in versions(key).contains { $0.cause == .readBack } })
    #expect(versions(key).last?.value?.current == 60)
    // What cannot change by an act is not asked.
    let label = "/org/a11y/atspi/accessible/8"
    app.set(label) { $0 = .init(name: "Label", role: 29) }
    try app.emit(label, "StateChanged", "focused", 1)
    let other = ElementKey(busName: app.busName, objectPath: label)
    #expect(sink.records.wait { _ in !versions(other).isEmpty })
    let before = app.callCount
    collector.readBack(other)
    collector.readBack(key)
    #expect(sink.records.wait { _ in versions(key).filter { $0.cause == .readBack }.count == 2 })
    #expect(app.callCount - before > 0 && versions(other).count == 1)
    collector.stop()
  }

  @Test func whatSaidNothingIsAskedAgainWhenTheTreeGrows() throws {
    let app = try ScriptedApplication([:])
    let collector = try collector(app)
    let key = key(app, slider)
    try app.emit(slider, "StateChanged", "focused", 1)
    // A later question to the same application is answered after the first.
    app.set("/org/a11y/atspi/accessible/8") { $0.name = "Marker" }
    try app.emit("/org/a11y/atspi/accessible/8", "StateChanged", "focused", 1)
    #expect(sink.records.wait { _ in sink.versions.contains { $0.name == "Marker" } })
    #expect(versions(key).isEmpty)
    app.set(slider) { $0 = volume }
    try app.emit("/org/a11y/atspi/accessible/8", "ChildrenChanged", "add", 0)
    #expect(sink.records.wait { _ in versions(key).contains { $0.name == "Volume" } })
    collector.stop()
  }

  @Test func anApplicationThatHangsIsToldOfAndStopsNothing() throws {
    let app = try ScriptedApplication([slider: volume])
    let other = try ScriptedApplication([slider: volume])
    let collector = try collector(app)
    collector.adopt(.init(busName: other.busName, processID: 1))
    app.hang(true)
    try app.emit(slider, "StateChanged", "focused", 1)
    try other.emit(slider, "StateChanged", "focused", 1)
    #expect(sink.records.wait { _ in !versions(key(other, slider)).isEmpty }, "another one is asked meanwhile")
    func silences() -> [Gap] { sink.gaps.filter { $0.kind == .silence } }
    #expect(sink.records.wait(within: 10) { _ in !silences().isEmpty })
    let open = try #require(silences().first)
    #expect(open.end == nil && open.source == .events)
    let before = app.callCount
    // The start snapshot asks, too, once the application is quiet.
    #expect(before < 40, "it is not asked again and again")
    app.hang(false)
    #expect(sink.records.wait(within: 10) { _ in silences().contains { $0.end != nil } })
    #expect(silences().last?.start == open.start)
    #expect(sink.records.wait { _ in versions(key(app, slider)).contains { $0.name == "Volume" } })
    collector.stop()
  }

  @Test func aSilenceEndsWithAnApplicationThatDiesInIt() throws {
    var app: ScriptedApplication? = try ScriptedApplication([slider: volume])
    let collector = try collector(#require(app))
    app?.hang(true)
    try app?.emit(slider, "StateChanged", "focused", 1)
    func silences() -> [Gap] { sink.gaps.filter { $0.kind == .silence } }
    #expect(sink.records.wait { _ in !silences().isEmpty })
    #expect(silences().allSatisfy { $0.end == nil })
    app = nil
    #expect(sink.records.wait { _ in silences().last?.end != nil })
    #expect(silences().last?.start == silences().first?.start)
    collector.stop()
  }

  @Test func anApplicationThatTellsNothingAfterAPressIsAsked() throws {
    let app = try ScriptedApplication([slider: volume])
    let collector = try collector(app)
    try app.emit(slider, "StateChanged", "focused", 1)
    #expect(sink.records.wait { _ in versions(key(app, slider)).contains { $0.name == "Volume" } })
    app.hang(true)
    collector.acted(at: .now)
    #expect(sink.records.wait { _ in sink.gaps.contains { $0.kind == .silence && $0.end == nil } })
    app.hang(false)
    #expect(sink.records.wait { _ in sink.gaps.contains { $0.kind == .silence && $0.end != nil } })
    collector.stop()
  }
}
