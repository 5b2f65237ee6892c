@testable import ATSPI
import ATSPIProvider
import DBus
import Glibc
import System
import TestSupport
import Testing
import Timeline

@Suite(.serialized) struct EventCollectorTests {
  let sink = CollectorSink()

  init() { _ = PrivateBus.shared }

  private func provider(_ name: String) throws -> Provider {
    let button = ProviderElement(
      id: 2, parentID: 1, role: .pushButton, name: "Play", description: "Hear it", accessibleID: "btn-play",
      attributes: ["plays-sound": "true"], states: [.focusable], actions: ["click"])
    return try Provider(
      name: name, elements: [ProviderElement(id: 1, parentID: 0, role: .frame, name: "Window"), button],
      handlers: .init(onAction: { _, _ in true }, onGrabFocus: { _ in true }))
  }

  private func events(of player: Provider) -> [String] { events(of: player.busName) }

  private func events(of busName: String) -> [String] {
    sink.records.all.compactMap { record in
      guard case .event(let event) = record, event.source.busName == busName else { return nil }
      return "\(event.type) \(event.detail1)"
    }
  }

  @Test func eventsOfTheApplicationAreRecordedWithWhatTheirElementsWere() throws {
    // Applications of other tests are of this same process: this one is told to be of another.
    let collector = try EventCollector(sink: sink) { $0 == 1 }
    try collector.start()
    #expect(Set(PrivateBus.shared.registeredEvents).isSuperset(of: ["object:", "window:", "focus:"]))
    let player = try provider("player")
    collector.adopt(.init(busName: player.busName, processID: 1))
    player.focus(2, isTold: false)
    let before = MonotonicTime.now
    player.claim(frame: 1)
    #expect(sink.records.wait { _ in events(of: player).count >= 3 && sink.versions.contains { $0.name == "Play" } })
    #expect(
      events(of: player) == ["window:activate 0", "object:state-changed:active 1", "object:state-changed:focused 1"])
    let version = try #require(sink.versions.first { $0.name == "Play" })
    #expect(version.role == "push button" && version.description == "Hear it" && version.accessibleID == "btn-play")
    #expect(version.attributes == ["plays-sound": "true"] && version.actions == ["click"])
    #expect(version.states?.contains("focused") == true && version.indexInParent == 0)
    #expect(version.time > before)
    #expect(collector.focus.isActive && collector.focus.element == version.key)

    player.rename(2, "Play, playing")
    #expect(sink.records.wait { _ in sink.versions.contains { $0.name == "Play, playing" } })
    player.release(frame: 1)
    #expect(sink.records.wait { _ in events(of: player).contains("window:deactivate 0") })
    #expect(!collector.focus.isActive)
  }

  /// GTK 3 under load: the window is active before the toolkit can tell of it, and only the focus is told.
  @Test func whatContainsTheFocusIsReadThoughNoEventNamesIt() throws {
    let collector = try EventCollector(sink: sink) { $0 == getpid() }
    try collector.start()
    let player = try Provider(
      name: "quiet",
      elements: [
        ProviderElement(id: 1, parentID: 0, role: .frame, name: "Quiet window", states: [.active]),
        ProviderElement(id: 2, parentID: 1, role: .panel, name: ""),
        ProviderElement(id: 3, parentID: 2, role: .pushButton, name: "Play", states: [.focusable, .focused]),
      ], handlers: .init(onAction: { _, _ in true }, onGrabFocus: { _ in true }))
    player.focus(3)
    #expect(sink.records.wait { _ in sink.versions.contains { $0.name == "Quiet window" } })
    #expect(!events(of: player).contains { $0.contains("activ") } && collector.focus.isActive)
  }

  @Test func aWindowsStatesSayThatItIsActiveUntilEventsDo() {
    var state = EventCollector.State()
    var frame = ElementVersion(key: ElementKey(busName: ":1.1", objectPath: "/frame"), time: .now)
    (frame.role, frame.states) = ("frame", ["active", "showing"])
    var item = ElementVersion(key: ElementKey(busName: ":1.1", objectPath: "/item"), time: .now)
    (item.role, item.states, item.parent) = ("list item", ["active"], frame.key)
    state.keep(item)
    #expect(state.activeFrames.isEmpty, "only windows are active")
    #expect(state.parentToAsk(of: item) == frame.key && state.parentToAsk(of: item) == nil)
    state.keep(frame)
    #expect(state.activeFrames == [frame.key])
    _ = state.follow(
      Event(time: .now, type: "window:deactivate", source: frame.key, detail1: 0, detail2: 0, anyData: nil))
    state.keep(frame)
    #expect(state.activeFrames.isEmpty, "the answer is older than the event, though dealt with later")
  }

  @Test func whatTheRecorderSendsItselfIsSeenAndNotRecorded() throws {
    let collector = try EventCollector(sink: sink) { $0 == getpid() }
    #expect(throws: ATSPIError.self, "it does not listen yet") { try collector.testItself(within: 0.2) }
    try collector.start()
    try collector.testItself(within: 5)
    let calls = try CallMonitor(sink: sink) { _ in true }
    #expect(throws: ATSPIError.self, "it does not listen yet") { try calls.testItself(within: 0.2) }
    try calls.start()
    try calls.testItself(within: 5)
    let tested = sink.records.all.compactMap {
      if case .source(let source) = $0, source.selfTestedAt != nil { source.name } else { nil }
    }
    #expect(tested == [.events, .calls])
    #expect(sink.calls.isEmpty)
    #expect(
      !sink.records.all.contains {
        if case .event(let event) = $0 { event.type.rawValue.contains("self-test") } else { false }
      })
  }

  @Test func eventsThatCameBeforeTheSenderWasKnownKeepTheirPlace() throws {
    let collector = try EventCollector(sink: sink) { $0 == getpid() }
    try collector.start()
    for _ in 0..<5 {
      let player = try provider("player")
      let names = (0..<200).map { "\(player.busName) \($0)" }
      for name in names { player.rename(2, name) }
      let named = {
        sink.records.all.compactMap { record in
          if case .event(let event) = record, event.source.busName == player.busName { event.anyData } else { nil }
        }
      }
      #expect(sink.records.wait { _ in named().count == names.count })
      #expect(named() == names)
    }
  }

  @Test func othersAreLeftOutUntilTheyBelongToTheApplication() throws {
    let hasGrown = Arrivals<Bool>()
    let collector = try EventCollector(sink: sink) { $0 == 1 || !hasGrown.all.isEmpty }
    try collector.start()
    let (friend, stranger) = (try provider("friend"), try provider("stranger"))
    collector.adopt(.init(busName: friend.busName, name: "friend", processID: 1))
    collector.adopt(.init(busName: stranger.busName, name: "stranger", processID: 2))
    let client = try BusConnection(address: PrivateBus.shared.address)
    let seen = Arrivals<String>()
    client.addFilter { message in
      seen.add(message.member)
      return false
    }
    try client.addMatch("type='signal',sender='\(stranger.busName)'")
    stranger.claim(frame: 1)
    #expect(seen.wait { $0.contains("Activate") })
    // Its events are behind the collector once a later one of another sender has been recorded.
    friend.claim(frame: 1)
    #expect(sink.records.wait { _ in !events(of: friend).isEmpty })
    hasGrown.add(true)
    collector.scopeHasGrown()
    stranger.release(frame: 1)
    #expect(sink.records.wait { _ in events(of: stranger).count == 2 })
    #expect(events(of: stranger) == ["window:deactivate 0", "object:state-changed:active 0"])
  }

  @Test func whoseAConnectionIsIsAskedWhenItComesAndNotAtItsFirstEvent() throws {
    let asked = Arrivals<Int32>()
    let collector = try EventCollector(sink: sink) { process in
      asked.add(process)
      return false
    }
    try collector.start()
    // Another process, which sends no event and waits for an answer that never comes.
    let silent = try BusConnection(address: PrivateBus.shared.address)
    silent.addFilter { $0.kind == .call }
    var options = Child.Options()
    options.environment["DBUS_SESSION_BUS_ADDRESS"] = PrivateBus.shared.address
    options.descriptors = [-1, -1, -1]
    options.deathSignal = SIGKILL
    let child = try Child(
      "dbus-send", ["--session", "--print-reply", "--dest=" + silent.uniqueName, "/", "a.b.C"], options)
    defer { child.terminate() }
    #expect(asked.wait(within: 20) { $0.contains(child.processID) }, "\(asked.all)")
    withExtendedLifetime((collector, silent)) {}
  }

  @Test func aScopeThatGrowsWhileItIsAskedLeavesNobodyOut() throws {
    let growing = Arrivals<EventCollector>()
    let asked = Arrivals<Bool>()
    let collector = try EventCollector(sink: sink) { _ in
      // Looked at just before, it was not ours yet.
      if asked.all.isEmpty, let collector = growing.all.first {
        asked.add(true)
        collector.scopeHasGrown()
        return false
      }
      return true
    }
    growing.add(collector)
    try collector.start()
    let player = try provider("player")
    collector.adopt(.init(busName: player.busName, name: "player", processID: getpid()))
    player.claim(frame: 1)
    #expect(sink.records.wait { _ in events(of: player).count >= 2 })
    #expect(!asked.all.isEmpty)
  }

  @Test func actionsAreRecordedWithTheirReplies() throws {
    let player = try provider("player")
    let name = player.busName
    let monitor = try CallMonitor(sink: sink) { $0 == name }
    try monitor.start()
    let client = try BusConnection(address: PrivateBus.shared.address)
    let path = "/org/a11y/atspi/accessible/2"
    _ = try client.call(name, path, "org.a11y.atspi.Action", "DoAction", .tuple([.int32(0)]))
    _ = try client.call(name, path, "org.a11y.atspi.Action", "DoAction", .tuple([.int32(5)]))
    _ = try? client.call(
      name, "/org/a11y/atspi/accessible/77", "org.a11y.atspi.Action", "DoAction", .tuple([.int32(0)]))
    #expect(sink.records.wait { _ in sink.calls.filter { $0.replyTime != nil }.count == 3 })
    let answered = sink.calls.filter { $0.replyTime != nil }
    #expect(answered.map(\.accepted) == [true, false, nil])
    #expect(answered.map { $0.errorName ?? "" } == ["", "", "org.freedesktop.DBus.Error.UnknownMethod"])
    #expect(answered.allSatisfy { $0.caller == client.uniqueName && $0.target.busName == name })
  }

  /// A key that closes the last window is told of after that.
  @Test func whatHadTheFocusAMomentAgoIsKnownForAMoment() throws {
    let app = try ScriptedApplication([:])
    let collector = try EventCollector(sink: sink) { $0 == 1 }
    try collector.start()
    collector.adopt(.init(busName: app.busName, processID: 1))
    let (window, button) = ("/org/a11y/atspi/accessible/1", "/org/a11y/atspi/accessible/2")
    try app.emit(window, "Activate", "", category: "Window")
    try app.emit(button, "StateChanged", "focused", 1)
    #expect(sink.records.wait { _ in collector.focus.element?.objectPath == button })
    #expect(!collector.hadFocus(justBefore: .now).isSo, "it has it still")
    try app.emit(window, "Deactivate", "", category: "Window")
    #expect(sink.records.wait { _ in !collector.focus.isActive })
    let left = try #require(sink.events.last { $0.type == "window:deactivate" }).time
    #expect(collector.hadFocus(justBefore: left + .milliseconds(20)) == (isSo: true, element: collector.focus.element))
    #expect(!collector.hadFocus(justBefore: left + .milliseconds(60)).isSo)
    collector.stop()
  }

  @Test func nobodyButTheBusSaysWhoHasLeft() throws {
    let collector = try EventCollector(sink: sink) { $0 == getpid() }
    try collector.start()
    let liar = try BusConnection(address: PrivateBus.shared.address)
    let event = ("/org/a11y/atspi/accessible/1", "org.a11y.atspi.Event.Object")
    func tell(_ detail: String) throws {
      let body = Variant.tuple([.string(detail), .int32(1), .int32(0), .variant(.int32(0)), .array(of: "{sv}", [])])
      try liar.emit(event.0, event.1, "StateChanged", body)
    }
    try tell("focused")
    #expect(sink.records.wait { _ in events(of: liar.uniqueName).count == 1 })
    for name in [liar.uniqueName, "org.a11y.atspi.Registry"] {
      try liar.emit(event.0, event.1, "NameOwnerChanged", .tuple([.string(name), .string(name), .string("")]))
    }
    try tell("pressed")
    #expect(sink.records.wait { _ in events(of: liar.uniqueName).contains("object:state-changed:pressed 1") })
    let hasLeft = sink.records.all.contains { record in
      if case .application(let known) = record {
        known.busName == liar.uniqueName && known.lastSeen != nil
      } else {
        false
      }
    }
    #expect(!hasLeft, "it is there still")
    withExtendedLifetime(collector) {}
    #expect(sink.gaps.isEmpty)
  }

  @Test func aReaderThatLeavesIsAGapAndARecorderIsNone() throws {
    let collector = try EventCollector(sink: sink) { $0 == getpid() }
    try collector.start()
    func listen(_ type: String) throws -> String {
      let listener = try BusConnection(address: PrivateBus.shared.address)
      let body = Variant.tuple([.string(listener.uniqueName), .string(type), .array(of: "s", [])])
      try listener.emit(
        "/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "EventListenerRegistered", body)
      try listener.flush()
      return listener.uniqueName
    }
    _ = try listen("object:")
    let reader = try listen("Object:StateChanged:Focused")
    #expect(sink.records.wait { _ in !sink.gaps.isEmpty })
    #expect(sink.gaps.map(\.source) == [.speech])
    #expect(sink.gaps.first?.reason.contains(reader) == true)
    collector.stop()
  }

  @Test func anElementIsAskedOneQuestionAtATime() throws {
    let collector = try EventCollector(sink: sink) { $0 == getpid() }
    try collector.start()
    let player = try provider("player")
    player.claim(frame: 1)
    for _ in 0..<500 {
      player.focus(1, isTold: true)
      player.focus(2, isTold: true)
    }
    player.rename(2, "done")
    #expect(sink.records.wait(within: 20) { _ in sink.versions.contains { $0.name == "done" } })
    #expect(events(of: player).filter { $0 == "object:state-changed:focused 1" }.count > 900)
    let versions = sink.versions.filter { $0.key.busName == player.busName }.count
    #expect(versions < 500, "\(versions)")
  }

  @Test func whatLeavesAtOnceIsNotLostInSilence() throws {
    let collector = try EventCollector(sink: sink) { $0 == getpid() }
    try collector.start()
    var names: Set<String> = []
    for _ in 1...20 {
      let hasty = try BusConnection(address: PrivateBus.shared.address)
      let body = Variant.tuple([
        .string("focused"), .int32(1), .int32(0), .variant(.int32(0)), .array(of: "{sv}", []),
      ])
      try hasty.emit("/org/a11y/atspi/accessible/1", "org.a11y.atspi.Event.Object", "StateChanged", body)
      try hasty.flush()
      names.insert(hasty.uniqueName)
    }
    // Of one that is gone before the bus was asked nobody can tell whose it was; that is told instead.
    func isAccounted(_ name: String) -> Bool {
      events(of: name).count == 1
        || sink.gaps.contains { $0.source == .events && $0.reason.hasPrefix(name + " has left") }
    }
    #expect(sink.records.wait { _ in names.allSatisfy(isAccounted) })
    collector.stop()
  }
}
