import System
import TestSupport
import Testing
import Timeline

@testable import Terminal

/// What programs wrote, kept byte by byte, and what a screen showed of it: each folder of Screens is a case.
///
/// output: the bytes, on 24 rows of 80 columns. screen.txt: the text, by another emulator (pyte) and, for line drawing, by
/// the standard. highlights.txt: runs as a person sees them, "ROW COLUMN WIDTH STYLE: TEXT", and the cursor.
@Suite struct ScreenTests {
  static let folder = Tool.root + "/Tests/TerminalTests/Screens/"
  static let cases = TemporaryFolder.names(in: folder)

  private func bytes(_ name: String) throws -> [UInt8] {
    try #require(FileContents.bytes(Self.folder + name + "/output"))
  }

  private func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  private func description(_ state: ScreenState) -> [String] {
    state.highlights.map {
      "\($0.row) \($0.column) \($0.width) \($0.style): \($0.text)" + ($0.label == $0.text ? "" : " = \($0.label)")
    } + [
      "cursor \(state.cursor.row) \(state.cursor.column) \(state.cursor.isVisible ? "visible" : "hidden")"
    ]
  }

  @Test(arguments: cases) func aScreenShowsWhatAnotherEmulatorShows(_ name: String) throws {
    let screen = TerminalScreen(rows: 24, columns: 80)
    try bytes(name).withUnsafeBytes { screen.take($0) }
    let state = screen.read()
    let wanted = try lines(#require(FileContents.read(Self.folder + name + "/screen.txt")))
    #expect(state.lines.count == 24 && lines(state.lines.joined(separator: "\n")) == wanted, "\(name)")
    let runs = try lines(#require(FileContents.read(Self.folder + name + "/highlights.txt")))
    #expect(description(state) == runs, "\(name)")
  }

  @Test(arguments: cases) func bytesMayBeCutAnywhere(_ name: String) throws {
    let (whole, single) = (TerminalScreen(rows: 24, columns: 80), TerminalScreen(rows: 24, columns: 80))
    let bytes = try bytes(name)
    bytes.withUnsafeBytes { whole.take($0) }
    for byte in bytes { withUnsafeBytes(of: byte) { single.take($0) } }
    #expect(whole.read() == single.read(), "\(name)")
  }

  private func show(_ text: String, on screen: TerminalScreen = TerminalScreen(rows: 4, columns: 20)) -> ScreenState {
    Array(text.utf8).withUnsafeBytes { screen.take($0) }
    return screen.read()
  }

  @Test func titleBellCursorAndTheOtherScreenAreTold() {
    let screen = TerminalScreen(rows: 4, columns: 20)
    #expect(show("", on: screen).title == nil)
    let before = show("\u{7}one\u{1b}]2;Näme\u{7}\u{7}\u{1b}[?25l", on: screen)
    #expect(before.title == "Näme" && screen.takeBells() == 2 && screen.takeBells() == 0)
    #expect(before.cursor == ScreenCursor(row: 0, column: 3, isVisible: false) && !before.isAlternate)
    let now = show("\u{1b}[?1049h\u{1b}[Htwo", on: screen)
    #expect(now.isAlternate && now.lines == ["two", "", "", ""])
    let change = ScreenChange(from: before, to: now)
    #expect(change.lines == [.init(row: 0, before: "one", now: "two")] && change.isOtherScreen && !change.hasOtherTitle)
    #expect(show("\u{1b}[?1049l", on: screen).lines == ["one", "", "", ""])
    #expect(ScreenChange(from: now, to: now).isEmpty)
  }

  @Test func whatIsMostOfTheScreenIsNoHighlight() {
    #expect(show("\u{1b}[7mall of it is reverse\u{1b}[0m").highlights.map(\.text) == ["all of it is reverse"])
    let blue = "\u{1b}[44m\u{1b}[2J"
    #expect(show(blue + "text").highlights.isEmpty)
    #expect(show(blue + "text \u{1b}[41mred\u{1b}[44m").highlights.map(\.style) == ["on red"])
    #expect(show("a \u{1b}[1mb c\u{1b}[0m d").highlights.map(\.text) == ["b c"], "a blank does not end what is bold")
    #expect(show("a \u{1b}[7mb\u{1b}[27m \u{1b}[7mc\u{1b}[0m").highlights.map(\.text) == ["b", "c"], "but reverse")
    // The hot key of an entry is of another colour.
    #expect(show("x\r\n\u{1b}[30;46mf\u{1b}[33mi\u{1b}[30mle\u{1b}[0m").highlights.map(\.text) == ["file"])
    #expect(show("x\r\n\u{1b}[30;47m    \u{1b}[0m").highlights.isEmpty, "nothing stands in it")
    #expect(show("x\r\n\u{1b}[30;47m    \u{1b}[3D\u{1b}[0m").highlights.count == 1, "but the cursor")
    #expect(show("[\u{1b}[7m*\u{1b}[0m] Apple").highlights.map(\.label) == ["[*] Apple"])
  }

  /// As newt draws them: a dialog on white, in it an entry and a field on the screen's own blue.
  @Test func aDialogsEntryAndFieldAreKnownThoughTheyLookLikeMostOfTheScreen() {
    func dialog(_ entry: String) -> String {
      "\u{1b}[44m\u{1b}[2J\u{1b}[1;3H\u{1b}[47m  \u{1b}[44m\(entry)\u{1b}[47m  "
    }
    func runs(_ text: String) -> [String] {
      show(text, on: TerminalScreen(rows: 9, columns: 40)).highlights.map {
        "\($0.column) \($0.width) \($0.style): \($0.label)"
      }
    }
    let entry = dialog("[\u{1b}[41m \u{1b}[44m] bus     Stops") + "\u{1b}[?25l"
    #expect(runs(entry) == ["5 1 on red: [ ] bus     Stops"])
    #expect(
      runs(dialog("[\u{1b}[41m*\u{1b}[44m] a│b") + "\u{1b}[?25l") == ["5 1 on red: [*] a"], "a line parts entries")
    #expect(runs(dialog("walk____") + "\u{1b}[1;9H") == ["4 8 on blue: walk"])
    #expect(runs(dialog("________") + "\u{1b}[1;5H") == ["4 8 on blue: "])
    #expect(runs(dialog("walk____") + "\u{1b}[1;9H\u{1b}[?25l").isEmpty, "none without the cursor")
    #expect(runs(dialog("walk____") + "\u{1b}[3;9H").isEmpty, "nor where the ground goes on to the edge")
  }

  @Test func whatStoodThereIsThereInAnotherSize() {
    let screen = TerminalScreen(rows: 4, columns: 20)
    let text = "\u{1b}]2;T\u{7}\u{1b}[31;1mone\u{1b}[0m 語\r\ntwo\r\n\u{1b}[7mthree\u{1b}[?25l"
    let before = show(text + "\u{1b}[1", on: screen)
    screen.resize(rows: 4, columns: 20)
    #expect(screen.read() == before)
    screen.resize(rows: 2, columns: 5)
    let small = screen.read()
    #expect(small.lines == ["two", "three"] && small.highlights.map(\.style) == ["reverse"] && small.title == "T")
    #expect(small.cursor == ScreenCursor(row: 1, column: 4, isVisible: false))
    screen.resize(rows: 6, columns: 30)
    // The sequence that the window's change had cut goes on, and the pen is as it was.
    let large = show(";10Hx", on: screen)
    #expect(large.lines[0] == "two      x" && large.highlights.map(\.text) == ["x", "three"])
  }

  /// Alone, after a mark, after what takes no cell: libvterm never comes back from repeating it.
  @Test(.timeLimit(.minutes(1))) func aCharacterIsRepeatedAndNothingIsNot() async {
    #expect(show("x\u{1b}[4by").lines[0] == "xxxxxy" && show("─\u{1b}[2b").lines[0] == "───")
    for nothing in ["", "\u{200b}", "\u{301}", "\u{7f}", "\r\n"] {
      #expect(show(nothing + "\u{1b}[5b").lines.count == 4)
    }
  }

  /// libvterm would count for minutes.
  @Test(.timeLimit(.minutes(1))) func hugeNumbersTakeNoTime() async {
    let huge = (UInt8(ascii: "@")...UInt8(ascii: "z")).map {
      "\u{1b}[2147483647;2147483647\(Character(Unicode.Scalar($0)))"
    }
    let state = show(huge.joined() + "\u{1b}[!p\u{1b}[2;3Hx")
    #expect(state.lines.contains("  x"), "\(state.lines)")
  }

  @Test func sizesAreFollowedWhateverTheyAre() {
    let screen = TerminalScreen(rows: 0, columns: -5)
    #expect(show("abcde語\u{1b}[?7l\u{1b}#6語", on: screen).lines.count == 1)
    screen.resize(rows: 3, columns: 10)
    #expect(show("\u{1b}[Hhello", on: screen).lines == ["hello", "", ""])
    screen.resize(rows: 1_000_000, columns: 1_000_000)
    #expect(screen.read().lines.count == TerminalScreen.sizeLimit)
  }

  /// Whatever a program writes and whatever size its window takes: the screen has that many rows, and its runs lie in it.
  @Test func hostileBytesAreSurvived() {
    for round in 0..<Seed.rounds(40) {
      var random = Seed.generator(round)
      let screen = TerminalScreen(rows: 24, columns: 80)
      var rows = 24
      for _ in 0..<20 {
        Self.hostileBytes(&random).withUnsafeBytes { screen.take($0) }
        if Int.random(in: 0..<4, using: &random) == 0 {
          rows = Int.random(in: 1...60, using: &random)
          screen.resize(rows: rows, columns: Int.random(in: 1...140, using: &random))
        }
        let state = screen.read()
        #expect(state.lines.count == rows && state.highlights.allSatisfy { $0.row < rows && $0.width > 0 }, "\(round)")
      }
    }
  }

  private static func hostileBytes(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<40).flatMap { _ -> [UInt8] in
      let number = { (random: inout SeededGenerator) in
        "\([0, 1, 5, 80, 999, 2_147_483_647].randomElement(using: &random) ?? 0)"
      }
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let final = UInt8.random(in: 0x40...0x7e, using: &random)
        let parameters = (0..<Int.random(in: 0...4, using: &random)).map { _ in number(&random) }.joined(separator: ";")
        return Array("\u{1b}[\(["", "?", ">", "!"].randomElement(using: &random) ?? "")\(parameters)".utf8) + [final]
      case 1: return [0x1b, UInt8.random(in: 0x20...0x7e, using: &random)]
      case 2: return Array("\u{1b}]\(number(&random));\u{1b}\\".utf8)
      case 3: return (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) }
      case 4: return Array("語e\u{301}\t\r\n\u{8}x".utf8)
      default: return Array("plain words ".utf8)
      }
    }
  }
}
