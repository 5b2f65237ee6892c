import DBus
import TestSupport
import Testing
import Timeline

@testable import ATSPI

/// How an application is asked, by its toolkit.
@Suite(.serialized) struct ToolkitMannersTests {
  let sink = CollectorSink()

  init() { _ = PrivateBus.shared }

  @Test(arguments: [
    ("GTK", "4.8.3", ToolkitManners.Coordinates.window, true), ("gtk", "3.24.38", .screen, true),
    ("Qt", "5.15.8", .screen, false), ("Gecko", "115", .screen, false),
  ])
  func aToolkitIsAskedWhatItCanAnswer(
    _ toolkit: String, _ version: String, _ coordinates: ToolkitManners.Coordinates, _ answersGetAll: Bool
  ) {
    let manners = ToolkitManners(toolkit: toolkit, version: version)
    #expect(manners.coordinates == coordinates && manners.answersGetAll == answersGetAll)
  }

  /// GetAll has made Qt 5 abort: who has not said what it is, and who is not known to bear it, is never asked so.
  @Test(arguments: [("Qt", false), ("gtk", true)])
  func allPropertiesAtOnceAreAskedOfWhomBearsIt(_ toolkit: String, _ isAskedSo: Bool) throws {
    let slider = "/org/a11y/atspi/accessible/7"
    let app = try ScriptedApplication([
      slider: .init(name: "Volume", role: 51, interfaces: ["Accessible", "Value"], value: 40),
      ScriptedApplication.root: .init(name: "mixer", role: 75),
    ])
    app.setToolkit(toolkit)
    let collector = try EventCollector(sink: sink) { $0 == 1 }
    try collector.start()
    // Adopted first: the bus says that this application is of the test's own process, which is not recorded.
    collector.adopt(.init(busName: app.busName, processID: 1))
    try app.emit(slider, "StateChanged", "focused", 1)
    #expect(
      sink.records.wait { _ in sink.snapshots.contains { $0.busName == app.busName && $0.end != nil } }, "the reading")
    #expect(sink.records.wait { _ in sink.versions.contains { $0.key.objectPath == slider } }, "the slider's answers")
    collector.stop()
    #expect(app.members.contains("GetAll") == isAskedSo)
    let version = try #require(sink.versions.first { $0.key.objectPath == slider })
    #expect(version.name == "Volume" && version.childCount == 0 && version.value?.current == 40)
    #expect(version.value?.maximum == 100)
  }
}
