import Testing

@testable import Capture

/// What is read out of others' settings and greetings.
@Suite struct EnvironmentTests {
  @Test func orcasSettingsAreTheProfilesThenTheGeneralOnesThenItsOwn() {
    func value(_ name: String, _ file: String?) -> String? {
      ReaderFacts.settings(in: file).first { $0.name == name }?.value
    }
    let file = """
      {"general": {"enableKeyEcho": true, "enableEchoByWord": true, "startingProfile": ["Work", "work"]},
       "profiles": {"default": {"enableSpeech": true}, "work": {"enableKeyEcho": false, "speechVerbosityLevel": 0,
         "profile": ["Work", "work"], "voices": {"default": {"rate": 5.5e1, "family": null}}}}}
      """
    #expect(value("reader key echo", file) == "off")
    #expect(value("reader word echo", file) == "on")
    #expect(value("reader speech", file) == "on")
    #expect(value("reader verbosity", file) == "brief")
    for broken in [nil, "", "{", "[1,", "{\"profiles\": 3}", String(repeating: "[", count: 100_000)] {
      #expect(value("reader key echo", broken) == "on" && value("reader verbosity", broken) == "verbose")
    }
  }

  @Test func theLastSettingOfTheSpeechDaemonStands() {
    let file =
      "# AudioOutputMethod \"oss\"\nAudioOutputMethod \"pulse\"\n\nAudioOutputMethod   \"pulse,alsa\"  \nDefaultRate 5\n"
    #expect(SpeechDaemonFacts.setting("AudioOutputMethod", in: file) == "pulse,alsa")
    #expect(SpeechDaemonFacts.setting("DefaultModule", in: file) == nil)
    #expect(SpeechDaemonFacts.module(in: "208 OK CLIENT NAME SET\n251-espeak-ng\n251 OK GET RETURNED\n") == "espeak-ng")
    #expect(SpeechDaemonFacts.module(in: "500 ERR\n") == nil)
  }

  @Test func versionsAreTheFirstLinesFirstPart() {
    #expect(
      ProgramVersion.line("eSpeak NG text-to-speech: 1.51  Data at: /usr/lib") == "eSpeak NG text-to-speech: 1.51")
    #expect(ProgramVersion.line("43.1") == "43.1" && ProgramVersion.line("") == "")
  }

  /// A setup reply of a server with two formats and one screen of 1280 by 800.
  private static let greeting: [UInt8] = {
    let vendor = Array("Maker".utf8)
    var rest: [UInt8] = [0x2A, 0, 1, 0] + Array(repeating: 0, count: 12) + [UInt8(vendor.count), 0]
    rest += [0, 0, 1, 2] + Array(repeating: 0, count: 10)
    rest += vendor + [0, 0, 0] + Array(repeating: 0, count: 16)
    rest += Array(repeating: 0, count: 20) + [0x00, 0x05, 0x20, 0x03] + Array(repeating: 0, count: 16)
    return [1, 0, 11, 0, 0, 0, UInt8(rest.count / 4), 0] + rest
  }()

  @Test func anXServersGreetingTellsMakerAndSize() {
    let greeting = Self.greeting
    #expect(XGreeting(greeting)?.text == "1280x800, Maker 65578")
    #expect(!XGreeting.isShort(greeting))
    for length in greeting.indices {
      #expect(XGreeting(Array(greeting[..<length])) == nil && XGreeting.isShort(Array(greeting[..<length])))
    }
    #expect(XGreeting([0] + greeting.dropFirst()) == nil, "refused")
    #expect(XGreeting([1, 0, 11, 0, 0, 0, 0, 0]) == nil)
    #expect(XGreeting.request(cookie: nil) == [0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(XGreeting.request(cookie: [1, 2, 3]).count == 12 + 20 + 4)
  }

  @Test func theCookieIsTheDisplays() {
    func field(_ bytes: [UInt8]) -> [UInt8] { [0, UInt8(bytes.count)] + bytes }
    func entry(_ display: String, _ name: String, _ data: [UInt8]) -> [UInt8] {
      [1, 0] + field(Array("host".utf8)) + field(Array(display.utf8)) + field(Array(name.utf8)) + field(data)
    }
    let cookie = "MIT-MAGIC-COOKIE-1"
    let file = entry("0", cookie, [1]) + entry("1", "OTHER", [2]) + entry("1", cookie, [3])
    #expect(XGreeting.cookie(for: "1", in: file) == [3])
    #expect(XGreeting.cookie(for: "2", in: file) == nil)
    #expect(XGreeting.cookie(for: "2", in: entry("", cookie, [4])) == [4])
    for length in file.indices { _ = XGreeting.cookie(for: "1", in: Array(file[..<length])) }
  }
}
