import Privacy
import Synchronization
import TestSupport
import Testing
import Timeline

@testable import Capture

/// What a filter let pass.
private final class Passed: RecordSink {
  let records = Arrivals<Record>()
  func offer(_ record: Record, from source: SourceName) { records.add(record) }

  var keys: [String?] {
    records.all.compactMap { if case .input(let input) = $0 { .some(input.keyName) } else { nil } }
  }
  var spoken: [String] {
    records.all.compactMap { if case .utterance(let utterance) = $0 { utterance.plainText } else { nil } }
  }
}

@Suite struct PrivacyFilterTests {
  private static let field = ElementKey(busName: ":1.9", objectPath: "/field")
  private static let window = ElementKey(busName: ":1.9", objectPath: "/window")
  private let passed = Passed()
  private let filter: PrivacyFilter

  init() {
    filter = PrivacyFilter(sink: passed, rules: PrivacyRules())
    offer("window:activate", of: Self.window)
    offer("object:state-changed:focused", of: Self.field)
  }

  private func offer(_ type: EventType, of source: ElementKey, _ data: String? = nil) {
    filter.offer(
      .event(Event(time: .now, type: type, source: source, detail1: 1, detail2: 0, anyData: data)), from: .events)
  }

  private func show(_ role: Role) {
    var version = ElementVersion(key: Self.field, time: .now)
    version.role = role
    version.states = ["editable"]
    filter.offer(.element(version), from: .events)
  }

  private func press(_ name: String?, _ character: Character?) {
    let input = Input(time: .now, isPress: true, keyName: name, modifiers: 0, focus: Self.field)
    filter.offer(TypedKey(input: input, character: character, code: 1))
  }

  private func say(_ text: String, id: Int64) {
    filter.offer(
      .utterance(
        Utterance(
          id: id, connection: 1, client: nil, priority: nil, kind: .message, text: text, plainText: text,
          queuedAt: .now)), from: .speech)
  }

  @Test func aKeyWaitsUntilItsFieldHasSaidWhatItIsAndSpeechBehindIt() {
    press(nil, "h")
    say("h", id: 1)
    #expect(passed.keys.isEmpty && passed.spoken.isEmpty)
    show("password text")
    press("Tab", nil)
    #expect(passed.records.wait { _ in passed.spoken == [TextMask.hidden] && passed.keys == ["Tab"] })
  }

  @Test func aFieldThatSaysItTakesTextLetsTheWaitingKeyPassWithoutItsName() {
    press(nil, "h")
    show("text")
    #expect(passed.records.wait { _ in passed.keys == [nil] })
  }

  @Test func aFieldThatNeverAnswersIsWaitedForNoLongerThanASecond() {
    press(nil, "h")
    press("Tab", nil)
    #expect(passed.records.wait { _ in passed.keys == ["Tab"] }, "\(passed.records.all)")
  }

  @Test func aKeyThatIsToldOfAfterItsEchoIsInTimeAllTheSame() {
    show("text")
    press(nil, "q")
    // The label has it before the key is told of.
    offer("object:property-change:accessible-name", of: Self.window, "You wrote qu")
    press(nil, "u")
    let names = {
      self.passed.records.all.compactMap { if case .event(let event) = $0 { event.anyData } else { nil } }
    }
    #expect(passed.records.wait { _ in names() == ["You wrote [masked 2]"] }, "\(names())")
  }

  @Test func whatIsTypedAheadOfTheFocusGoesToTheFieldThatGetsIt() {
    let password = ElementKey(busName: ":1.9", objectPath: "/password")
    var version = ElementVersion(key: password, time: .now)
    version.role = "password text"
    version.states = ["editable"]
    filter.offer(.element(version), from: .events)
    show("text")
    press("Tab", nil)
    press(nil, "h")
    say("h", id: 1)
    // The application was slow to move the focus, and the key is told of with the old one.
    offer("object:state-changed:focused", of: password)
    press("Escape", nil)
    #expect(passed.records.wait { _ in passed.keys == ["Tab", "Escape"] && passed.spoken == [TextMask.hidden] })
  }

  @Test func flushingDecidesAllThatWaits() {
    press(nil, "h")
    offer("object:text-changed:insert", of: Self.field, "h")
    filter.flush()
    #expect(passed.keys.isEmpty)
    #expect(!"\(passed.records.all)".contains("\"h\"") && "\(passed.records.all)".contains(TextMask.hidden))
  }
}
