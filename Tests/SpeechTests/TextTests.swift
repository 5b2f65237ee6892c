@testable import Speech
import Testing
import Timeline

@Suite struct TextTests {
  @Test(arguments: [
    ("<speak><mark name=\"0:2\"/>My <mark name=\"3:11\"/>Location</speak>", "My Location"),
    ("a &lt;b&gt; &amp;amp; &#65;&#x42; &quot;&apos;", "a <b> &amp; AB \"'"),
    ("<speak>  two\n lines </speak>", "two lines"),
    ("5 < 6", "5 < 6"), ("&nope; & &#xffffffff; &#;", "&nope; & &#xffffffff; &#;"), ("<", "<"), ("", ""),
    ("<p>e\u{301}</p>", "e\u{301}"),
  ])
  func words(ssml: String, words: String) { #expect(PlainText.words(ofSSML: ssml) == words) }

  @Test func aTextOfNothingButOpenTagsIsNotSearchedOverAndOver() {
    let clock = SuspendingClock()
    let took = clock.measure { _ = PlainText.words(ofSSML: String(repeating: "<a", count: 100_000)) }
    #expect(took < .seconds(5))
  }

  @Test func linesAreTheSameWhereverTheStreamIsCut() {
    let bytes = Array("SPEAK\r\nÄé\u{301}\n.\r\r\n\r\n.\r\n\n\r\n\r".utf8)
    var whole = LineSplitter(.crlf)
    let expected = whole.add(bytes)
    #expect(expected == ["SPEAK", "Äé\u{301}\n.\r", "", ".", "\n"])
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var splitter = LineSplitter(.crlf)
        let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
        #expect(parts.flatMap { splitter.add(Array($0)) } == expected)
      }
    }
  }

  @Test func aLineWithoutEndIsCutAndTheNextOneIsWhole() {
    var splitter = LineSplitter(.crlf)
    for _ in 0..<100 { #expect(splitter.add([UInt8](repeating: 120, count: 10_000)).isEmpty) }
    let lines = splitter.add(Array("\r\nnext\r\n".utf8))
    #expect(lines.map(\.utf8.count) == [LineSplitter.longestLine, 4])
  }

  @Test(arguments: ["", " ", "plain", "a\\n\nb\\", " \u{301}x", "tab\tand\rreturn", "\\\\\n\n"])
  func aTapLineComesBackAsItWent(text: String) {
    let line = TapLine(time: MonotonicTime(nanoseconds: 5), connection: 3, kind: .fromClient, text: text)
    var splitter = LineSplitter(.lf)
    let lines = splitter.add(line.bytes)
    #expect(lines.map { TapLine(parsing: $0) } == [line])
  }

  @Test(arguments: ["", "x", "1 2", "1 2 ?", "1 2 >> x", "x 1 > y", "1 x > y"])
  func whatIsNoTapLine(text: String) { #expect(TapLine(parsing: text) == nil) }
}
