@testable import Speech
import Testing
import Timeline

@Suite struct SSIPConversationTests {
  @Test func aRecordedTalkIsToldAsItWas() {
    let (utterances, marks) = replay(Transcript.lines)
    #expect(
      utterances.map(\.brief) == [
        "2 message 1 'Screen reader on.' begun ended", "2 message 2 'Terminal frame.' begun ended",
        "2 message 3 'newline' begun ended", "3 message 4 'hello <world> & all' begun ended",
        "7 character 7 'a' begun ended", "7 key 8 'control_a' begun ended", "7 soundIcon 9 'message' begun ended",
        "7 message 10 '.dot hello' begun ended", "7 message 11 'hello' begun ended", "7 message 12 'one' begun ended",
        "7 character 13 'b' begun ended", "7 message 14 'a long text which goes on and on and on and on' begun",
        "7 message 15 'x'",
      ])
    #expect(utterances[0].client == "unknown:Orca:default" && utterances[0].priority == "message")
    #expect(utterances[3].client == "root:spd-say:main" && utterances[3].priority == "text")
    #expect(utterances[12].priority == "important")
    #expect(utterances[0].text.hasPrefix("<speak><mark name=\"0:6\"/>Screen "))
    #expect(marks.filter { $0.utteranceID == utterances[0].id }.map(\.name) == ["0:6", "7:13", "14:17"])
    #expect(utterances[0].queuedAt.nanoseconds == 3_269_709_615_706)
    #expect(utterances[0].begunAt?.nanoseconds == 3_269_739_579_172)
    #expect(utterances[0].endedAt?.nanoseconds == 3_271_076_339_459)
  }

  @Test func whoeverJoinsLateKnowsWhatIsInFlight() {
    let whole = replay(Transcript.lines).utterances
    for cut in Transcript.lines.indices {
      let joined = replay(prologues(of: Transcript.lines[..<cut]) + Transcript.lines[cut...]).utterances
      // All that the rest of the talk says the last of.
      let expected = whole.filter { utterance in Transcript.lines[cut...].contains { $0.isLast(of: utterance) } }
      for utterance in expected {
        #expect(joined.contains { $0.withoutID == utterance.withoutID }, "\(utterance.brief) at line \(cut)")
      }
    }
  }

  @Test func afterAGapNoMessageIsToldOfUnderASecondID() {
    let lines = Transcript.lines
    for (from, to) in [(40, 60), (20, 100), (60, 61), (100, 180)] {
      let dropped = TapLine(
        time: lines[to - 1].time, connection: 0, kind: .dropped, text: "\(to - from) \(lines[from].time.nanoseconds)")
      let (utterances, marks) = replay(lines[..<from] + [dropped] + prologues(of: lines[..<to]) + lines[to...])
      #expect(Set(utterances.map(\.queuedAt)).count == utterances.count)
      #expect(Set(marks).count == marks.count)
      #expect(Set(utterances.map(\.id)).count == utterances.count)
    }
  }

  @Test func aBeginThatComesBeforeItsIDIsKept() {
    let outcomes = talk(
      """
      > SET self NOTIFICATION begin on
      < 220 OK
      > SPEAK
      < 230 OK
      > hello
      > .
      < 701-9
      < 701-1
      < 701 BEGIN
      < 225-9
      < 225 OK MESSAGE QUEUED
      """)
    #expect(outcomes.last?.brief == "1 message 9 'hello' begun")
  }

  @Test func aNotificationInTheMidstOfAReply() {
    let outcomes = talk(
      """
      > SET self NOTIFICATION all on
      < 220 OK
      > CHAR x
      < 225-4
      < 701-4
      < 701-1
      < 701 BEGIN
      < 225 OK MESSAGE QUEUED
      < 703-4
      < 703-1
      < 703 CANCELED
      """)
    #expect(
      outcomes.map(\.brief) == [
        "1 character 4 'x'", "1 character 4 'x' begun", "1 character 4 'x' begun cancelled",
      ])
  }

  @Test func whatARefusedMessageHeldWereCommands() {
    let outcomes = talk(
      """
      > SPEAK
      > CHAR a
      > .
      < 400 ERR
      < 225-1
      < 225 OK
      < 500 ERR INVALID COMMAND
      > CHAR b
      < 225-2
      < 225 OK
      """)
    // The dot had ended the message before the refusal came: the daemon's next reply is to it.
    #expect(outcomes.last?.brief == "1 character 2 'b'")
  }

  @Test func anEmptyMessageAndARefusedOneWereNotQueued() {
    #expect(talk("> SPEAK\n< 230 OK\n> .\n< 227 OK MESSAGE CANCELED\n> CHAR a\n< 400 ERR").isEmpty)
  }

  @Test func aClientThatLeavesBeforeTheReplyHasSpoken() {
    var (conversation, id) = (SSIPConversation(connection: 1), Int64(0))
    for line in ["SPEAK", "bye", "."] { conversation.client(says: line, at: .now, nextID: &id) }
    #expect(conversation.closed().compactMap(\.utterance).map(\.plainText) == ["bye"])
  }

  @Test func dotsAndLineEndsInsideABody() {
    var (conversation, id) = (SSIPConversation(connection: 1), Int64(0))
    var splitter = LineSplitter(.crlf)
    let sent = "SPEAK\r\n..\u{301} a\r\n..\r\nb\n.\nc\r\n...\r\n.\r\nCHAR \u{301}\r\n"
    for line in splitter.add(Array(sent.utf8)) { conversation.client(says: line, at: .now, nextID: &id) }
    #expect(conversation.closed().compactMap(\.utterance).map(\.text) == [".\u{301} a\n.\nb\n.\nc\n..", "\u{301}"])
  }

  @Test func noInputStopsItOrFillsTheMemory() {
    var random = SystemRandomNumberGenerator()
    let words = [
      "SPEAK", ".", "..", "SET self NOTIFICATION all on", "SET self", "CHAR", "CHAR ", "225-1", "225 OK", "701-1",
      "701-",
      "701 BEGIN", "702 END", "700 ", "7", "", "-", "230 OK", "400 ERR", "é\u{301}", "\u{0}", "225-", "QUIT now",
    ]
    var (conversation, id) = (SSIPConversation(connection: 1), Int64(0))
    for _ in 0..<100_000 {
      let word = words[Int.random(in: 0..<words.count, using: &random)]
      if Bool.random(using: &random) {
        conversation.client(says: word, at: .now, nextID: &id)
      } else {
        _ = conversation.daemon(says: word, at: .now, nextID: &id)
      }
    }
    #expect(conversation.early.count <= 64 && conversation.queued.count <= 4096)
    #expect(conversation.reply.count <= 9 && conversation.notification.count <= 9)
    #expect(conversation.settings.count <= 64)
  }
}

/// What a TapLog makes of the lines: each utterance's last state in order of its first, and the marks.
private func replay(_ lines: some Sequence<TapLine>) -> (utterances: [Utterance], marks: [UtteranceMark]) {
  var log = TapLog()
  var (utterances, marks): ([Utterance], [UtteranceMark]) = ([], [])
  for record in lines.flatMap({ log.take($0) }) {
    switch record {
    case .utterance(let utterance):
      if let index = utterances.firstIndex(where: { $0.id == utterance.id }) {
        utterances[index] = utterance
      } else {
        utterances.append(utterance)
      }
    case .utteranceMark(let mark): marks.append(mark)
    default: break
    }
  }
  return (utterances, marks)
}

/// What the tap tells somebody who joins after these lines.
private func prologues(of lines: some Sequence<TapLine>) -> [TapLine] {
  var journals: [Int64: TapJournal] = [:]
  for line in lines {
    switch line.kind {
    case .opened: journals[line.connection] = TapJournal(connection: line.connection, opened: line.time)
    case .closed: journals[line.connection] = nil
    case .earlier:
      // The transcript itself begins with a prologue: as if it were said now.
      for (kind, text) in [(TapLine.Kind.fromClient, line.text), (.fromDaemon, "200 OK")] {
        journals[line.connection]?.take(
          TapLine(time: line.time, connection: line.connection, kind: kind, text: text))
      }
    default: journals[line.connection]?.take(line)
    }
  }
  return journals.sorted { $0.key < $1.key }.flatMap(\.value.prologue)
}

/// A talk on connection 1, written as "> COMMAND" and "< REPLY".
private func talk(_ text: String) -> [Utterance] {
  var (conversation, id, result) = (SSIPConversation(connection: 1), Int64(0), [Utterance]())
  for line in text.split(separator: "\n") {
    if line.hasPrefix("> ") {
      conversation.client(says: String(line.dropFirst(2)), at: .now, nextID: &id)
    } else {
      result += conversation.daemon(says: String(line.dropFirst(2)), at: .now, nextID: &id).compactMap(\.utterance)
    }
  }
  return result
}

extension SSIPConversation.Outcome {
  fileprivate var utterance: Utterance? { if case .utterance(let utterance) = self { utterance } else { nil } }
}

extension Utterance {
  fileprivate var brief: String {
    "\(connection) \(kind) \(messageID ?? "-") '\(plainText)'" + (begunAt == nil ? "" : " begun")
      + (endedAt == nil ? "" : " ended") + (cancelledAt == nil ? "" : " cancelled")
  }

  fileprivate var withoutID: Utterance {
    var copy = self
    copy.id = 0
    return copy
  }
}

extension TapLine {
  /// Whether the utterance's last change came with this line.
  fileprivate func isLast(of utterance: Utterance) -> Bool {
    guard connection == utterance.connection else { return false }
    if let ended = utterance.endedAt { return time == ended && text == "702 END" }
    if let begun = utterance.begunAt { return time == begun && text == "701 BEGIN" }
    return time == utterance.queuedAt && text == "."
  }
}
