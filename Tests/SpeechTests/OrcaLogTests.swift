import System
import Testing
import Timeline

@testable import Speech

@Suite struct OrcaLogTests {
  /// Everything that some lines tell, in order.
  private func records(_ text: String) -> [Record] {
    var log = OrcaLog()
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { log.take(String($0)) } + log.end()
  }

  private func utterances(_ text: String) -> [String] {
    records(text).compactMap { if case .utterance(let one) = $0 { "\(one.kind) \(one.plainText)" } else { nil } }
  }

  private func events(_ text: String) -> [Event] {
    records(text).compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  @Test func speechOfOrca43() {
    let log = """
      10:00:00.000000 - SPEECH OUTPUT: 'it's'{'established': False}
      10:00:00.100000 - SPEECH DISPATCHER: Speaking '<speak><mark name="0:4"/>it's</speak>' 
                        ORCA rate 5.0, pitch 5.0, volume 5.0, language en, punctuation: MOST 
                        SD rate 2, pitch 10, volume 100, language en-us
      10:00:00.200000 - SPEECH OUTPUT: 'a' {'established': False}
      10:00:00.300000 - ORCA: Region of interest: [text | ] (0, 0)
      10:00:00.400000 - SPEECH OUTPUT: 'b' {'established': False}
      10:00:00.500000 - SPEECH DISPATCHER: Speaking '<speak>b as
                        two &amp; lines</speak>' 
                        ORCA rate 5.0, pitch 5.0, volume 5.0, language en, punctuation: MOST 
      """
    #expect(utterances(log) == ["message it's", "character a", "message b as two & lines"])
  }

  @Test func speechOfNewerOnes() {
    let log = """
      10:00:00.000000 - SPEECH: Speak 'First button' voice: None
      10:00:00.100000 - SPEECH DISPATCHER: Speaking 'First button' as string
      10:00:00.200000 - SPEECH DISPATCHER: Speaking 'x' as char
      """
    #expect(utterances(log) == ["message First button", "character x"])
  }

  @Test func eventsOfOrca43AreToldUnderTheirPlaceAndAtTheirArrival() throws {
    let log = """
      10:00:00.000000 - EVENT MANAGER: object:state-changed:focused for [push button | First] in [application | app] (1, 0, 0)
      10:00:00.000100 - EVENT MANAGER: Not ignoring due to lack of cause
      10:00:00.000200 - EVENT MANAGER: Queueing object:state-changed:focused [push button | First] (1,0,0) from [application | app]
      10:00:00.300000 - EVENT MANAGER: Dequeued object:state-changed:focused [push button | First] (1,0,0) from [application | app]

      vvvvv PROCESS OBJECT EVENT object:state-changed:focused vvvvv
      10:00:00.300100 - OBJECT EVENT: object:state-changed:focused (1, 0, 0)
                                      app.name='app' name='First' role='push button'
                                      description='Be the 'first''
                                      states='enabled focusable focused'
                                      relations=''
                                      actions='click (<Alt>f); show'
                                      interfaces='Accessible Action'
                                      attributes='toolkit:gtk, x:1'
                                      path=[-1, 0, 0, 2]
      """
    let event = try #require(events(log).first)
    #expect(events(log).count == 1)
    #expect(event.time.nanoseconds == 0 && event.type == "object:state-changed:focused" && event.detail1 == 1)
    #expect(event.source.objectPath == "/0/0/2" && event.anyData == nil)
    let version = try #require(
      records(log).compactMap { if case .element(let version) = $0 { version } else { nil } }.first)
    #expect(version.role == "push button" && version.name == "First" && version.description == "Be the 'first'")
    #expect(version.states == ["enabled", "focusable", "focused"] && version.interfaces == ["Accessible", "Action"])
    #expect(version.actions == ["click", "show"] && version.keyBindings == ["<Alt>f", ""])
    #expect(version.attributes == ["toolkit": "gtk", "x": "1"] && version.key == event.source)
    #expect(
      records(log).contains { if case .application(let one) = $0 { one.name == "app" } else { false } })
  }

  @Test func eventsOfNewerOnes() throws {
    let log = """
      10:00:00.000000 - EVENT MANAGER: object:state-changed:focused for [button: 'Save (all)' (0x7f00aa)]  in app (GTK 4.8.3) (1, 0, )
      10:00:00.100000 - EVENT MANAGER: Dequeued object:state-changed:focused for [button: 'Save (all)' (0x7f00aa)]  in app (GTK 4.8.3) (1, 0, ) priority: 3, counter: 7
      10:00:00.200000 - EVENT SOURCE:
                        app='app (GTK 4.8.3)' name='Save (all)' role='button' axid='save' id=0x7f00aa
                        description=''
                        help='Saves'
                        states='enabled, focusable, multi-line'
                        path=[0, 3]
                        
                        EVENT ANY DATA:
                        name='other' role='label' axid='' id=0x1
      """
    let event = try #require(events(log).first)
    #expect(events(log).count == 1 && event.source.objectPath == "/0/3" && event.detail1 == 1)
    let version = try #require(
      records(log).compactMap { if case .element(let version) = $0 { version } else { nil } }.first)
    #expect(version.name == "Save (all)" && version.accessibleID == "save" && version.helpText == "Saves")
    #expect(version.states == ["enabled", "focusable", "multi-line"])
  }

  @Test func anEventThatOrcaDoesNotDealWithKeepsItsNameAndItsData() {
    let log = """
      10:00:00.000000 - EVENT MANAGER: object:text-changed:insert for [text | ] in [application | app] (2, 1, (x) in [y
                        z)
      10:00:00.000100 - EVENT MANAGER: Ignoring event type due to role
      10:00:00.000200 - EVENT MANAGER: object:children-changed:add for [panel | ] in [application | app] (2, 0, [label | A])
      10:00:00.000300 - EVENT MANAGER: nonsense for [panel | ] in [application | app] (2, 0, 0)
      10:00:00.000400 - EVENT MANAGER: object:x for [panel | ] in [application | app] (2, many, 0)
      """
    let found = events(log)
    #expect(found.map(\.type.rawValue) == ["object:text-changed:insert", "object:children-changed:add"])
    #expect(found.map(\.anyData) == ["(x) in [y\nz", nil] && found.map(\.detail1) == [2, 2])
    #expect(found.map(\.source.objectPath) == ["/unplaced/text/", "/unplaced/panel/"])
  }

  @Test func keysTellTheDateAndTheZone() throws {
    // 2026-12-01T08:56:41.324538Z, written where it was two hours later.
    let key = """
      10:56:40.000000 - ORCA: Launching version 43.1
      KEYBOARD_EVENT:  type=ATSPI_KEY_PRESSED_EVENT
                       id=65289
                       modifiers=8
                       keyval_name=(Tab)
                       timestamp=3749117
                       time=1796115401.324538

      vvvvv PROCESS ATSPI_KEY_PRESSED_EVENT: 'Tab' (23) vvvvv
      10:56:41.326391 - HOST_APP: [application | app]
      KEYBOARD_EVENT:  type=KEY_RELEASED_EVENT
                       keyval_name='*'
                       timestamp=1796115401.5
      10:56:41.600000 - HOST_APP: [application | app]
      """
    var log = OrcaLog()
    let found =
      key.split(separator: "\n", omittingEmptySubsequences: false).flatMap { log.take(String($0)) } + log.end()
    let inputs = found.compactMap { if case .input(let input) = $0 { input } else { nil } }
    #expect(inputs.map(\.keyName) == ["Tab", nil] && inputs.map(\.isPress) == [true, false])
    #expect(inputs.map { $0.time.nanoseconds / 1000 } == [1_324_538, 1_500_000] && inputs[0].modifiers == 8)
    #expect(log.readerVersion == "43.1" && log.timedEntries == 3)
    #expect(log.startedWallNanoseconds.map { $0 / 1000 } == 1_796_115_400_000_000)
  }

  @Test func midnightAndAClockThatIsSetBack() {
    var clock = OrcaLogClock()
    let hour: Int64 = 3_600_000_000_000
    #expect(clock.take(ofDay: 23 * hour).nanoseconds == 0)
    #expect(clock.take(ofDay: 1 * hour).nanoseconds == 2 * hour)
    #expect(clock.take(ofDay: hour / 2).nanoseconds == 2 * hour, "never back")
    #expect(clock.take(ofDay: 3 * hour).nanoseconds == 4 * hour)
    #expect(clock.startedWallNanoseconds == nil)
    #expect(clock.take(sinceEpoch: 20_000 * 24 * hour + 3 * hour - 5).nanoseconds == 4 * hour - 5)
    #expect(clock.startedWallNanoseconds == 20_000 * 24 * hour - hour)
  }

  @Test func whatIsNoLogTellsNothing() {
    var log = OrcaLog()
    #expect(log.take("10:00:00.0 - too short").isEmpty && log.take("25:00:00.000000 - x").isEmpty && log.end().isEmpty)
    #expect(log.timedEntries == 0)
  }

  /// Bytes changed, lines cut and doubled anywhere: never a crash, and no more utterances than lines that ask for one.
  @Test func aDamagedLogIsSurvived() {
    let lines = Self.sample.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<400 {
      var damaged = lines
      for _ in 0..<6 {
        let index = Int.random(in: 0..<damaged.count, using: &random)
        var bytes = Array(damaged[index].utf8)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged.insert(damaged[index], at: Int.random(in: 0..<damaged.count, using: &random))
        case 1: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
        case 2: bytes.removeFirst(Int.random(in: 0...bytes.count, using: &random))
        default:
          if let place = bytes.indices.randomElement(using: &random) {
            bytes[place] = UInt8.random(in: 0...255, using: &random)
          }
        }
        damaged[index] = String(decoding: bytes, as: UTF8.self)
      }
      let asking = damaged.count { $0.contains("SPEECH") }
      #expect(utterances(damaged.joined(separator: "\n")).count <= asking)
    }
  }

  private static let sample = """
    10:00:00.000000 - EVENT MANAGER: object:state-changed:focused for [push button | First] in [application | app] (1, 0, 0)
    10:00:00.000200 - EVENT MANAGER: Queueing object:state-changed:focused [push button | First] (1,0,0) from [application | app]
    KEYBOARD_EVENT:  type=ATSPI_KEY_PRESSED_EVENT
                     keyval_name=(Tab)
                     time=1796115401.324538
    10:00:00.300100 - OBJECT EVENT: object:state-changed:focused (1, 0, 0)
                                    app.name='app' name='First' role='push button'
                                    actions='click (<Alt>f); show'
                                    path=[-1, 0, 0, 2]
    10:00:00.350000 - SPEECH OUTPUT: 'a' {'established': False}
    10:00:00.400000 - SPEECH DISPATCHER: Speaking '<speak>First</speak>' 
                      ORCA rate 5.0, pitch 5.0, volume 5.0, language en, punctuation: MOST 
    10:00:00.500000 - SPEECH DISPATCHER: Speaking 'First button' as string
    10:00:00.600000 - EVENT SOURCE:
                      app='app (GTK 4.8.3)' name='Save (all)' role='button' axid='save' id=0x7f00aa
                      path=[0, 3]
    """
}
