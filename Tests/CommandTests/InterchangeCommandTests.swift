import Glibc
import Storage
import TestSupport
import Testing
import Timeline

/// Export, import and trim as a person runs them.
@Suite struct InterchangeCommandTests {
  let folder: TemporaryFolder
  private let timeline: String

  /// Ten seconds with three marks, of which two say the same.
  init() throws {
    folder = try TemporaryFolder()
    timeline = folder.path + "/run.db"
    let store = try TimelineStore(
      creating: timeline, session: Session(toolVersion: "test", recorderProcessID: getpid(), command: nil))
    try store.write(.source(SourceStatus(.events, armedAt: store.start)))
    for (seconds, text) in [(1, "begin"), (4, "map\u{1b}[31m"), (6, "twice"), (9, "twice")] as [(Int64, String)] {
      try store.write(.marker(Marker(time: store.start + seconds * 1_000_000_000, text: text)))
    }
    try store.close(isComplete: true, commandStatus: nil)
  }

  private func shell(_ line: String) throws -> Tool.Result {
    try Tool.run("/bin/sh", ["-c", line], directory: folder.path)
  }

  private func oneLine(_ result: Tool.Result, _ status: Int32, _ words: String) {
    #expect(result.status == status && result.output == "", "\(result)")
    #expect(result.errors.split(separator: "\n").count == 1 && !result.errors.contains("\u{1b}"), "\(result)")
    #expect(result.errors.contains(words), "\(result)")
  }

  @Test func whatIsExportedIsOnStandardOutputAndNothingElse() throws {
    let result = try shell("a11y-report export run.db")
    #expect(result.status == 0 && result.output.hasPrefix("{\"format\":\"a11y-timeline\""))
    #expect(result.output.hasSuffix("\"}\n") && result.output.contains("\"table\":\"marker\""))
    #expect(result.errors == "wrote 6 rows of run.db\n")
    let trace = try shell("a11y-report export run.db --format perfetto -o - 2>/dev/null")
    #expect(trace.status == 0 && trace.output.hasPrefix("{\"displayTimeUnit\""))
  }

  @Test func whatGoesThroughAPipeComesBack() throws {
    let result = try shell(
      """
      a11y-report export run.db 2>/dev/null | a11y-report import - -o back.db &&
        a11y-report export run.db -o 1.jsonl && a11y-report export back.db -o 2.jsonl && cmp 1.jsonl 2.jsonl
      """)
    #expect(result.status == 0, "\(result)")
    #expect(folder.names == ["1.jsonl", "2.jsonl", "back.db", "run.db"])
  }

  /// The log of a person who typed into a field; Orca 43 wrote its first two lines as they are here.
  @Test func aLogOfOrcaBecomesATimelineInWhichNothingIsProven() throws {
    let log = """
      08:56:41.000000 - ORCA: Launching version 43.1
      KEYBOARD_EVENT:  type=ATSPI_KEY_PRESSED_EVENT
                       keyval_name=(q)
                       time=1796115401.250000
      08:56:41.300000 - EVENT MANAGER: object:text-changed:insert for [text | Word] in [application | app] (0, 5, quark)
      08:56:41.400000 - SPEECH DISPATCHER: Speaking 'quark' as string
      """
    #expect(try shell("cat > debug.out <<'END'\n\(log)\nEND\n").status == 0)
    for (name, options) in [("masked", ""), ("kept", "--keep-text")] {
      let made = try shell("a11y-report import orca-debug - -o \(name).db \(options) < debug.out")
      oneLine(made, 0, "1 events, 1 key presses, 1 utterances")
      let file = try TimelineFile(reading: "\(folder.path)/\(name).db")
      #expect(
        try file.rows("SELECT origin, is_complete, started_wall_ns, ended_ns FROM session") == [
          [
            .text(name == "kept" ? "import orca-debug" : "redact of import orca-debug"), .integer(0),
            .integer(1_796_115_401_000_000_000), .integer(400_000_000),
          ]
        ])
      let bytes = FileContents.bytes("\(folder.path)/\(name).db") ?? []
      #expect(bytes.count > 1000 && bytes.contains(Array("quark".utf8)) == (name == "kept"))
      let report = try Tool.run("a11y-report", ["overlap", "\(folder.path)/\(name).db"])
      #expect(report.status == 2 && report.output.hasPrefix("NOT PROVEN"), "\(report)")
    }
    oneLine(try shell("a11y-report import orca-debug run.db -o no.db"), 66, "no debug log of Orca")
    oneLine(try shell("a11y-report import orca-debug none.log -o no.db"), 66, "none.log")
    oneLine(try shell("a11y-report import orca-debug debug.out -o run.db"), 74, "never overwritten")
    #expect(try shell("a11y-report import orca run.jsonl -o no.db").status == 64)
    #expect(try shell("a11y-report import run.jsonl --keep-text -o no.db").status == 64)
    #expect(folder.names == ["debug.out", "kept.db", "masked.db", "run.db"], "nothing else is left")
  }

  @Test func aPartIsCutOutAndSaysSo() throws {
    let result = try shell("a11y-report trim run.db --from begin --to 0:05.5 -o part.db")
    #expect(result.status == 0 && result.output == "", "\(result)")
    #expect(result.errors == "part.db: 1.000s to 5.500s of run.db, 4 of 6 rows\n")
    let file = try TimelineFile(reading: folder.path + "/part.db")
    #expect(try file.rows("SELECT time_ns FROM marker") == [[.integer(1_000_000_000)], [.integer(4_000_000_000)]])
    #expect(try file.rows("SELECT origin FROM session") == [[.text("trim to 1.000s to 5.500s")]])
    #expect(
      try file.rows("SELECT kind, start_ns, end_ns FROM gap ORDER BY 2").prefix(1) == [
        [.text("trim"), .integer(0), .integer(999_999_999)]
      ])
    let report = try shell("a11y-report capture part.db")
    #expect(report.status == 2 && report.output.contains("trim to 1.000s to 5.500s"), "\(report)")
    _ = try shell("a11y-report trim part.db --to 2s -o smaller.db")
    let smaller = try TimelineFile(reading: folder.path + "/smaller.db")
    #expect(
      try smaller.rows("SELECT origin FROM session") == [
        [.text("trim to the start to 2.000s of trim to 1.000s to 5.500s")]
      ])
  }

  @Test func aRedactionSaysWhatItDidAndWhatItCannotKnow() throws {
    let result = try shell("a11y-report redact run.db --text twice --text map -o public.db")
    #expect(result.status == 0 && result.output == "", "\(result)")
    #expect(result.errors.hasPrefix("public.db: run.db without what was typed.\nmarker: 3 rows masked\n"), "\(result)")
    #expect(result.errors.contains("Not known: "))
    let file = try TimelineFile(reading: folder.path + "/public.db")
    #expect(
      try file.rows("SELECT count(*) FROM marker WHERE text LIKE '%twice%' OR text LIKE '%map%'") == [[.integer(0)]])
    #expect(try file.rows("SELECT origin, keeps_text FROM session") == [[.text("redact"), .integer(0)]])
  }

  @Test func aMomentThatIsNoneIsAnswered() throws {
    oneLine(
      try shell("a11y-report trim run.db --from 'the end' -o x.db"), 66,
      "has no mark 'the end', and that is no time either. It has 'begin' at 1.000s, 'map\\u{1B}[31m' at 4.000s, 'twice' at 6.000s"
    )
    oneLine(
      try shell("a11y-report trim run.db --to twice -o x.db"), 66,
      "has the mark 'twice' 2 times, at 6.000s, 9.000s. Give the time instead")
    oneLine(
      try shell("a11y-report trim run.db --from 5 --to begin -o x.db"), 66, "nothing lies between 5.000s and 1.000s")
    #expect(folder.names == ["run.db"])
  }

  @Test func whatIsThereIsNeverOverwritten() throws {
    for line in [
      "export run.db -o run.db", "export run.db -f perfetto -o run.db", "trim run.db --from 1 -o run.db",
      "redact run.db -o run.db",
    ] {
      oneLine(try shell("a11y-report \(line)"), 74, "File exists")
    }
    _ = try shell("a11y-report export run.db -o run.jsonl")
    oneLine(try shell("a11y-report import run.jsonl -o run.db"), 74, "File exists")
    #expect(try shell("a11y-report capture run.db").status == 2)
  }

  @Test(arguments: [
    ("export", "FILE is missing"), ("export run.db -f csv", "--format is one of"), ("export - -o x", "standard input"),
    ("redact run.db", "-o NEW is missing"), ("redact run.db --text '' -o x", "--text needs a word"),
    ("import run.jsonl", "-o NEW is missing"), ("import a b c -o x", "too many"), ("import a -o -", "standard output"),
    ("trim run.db -o x", "say what to keep"), ("trim run.db --from 1", "-o NEW is missing"),
    ("trim - --from 1 -o x", "standard input"),
  ])
  func usageIsRefusedWithOneLine(_ line: String, _ words: String) throws {
    oneLine(try shell("a11y-report \(line)"), 64, words)
  }

  @Test(
    arguments: [
      ("export missing.db", 66, "No such file"), ("export .", 66, "is not a file"),
      ("import missing -o x.db", 66, "No such file"),
      ("import run.db -o x.db", 66, "does not begin an export"), ("import . -o x.db", 74, "Is a directory"),
      ("import - -o x.db </dev/null", 66, "standard input is empty"),
      ("trim missing.db --from 1 -o x.db", 66, "No such file"),
      ("export run.db >/dev/full", 74, "No space left"), ("export run.db -o nowhere/x", 74, "No such file"),
      ("trim run.db --from 1 -o nowhere/x", 74, "No such file"),
    ] as [(String, Int32, String)])
  func whatCannotBeReadOrWrittenIsNamed(_ line: String, _ status: Int32, _ words: String) throws {
    oneLine(try shell("a11y-report \(line)"), status, words)
    #expect(folder.names == ["run.db"])
  }

  @Test(arguments: ["export", "import", "trim"]) func helpHasThreeExamples(_ command: String) throws {
    let result = try shell("a11y-report \(command) --help")
    #expect(result.status == 0 && result.output.split(separator: "\n").count { $0.contains("a11y-report ") } >= 4)
  }
}
