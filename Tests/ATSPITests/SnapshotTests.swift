import DBus
import Glibc
import TestSupport
import Testing
import Timeline

@testable import ATSPI

/// Trees read whole: large ones, broken ones, endless ones.
@Suite(.serialized) struct SnapshotTests {
  let sink = CollectorSink()
  init() { _ = PrivateBus.shared }

  private func path(_ number: Int) -> String {
    number == 0 ? ScriptedApplication.root : "/org/a11y/atspi/accessible/\(number)"
  }

  private func collect(_ objects: [String: ScriptedApplication.Object]) throws -> (ScriptedApplication, EventCollector)
  {
    let app = try ScriptedApplication(objects)
    // On a machine that does much else an answer may take long.
    let collector = try EventCollector(sink: sink, answersWithin: 60) { $0 == 1 }
    try collector.start()
    collector.adopt(.init(busName: app.busName, processID: 1))
    return (app, collector)
  }

  @Test func fiveThousandElementsAreCompleteAndInOrder() throws {
    // 1 + 20 + 4,979 elements: a root with frames, each with its rows.
    var objects: [String: ScriptedApplication.Object] = [:]
    objects[path(0)] = .init(name: "root", role: 75, children: (1...20).map(path))
    var next = 21
    for frame in 1...20 {
      let count = frame == 20 ? 229 : 250
      objects[path(frame)] = .init(name: "frame \(frame)", role: 23, children: (next..<next + count).map(path))
      for row in next..<next + count { objects[path(row)] = .init(name: "row \(row)") }
      next += count
    }
    #expect(objects.count == 5000)
    let (app, collector) = try collect(objects)
    withExtendedLifetime(app) { collector.takeSnapshots(reason: "request", within: 60) }
    let ended = try #require(sink.snapshots.last { $0.reason == "request" })
    // The application's first screen may be read meanwhile.
    let elements = sink.snapshotElements.filter { $0.snapshotID == ended.id }
    #expect(elements.map(\.ordinal) == Array(0..<5000))
    #expect(elements.map(\.version.key.objectPath) == (0..<5000).map(path), "breadth first")
    #expect(elements.map(\.depth) == [0] + Array(repeating: 1, count: 20) + Array(repeating: 2, count: 4979))
    #expect(elements.allSatisfy { $0.version.name != nil && $0.version.cause == .snapshot })
    #expect(ended.limitReached == nil && ended.end.map { $0 > ended.start } == true)
    collector.stop()
  }

  @Test func cyclesDeadObjectsAndForeignOnesAreSurvived() throws {
    let objects: [String: ScriptedApplication.Object] = [
      path(0): .init(name: "root", children: [path(1), path(2), path(77)]),
      path(1): .init(name: "one", children: [path(0), path(2), path(1)]),
      path(2): .init(name: "two", children: [path(1)]),
    ]
    let (app, collector) = try collect(objects)
    withExtendedLifetime(app) { collector.takeSnapshots(reason: "request", within: 10) }
    let elements = sink.snapshotElements
    #expect(elements.map(\.version.key.objectPath) == [path(0), path(1), path(2), path(77)])
    #expect(elements.map { $0.version.name ?? "dead" } == ["root", "one", "two", "dead"])
    collector.stop()
  }

  @Test func limitsAreKeptAndTold() throws {
    let app = try ScriptedApplication([
      path(0): .init(name: "root", children: (1...10).map(path)), path(1): .init(name: "one", children: [path(11)]),
    ])
    for (limits, word, count) in [
      (TreeReader.Limits(childrenOfOne: 3), "10 children", 5), (.init(elements: 4), "more than 4 elements", 4),
      (.init(depth: 1), "deeper than 1", 11), (.init(seconds: 0), "more than 0 s", 1),
    ] {
      let found = Arrivals<String>()
      let ended = Arrivals<String>()
      TreeReader(ElementReader(bus: try BusConnection(address: PrivateBus.shared.address))).read(
        ElementKey(busName: app.busName, objectPath: path(0)), limits: limits,
        .init(
          onElement: { answer, _, _ in found.add(answer.version.key.objectPath) }, isBusy: { false },
          onEnd: { ended.add($0 ?? "whole") }))
      #expect(ended.wait { !$0.isEmpty })
      #expect(ended.all.first?.contains(word) == true && found.all.count == count, "\(ended.all) \(found.all)")
    }
  }

  @Test func aScreenThatHasSettledIsReadOnce() throws {
    let (app, collector) = try collect([path(0): .init(name: "root", children: [path(1)]), path(1): .init(name: "one")])
    for _ in 0..<5 { try app.emit(path(1), "ChildrenChanged", "add", 0) }
    #expect(sink.records.wait(within: 10) { _ in sink.snapshots.contains { $0.end != nil } })
    #expect(sink.snapshots.map(\.reason) == ["start", "start"], "its begin and its end")
    #expect(sink.snapshotElements.count == 2)
    let last = try #require(sink.events.last { $0.source.busName == app.busName }).time
    #expect(sink.snapshots[0].start - last >= .milliseconds(500), "it was idle before")
    collector.stop()
  }

  /// The person comes first.
  @Test func idleIsWithoutEventsAndActs() {
    var watch = ScreenWatch()
    func at(_ ms: Int) -> MonotonicTime { MonotonicTime(nanoseconds: .milliseconds(ms)) }
    func event(_ type: EventType, _ ms: Int) -> Event {
      Event(
        time: at(ms), type: type, source: ElementKey(busName: ":1.1", objectPath: "/1"), detail1: 0, detail2: 0,
        anyData: nil)
    }
    watch.take(event("object:text-changed:insert", 0))
    #expect(watch.due(at: at(5000)) == ([], false), "nothing on the screen has changed")
    watch.take(event("window:activate", 10_000))
    #expect(watch.due(at: at(10_400)) == ([], true))
    watch.acted(at: at(10_450))
    #expect(watch.due(at: at(10_900)) == ([], true))
    #expect(watch.due(at: at(10_960)) == ([":1.1"], false))
    watch.take(event("window:destroy", 11_000))
    #expect(watch.due(at: at(12_000)) == ([], true), "it was read a moment ago")
    #expect(watch.due(at: at(14_000)) == ([":1.1"], false))
  }
}
