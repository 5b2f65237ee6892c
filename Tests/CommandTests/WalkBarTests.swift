import Glibc
import System
import TestSupport
import Testing

/// The walk against a recording that the test itself tells of, and an xdotool that only says which key it was to press.
@Suite struct WalkBarTests {
  @Test func everyButtonIsReachedHeardAndActivated() throws {
    let stage = try WalkStage()
    let walker = try stage.start("walk-bar", ["--seed", "5"])
    var app = Recording(stage: stage)
    try app.begin()
    var activated: [String] = []
    while let key = try stage.nextKeys() {
      if key == "q" { break }
      if ["Tab", "Right", "Down"].contains(key) {
        try app.move(by: 1, key)
      } else if ["shift+Tab", "Left", "Up"].contains(key) {
        try app.move(by: -1, key == "shift+Tab" ? "ISO_Left_Tab" : key)
      } else {
        #expect(["Return", "space"].contains(key))
        activated.append(app.focused)
        try app.activate(key)
      }
    }
    try app.end()
    #expect(try walker.wait(until: .after(seconds: 10)) == .exited(0))
    #expect(activated.sorted() == Recording.names.sorted())
    #expect(activated != Recording.names, "a seed changes the order")
  }

  @Test func speechThatIsNotHeardStopsTheWalkAndTheStepIsNamed() throws {
    let stage = try WalkStage()
    let walker = try stage.start("walk-bar", ["--limit", "0.5"])
    try stage.tell(#"{"status":"recording"}"#)
    try stage.tell(#"{"status":"event","time_ns":1,"type":"window:activate"}"#)
    try stage.tell(#"{"status":"utterance","id":90,"plain_text":"My Location push button.","queued_ns":2}"#)
    #expect(try stage.nextKeys() == "Tab")
    try stage.tell(#"{"status":"input","time_ns":3,"is_press":1,"key_name":"Tab"}"#)
    try stage.tell(
      #"{"status":"utterance","id":1,"plain_text":"My Location push button.","queued_ns":5,"begun_ns":9}"#)
    #expect(try walker.wait(until: .after(seconds: 10)) == .exited(70))
    let text = try stage.errorText()
    #expect(text.contains("arrive at the bar") && text.contains("to be heard"), "\(text)")
  }

  @Test func aRecordingThatEndsEarlyStopsTheWalk() throws {
    let stage = try WalkStage()
    let walker = try stage.start("walk-bar", [])
    try stage.tell(#"{"status":"recording"}"#)
    try stage.tell(#"{"status":"ended","complete":0}"#)
    #expect(try walker.wait(until: .after(seconds: 10)) == .exited(70))
    #expect(try stage.errorText().contains("ended before"))
  }
}

/// What a recording would tell of a reader and an application that do as they should.
private struct Recording {
  static let names = ["My Location", "Around Me", "Ahead of Me", "Nearby Markers"]
  let stage: WalkStage
  private var index = 0
  private var id = 0
  private var time = 0

  init(stage: WalkStage) { self.stage = stage }

  var focused: String { Self.names[index] }

  mutating func begin() throws {
    try stage.tell(#"{"status":"recording"}"#)
    try stage.tell(#"{"status":"event","time_ns":\#(tick()),"type":"window:activate"}"#)
    try stage.tell(#"{"status":"utterance","id":90,"plain_text":"My Location push button.","queued_ns":2}"#)
  }

  mutating func move(by step: Int, _ key: String) throws {
    try press(key)
    index = max(0, min(Self.names.count - 1, index + step))
    try speak()
  }

  mutating func activate(_ key: String) throws {
    try press(key)
    id += 1
    let (number, onset) = (id, tick())
    try stage.tell(#"{"status":"segment","id":\#(number),"role":"application","onset_ns":\#(onset)}"#)
    try stage.tell(
      #"{"status":"segment","id":\#(number),"role":"application","onset_ns":\#(onset),"offset_ns":\#(tick())}"#)
  }

  func end() throws { try stage.tell(#"{"status":"ended","complete":1}"#) }

  private mutating func press(_ key: String) throws {
    try stage.tell(#"{"status":"input","time_ns":\#(tick()),"is_press":1,"key_name":"\#(key)"}"#)
  }

  private mutating func speak() throws {
    id += 1
    let (number, queued, begun) = (id, tick(), tick())
    try stage.tell(
      #"{"status":"utterance","id":\#(number),"plain_text":"\#(focused) push button.","queued_ns":\#(queued),"begun_ns":\#(begun)}"#
    )
    id += 1
    let (segment, onset, offset) = (id, tick(), tick() + 200_000_000)
    try stage.tell(
      #"{"status":"segment","id":\#(segment),"role":"reader","onset_ns":\#(onset),"offset_ns":\#(offset)}"#)
  }

  private mutating func tick() -> Int {
    time += 100_000_000
    return time
  }
}
