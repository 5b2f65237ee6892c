import Glibc
import System
import TestSupport
import Testing

/// Walks by file, against a recording that the test itself tells of, and an xdotool that only says which keys it was to press.
@Suite struct WalkScreenTests {
  @Test func eachKeyWaitsForWhatTheLastOneHadToBring() throws {
    let stage = try WalkStage()
    let walker = try stage.startScreenWalk(
      """
      # A walk.
      command app
      start         window Title
                    read
                    text
      Tab           push button One
                    said One
      1 plus        key
      Down          highlight two
      Escape        end
      """)
    try stage.tell(#"{"status":"recording"}"#)
    try stage.tell(#"{"status":"element","path":"/1","role":"text","name":""}"#)
    try stage.tell(#"{"status":"event","type":"focus:","path":"/1","detail1":0}"#)
    try stage.tell(#"{"status":"snapshot","id":1}"#)
    try stage.tell(#"{"status":"snapshot","id":1,"end_ns":5,"limit_reached":"the application did not answer"}"#)
    #expect(try stage.nextKeys(within: 0.3) == nil, "nothing was read yet")
    try stage.tell(#"{"status":"snapshot","id":2,"end_ns":9}"#)
    #expect(try stage.nextKeys() == "Tab")
    try stage.press("Shift_L")
    try stage.press("Tab")
    // Another's focus and what the last one says are not enough, nor is the right one before it is known.
    try stage.tell(#"{"status":"event","type":"object:state-changed:focused","path":"/1","detail1":1}"#)
    try stage.tell(#"{"status":"event","type":"object:state-changed:focused","path":"/2","detail1":1}"#)
    try stage.tell(#"{"status":"utterance","id":1,"plain_text":"One push button"}"#)
    #expect(try stage.nextKeys(within: 0.3) == nil)
    try stage.tell(#"{"status":"element","path":"/2","role":"push button","name":"One"}"#)
    #expect(try stage.nextKeys() == "1 plus")
    try stage.press("1")
    #expect(try stage.nextKeys(within: 0.3) == nil)
    try stage.press("plus")
    #expect(try stage.nextKeys() == "Down")
    try stage.press("Down")
    try stage.tell(#"{"status":"highlight","id":1,"text":" two ","until_ns":7}"#)
    #expect(try stage.nextKeys(within: 0.3) == nil, "what is over is not seen")
    try stage.tell(#"{"status":"highlight","id":2,"text":" two "}"#)
    #expect(try stage.nextKeys() == "Escape")
    try stage.tell(#"{"status":"ended"}"#)
    #expect(try walker.wait(until: .after(seconds: 10)) == .exited(0))
  }

  @Test func aTerminalIsWaitedForByWhatItsScreenShowsAndItsBytesAreNoSecondPress() throws {
    let stage = try WalkStage()
    let walker = try stage.startScreenWalk(
      "command app\nterminal\nstart  known frame\nDown  highlight [ ] Two\nTab  cursor 3 7\nspace  key\nq  end\n")
    try stage.tell(#"{"status":"recording"}"#)
    #expect(try stage.nextKeys(within: 0.3) == nil, "keys are seen once the window is known")
    try stage.tell(#"{"status":"element","path":"/1","role":"frame","name":"Terminal"}"#)
    #expect(try stage.nextKeys() == "Down")
    try stage.press("Down")
    try stage.tell(#"{"status":"highlight","id":1,"row":2,"text":"","label":"[ ] Two and more"}"#)
    #expect(try stage.nextKeys() == "Tab")
    try stage.press("Tab")
    try stage.tell(#"{"status":"terminal","kind":"text","row":3,"column":7,"text":"shown"}"#)
    try stage.tell(#"{"status":"terminal","kind":"cursor","row":3,"column":6,"text":"shown"}"#)
    #expect(try stage.nextKeys(within: 0.3) == nil)
    try stage.tell(#"{"status":"terminal","kind":"cursor","row":3,"column":7,"text":"shown"}"#)
    #expect(try stage.nextKeys() == "space")
    try stage.tell(#"{"status":"input","is_press":1,"key_name":"space","via":"terminal"}"#)
    #expect(try stage.nextKeys(within: 0.3) == nil, "the key watcher has not told of it")
    try stage.tell(#"{"status":"input","is_press":1,"key_name":"space","via":"key-watcher"}"#)
    #expect(try stage.nextKeys() == "q")
    try stage.tell(#"{"status":"ended"}"#)
    #expect(try walker.wait(until: .after(seconds: 10)) == .exited(0))
  }

  @Test func whatDoesNotComeIsNamedWithItsStep() throws {
    let stage = try WalkStage()
    let walker = try stage.startScreenWalk("start  window Title\nTab  push button One\nq  end\n", limit: "0.5")
    try stage.tell(#"{"status":"recording"}"#)
    #expect(try stage.nextKeys() == "Tab")
    try stage.press("Tab")
    try stage.tell(#"{"status":"element","path":"/2","role":"push button","name":"Two"}"#)
    try stage.tell(#"{"status":"event","type":"object:active-descendant-changed","path":"/1","any_data_path":"/2"}"#)
    #expect(try walker.wait(until: .after(seconds: 10)) == .exited(70))
    let text = try stage.errorText()
    #expect(text.contains("step 1, 'Tab  push button One'") && text.contains("push button Two"), "\(text)")
  }

  @Test(arguments: ["Tab\nq  end\n", "   push button One\n", "start  window Title\n", ""])
  func aWalkThatCannotBeUnderstoodIsRefused(_ walk: String) throws {
    let stage = try WalkStage()
    #expect(try stage.startScreenWalk(walk).wait(until: .after(seconds: 10)) == .exited(70))
    #expect(try stage.nextKeys(within: 0) == nil)
  }
}
