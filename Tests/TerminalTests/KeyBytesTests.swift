import System
import Terminal
import TestSupport
import Testing
import Timeline

@Suite struct KeyBytesTests {
  private let start = MonotonicTime(nanoseconds: 0)

  private func inputs(_ text: String) -> [TerminalInput] { inputs(Array(text.utf8)) }

  private func inputs(_ bytes: [UInt8]) -> [TerminalInput] {
    var keys = KeyBytes()
    return keys.take(bytes, at: start) + keys.settle(at: start + .milliseconds(1000))
  }

  private func key(_ name: String, _ modifiers: UInt32 = 0) -> TerminalInput {
    .key(TerminalKey(name: name, character: name == "space" ? " " : nil, modifiers: modifiers))
  }

  private func typed(_ character: Character, _ modifiers: UInt32 = 0) -> TerminalInput {
    .key(TerminalKey(name: nil, character: character, modifiers: modifiers))
  }

  /// As xterm, VTE and the Linux console send them.
  static let keys: [(bytes: String, name: String, modifiers: UInt32)] = [
    ("\t", "Tab", 0), ("\u{1b}[Z", "ISO_Left_Tab", 1), ("\r", "Return", 0), ("\n", "Return", 0),
    ("\u{7f}", "BackSpace", 0),
    ("\u{1b}", "Escape", 0), ("\u{1b}[A", "Up", 0), ("\u{1b}OB", "Down", 0), ("\u{1b}[1;5C", "Right", 4),
    ("\u{1b}[1;2D", "Left", 1), ("\u{1b}O5D", "Left", 4), ("\u{1b}[H", "Home", 0), ("\u{1b}OF", "End", 0),
    ("\u{1b}[1~", "Home", 0), ("\u{1b}[4~", "End", 0), ("\u{1b}[5~", "Page_Up", 0), ("\u{1b}[6;3~", "Page_Down", 8),
    ("\u{1b}[2~", "Insert", 0), ("\u{1b}[3;6~", "Delete", 5), ("\u{1b}OP", "F1", 0), ("\u{1b}[[A", "F1", 0),
    ("\u{1b}[[E", "F5", 0), ("\u{1b}[11~", "F1", 0), ("\u{1b}[15~", "F5", 0), ("\u{1b}[17~", "F6", 0),
    ("\u{1b}[21~", "F10", 0), ("\u{1b}[24;2~", "F12", 1), ("\u{1b}[1;2R", "F3", 1), ("\u{1b}OM", "KP_Enter", 0),
    ("\u{1b}\t", "Tab", 8), ("\u{1b}\u{1b}[A", "Up", 8), ("\u{1b}\r", "Return", 8), ("\0", "space", 4),
    ("\u{1b}[27;5;9~", "Tab", 4), ("\u{1b}[9;5u", "Tab", 4), ("\u{1b} ", "space", 8), (" ", "space", 0),
  ]

  @Test(arguments: keys) func keysHaveTheNamesOfTheKeyWatcher(_ case: (bytes: String, name: String, modifiers: UInt32))
  {
    guard case .key(let found)? = inputs(`case`.bytes).first else { return #expect(Bool(false), "\(`case`)") }
    #expect(
      found.name == `case`.name && found.modifiers == `case`.modifiers && inputs(`case`.bytes).count == 1, "\(found)")
  }

  @Test func charactersAreTextAndNoNames() {
    #expect(inputs("aÄ語") == [typed("a"), typed("Ä"), typed("語")])
    #expect(inputs("\u{1b}x\u{3}") == [typed("x", 8), typed("c", 4)])
    #expect(inputs([0xff, 0x61, 0xc3]) == [typed("\u{fffd}"), typed("a")], "half a character waits")
    #expect(inputs("\u{1b}[120;5u\u{1b}[27;6;97~") == [typed("x", 4), typed("a", 5)])
  }

  @Test func whatIsNoKeyIsNone() {
    #expect(
      inputs("\u{1b}[?62;9c\u{1b}[12;40R\u{1b}[0n\u{1b}]11;rgb:0/0/0\u{7}\u{1b}P1$r\u{1b}\\x") == [
        .answer, .answer, .answer, .answer, .answer, typed("x"),
      ])
    #expect(inputs("\u{1b}[I\u{1b}[O") == [.focus(true), .focus(false)])
    #expect(inputs("\u{1b}[99~\u{1b}[%Gx\u{1b}[12\u{3}") == [typed("x"), typed("c", 4)], "unknown ones pass")
  }

  @Test func thePointersReportsTellTheirCell() {
    #expect(
      inputs("\u{1b}[<0;5;7M\u{1b}[<0;5;7m\u{1b}[<64;1;1M\u{1b}[<35;1;1M") == [
        .pointer(button: 1, isPress: true, row: 6, column: 4), .pointer(button: 1, isPress: false, row: 6, column: 4),
        .pointer(button: 4, isPress: true, row: 0, column: 0),
      ])
    #expect(
      inputs("\u{1b}[M \u{25}\u{27}\u{1b}[M#!!") == [
        .pointer(button: 1, isPress: true, row: 6, column: 4), .pointer(button: 1, isPress: false, row: 0, column: 0),
      ])
  }

  @Test func aPasteIsTextAndItsTabsAreNoKeys() {
    #expect(inputs("\u{1b}[200~a\tb\u{1b}[Aç\u{1b}[201~\t") == [.paste("a\tb\u{1b}[Aç"), key("Tab")])
    var keys = KeyBytes()
    #expect(keys.take("\u{1b}[200~ab".utf8, at: start) == [.paste("ab")], "it is told before its end")
    #expect(keys.take("c\u{1b}[20".utf8, at: start) == [.paste("c")])
    #expect(keys.take("1~d".utf8, at: start) == [typed("d")])
  }

  @Test func anEscapeIsAKeyOnlyWhereNothingFollowsInTime() {
    var keys = KeyBytes()
    #expect(keys.take([0x1b], at: start).isEmpty && keys.due == start + KeyBytes.escapeNanoseconds)
    #expect(keys.take(Array("[A".utf8), at: start + .milliseconds(49)) == [key("Up")] && keys.due == nil)
    #expect(keys.take([0x1b], at: start + .milliseconds(100)).isEmpty)
    #expect(keys.settle(at: start + .milliseconds(149)).isEmpty)
    #expect(keys.take(Array("[".utf8), at: start + .milliseconds(150)) == [key("Escape"), typed("[")])
  }

  /// Any bytes, cut anywhere, are the same keys; pasted text is told as it comes, so that it is joined before it is compared.
  @Test func cutsMakeNoDifference() {
    func joined(_ inputs: [TerminalInput]) -> [TerminalInput] {
      inputs.reduce(into: []) { result, input in
        if case .paste(let more) = input, case .paste(let text)? = result.last {
          result[result.count - 1] = .paste(text + more)
        } else {
          result.append(input)
        }
      }
    }
    let pieces =
      Self.keys.map(\.bytes) + [
        "\u{1b}[200~", "\u{1b}[201~", "語", "\u{1b}[M !!", "\u{1b}]1;x\u{7}", "é", "[", "\u{1b}[",
      ]
    for round in 0..<Seed.rounds(300) {
      var random = Seed.generator(round)
      var bytes: [UInt8] = []
      for _ in 0..<12 {
        if Int.random(in: 0..<4, using: &random) == 0 {
          bytes += (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
        } else {
          bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
        }
      }
      var keys = KeyBytes()
      let single = bytes.flatMap { keys.take([$0], at: start) } + keys.settle(at: start + .milliseconds(1000))
      #expect(joined(single) == joined(inputs(bytes)), "seed \(Seed.value), round \(round): \(bytes)")
    }
  }
}
