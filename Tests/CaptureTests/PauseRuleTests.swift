import Testing
import Timeline

@testable import Capture

/// What is stored around a pause from 100 to 200, of sources that are all armed; times in nanoseconds.
@Suite struct PauseRuleTests {
  static let pause: Int64 = 100
  static let resumption: Int64 = 200
  let element = ElementKey(busName: ":1.7", objectPath: "/1")

  func at(_ nanoseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }

  /// A rule whose sources are armed, and which is paused already, or over the pause.
  func rule(paused: Bool = false, resumed: Bool = false) -> PauseRule {
    var rule = PauseRule()
    for source in [SourceName.events, .speech] {
      _ = rule.take(.source(SourceStatus(source, armedAt: at(0))), from: source)
    }
    if paused || resumed { _ = rule.pause(at: at(Self.pause), reason: "") }
    if resumed { _ = rule.resume(at: at(Self.resumption)) }
    return rule
  }

  func gap(_ source: SourceName, until end: Int64?) -> Record {
    .gap(
      Gap(
        source: source, kind: .pause, start: at(Self.pause), end: end.map(at), reason: "paused"))
  }

  func event(_ time: Int64) -> Record {
    .event(Event(time: at(time), type: "focus:", source: element, detail1: 0, detail2: 0, anyData: nil))
  }

  func utterance(_ id: Int64, queued: Int64, begun: Int64? = nil, ended: Int64? = nil) -> Record {
    var utterance = Utterance(
      id: id, connection: 1, client: nil, priority: nil, kind: .message, text: "", plainText: "", queuedAt: at(queued))
    utterance.begunAt = begun.map(at)
    utterance.endedAt = ended.map(at)
    return .utterance(utterance)
  }

  func segment(_ id: Int64, _ onset: Int64, _ offset: Int64? = nil) -> Record {
    var segment = AudioSegment(id: id, streamID: 1, onset: at(onset), peakDB: -10, kind: .tone)
    segment.offset = offset.map(at)
    return .audioSegment(segment)
  }

  func level(_ time: Int64) -> Record { .audioLevel(AudioLevel(streamID: 1, time: at(time), levelDB: -20)) }

  func key(_ time: Int64, _ isPress: Bool, _ name: String? = "Return") -> Record {
    .input(Input(time: at(time), isPress: isPress, keyName: name, modifiers: 0, focus: nil))
  }

  @Test func eachArmedSourceHasAGapThatIsOpenUntilTheResumption() {
    var rule = rule()
    #expect(rule.pausedSince == nil && rule.resume(at: at(50)) == [])
    let begun = rule.pause(at: at(Self.pause), reason: "")
    #expect(begun.map(\.record) == [gap(.events, until: nil), gap(.speech, until: nil)])
    #expect(rule.pause(at: at(120), reason: "again") == [] && rule.pausedSince == at(Self.pause))
    #expect(rule.resume(at: at(200)).map(\.record) == [gap(.events, until: 200), gap(.speech, until: 200)])
    #expect(rule.pausedSince == nil && rule.end(at: at(300)) == [])
  }

  @Test func whatHappensInThePauseIsHiddenWheneverItIsTold() {
    var rule = rule(paused: true)
    #expect(rule.take(event(99), from: .events) == .pass, "it came late, and was before")
    #expect(rule.take(event(100), from: .events) == .replace([]))
    #expect(rule.take(.marker(Marker(time: at(150), text: "x")), from: .markers) == .pass)
    let loss = Record.gap(Gap(source: .events, start: at(150), end: nil, reason: "the bus is gone"))
    #expect(rule.take(loss, from: .events) == .pass)
    _ = rule.resume(at: at(200))
    #expect(rule.take(event(199), from: .events) == .replace([]))
    #expect(rule.take(event(200), from: .events) == .pass)
  }

  @Test func anUtteranceThatHadBegunIsRecordedToItsEnd() {
    var rule = rule()
    #expect(rule.take(utterance(1, queued: 90), from: .speech) == .pass)
    _ = rule.pause(at: at(100), reason: "")
    #expect(rule.take(utterance(1, queued: 90, begun: 110), from: .speech) == .pass)
    let mark = Record.utteranceMark(UtteranceMark(utteranceID: 1, time: at(120), name: "0:3"))
    #expect(rule.take(mark, from: .speech) == .pass)
    #expect(rule.take(utterance(1, queued: 90, begun: 110, ended: 150), from: .speech) == .pass)
  }

  @Test func anUtteranceThatBeginsInThePauseIsHiddenAndTheGapReachesToItsEnd() {
    var rule = rule(paused: true)
    #expect(rule.take(utterance(2, queued: 150), from: .speech) == .replace([]))
    _ = rule.resume(at: at(200))
    #expect(rule.take(utterance(2, queued: 150, begun: 210), from: .speech) == .replace([gap(.speech, until: 210)]))
    let mark = Record.utteranceMark(UtteranceMark(utteranceID: 2, time: at(220), name: "0:3"))
    #expect(rule.take(mark, from: .speech) == .replace([gap(.speech, until: 220)]))
    let ended = rule.take(utterance(2, queued: 150, begun: 210, ended: 300), from: .speech)
    #expect(ended == .replace([gap(.speech, until: 300)]))
    #expect(rule.take(utterance(3, queued: 250), from: .speech) == .pass)
  }

  @Test func aSoundIsRecordedWholeOrNotAtAll() {
    var rule = rule()
    #expect(rule.take(segment(1, 90), from: .applicationAudio) == .pass)
    _ = rule.pause(at: at(100), reason: "")
    #expect(rule.take(level(110), from: .applicationAudio) == .pass, "of a sound that had begun")
    #expect(rule.take(segment(1, 90, 130), from: .applicationAudio) == .pass)
    #expect(rule.take(level(140), from: .applicationAudio) == .replace([]))
    #expect(rule.take(segment(2, 150), from: .applicationAudio) == .replace([]))
    _ = rule.resume(at: at(200))
    #expect(rule.take(level(210), from: .applicationAudio) == .replace([]), "of a sound that is not there")
    let ended = rule.take(segment(2, 150, 230), from: .applicationAudio)
    #expect(ended == .replace([gap(.applicationAudio, until: 230)]))
    #expect(rule.take(segment(3, 240), from: .applicationAudio) == .pass)
    #expect(rule.take(level(250), from: .applicationAudio) == .pass)
  }

  @Test func aCallIsHiddenWithItsReply() {
    var rule = rule(paused: true)
    var call = ActionCall(id: 1, time: at(150), caller: ":1.2", target: element, actionIndex: 0)
    #expect(rule.take(.actionCall(call), from: .calls) == .replace([]))
    _ = rule.resume(at: at(200))
    call.replyTime = at(220)
    #expect(rule.take(.actionCall(call), from: .calls) == .replace([gap(.calls, until: 220)]))
  }

  @Test func aKeyIsRecordedWithItsReleaseOrNotAtAll() {
    var rule = rule()
    #expect(rule.take(key(90, true), from: .keys) == .pass)
    _ = rule.pause(at: at(100), reason: "")
    #expect(rule.take(key(110, true), from: .keys) == .pass, "the keyboard's repeat")
    #expect(rule.take(key(120, false), from: .keys) == .pass)
    #expect(rule.take(key(150, true), from: .keys) == .replace([]))
    #expect(rule.take(key(150, true, nil), from: .keys) == .replace([]))
    _ = rule.resume(at: at(200))
    // Else the repeat of a press that is not in the file would be taken for a deliberate one.
    #expect(rule.take(key(210, true), from: .keys) == .replace([gap(.keys, until: 210)]))
    #expect(rule.take(key(220, false), from: .keys) == .replace([gap(.keys, until: 220)]))
    #expect(rule.take(key(230, true), from: .keys) == .pass)
  }

  @Test func aKeyWhoseReleaseWasNotSeenIsNoRepeatForEver() {
    var rule = rule(paused: true)
    #expect(rule.take(key(150, true), from: .keys) == .replace([]))
    _ = rule.resume(at: at(200))
    #expect(rule.take(key(150 + 1_000_000_001, true), from: .keys) == .pass)
  }

  @Test func anElementLearntInThePauseIsToldOnceSomethingRefersToIt() {
    var rule = rule(paused: true)
    var version = ElementVersion(key: element, time: at(150))
    version.name = "new name"
    #expect(rule.take(.element(version), from: .events) == .replace([]))
    _ = rule.resume(at: at(200))
    version.time = at(200)
    #expect(rule.take(event(250), from: .events) == .replace([.element(version), event(250)]))
    #expect(rule.take(event(260), from: .events) == .pass)
  }

  @Test func anElementReadAgainAfterwardsIsWhatItIsThen() {
    var rule = rule(paused: true)
    _ = rule.take(.element(ElementVersion(key: element, time: at(150))), from: .events)
    _ = rule.resume(at: at(200))
    #expect(rule.take(.element(ElementVersion(key: element, time: at(210))), from: .events) == .pass)
    #expect(rule.take(event(220), from: .events) == .pass)
  }

  @Test func whatIsThereAtTheResumptionIsToldAndWhatCameAndWentIsNot() {
    var rule = rule(paused: true)
    var stays = Application(busName: ":1.8", name: "stays", processID: 8, firstSeen: at(150))
    var goes = Application(busName: ":1.9", name: "goes", processID: 9, firstSeen: at(150))
    for application in [stays, goes] {
      #expect(rule.take(.application(application), from: .events) == .replace([]))
    }
    goes.lastSeen = at(160)
    #expect(rule.take(.application(goes), from: .events) == .replace([]))
    var stream = AudioStream(id: 5, role: .reader, route: .streamMonitor, rateHz: 48_000, openedAt: at(150))
    #expect(rule.take(.audioStream(stream), from: .readerAudio) == .replace([]))
    stays.firstSeen = at(200)
    stream.openedAt = at(200)
    let due = rule.resume(at: at(200)).filter { if case .gap = $0.record { false } else { true } }
    #expect(
      due == [
        PauseRule.Due(record: .application(stays), source: .events),
        PauseRule.Due(record: .audioStream(stream), source: .readerAudio),
      ])
  }

  @Test func theEndOfTheRecordingEndsThePause() {
    var rule = rule(paused: true)
    #expect(rule.end(at: at(300)).map(\.record) == [gap(.events, until: 300), gap(.speech, until: 300)])
  }
}
