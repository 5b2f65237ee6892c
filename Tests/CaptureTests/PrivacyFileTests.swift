import Privacy
import Storage
import TestSupport
import Testing
import Timeline

@testable import Capture

/// What stands in a file, byte by byte, after a secret and a password went the ways that texts go.
@Suite struct PrivacyFileTests {
  private static let secret = "quorvex"
  private static let password = "hunter2x"
  private static func element(_ name: String) -> ElementKey { ElementKey(busName: ":1.9", objectPath: "/" + name) }

  /// A secret typed into an entry and a password into its field, each told of by every route.
  private func walk(_ offer: (Record, SourceName) -> Void, _ press: (TypedKey) -> Void) {
    var utterances: Int64 = 0
    func event(_ type: EventType, _ element: String, _ offset: Int = 0, _ data: String? = nil) {
      offer(
        .event(
          Event(
            time: .now, type: type, source: Self.element(element), detail1: Int32(offset), detail2: 1, anyData: data)),
        .events)
    }
    func show(_ element: String, _ role: Role, _ name: String, _ states: [ElementState]) {
      var version = ElementVersion(key: Self.element(element), time: .now)
      (version.role, version.name, version.states) = (role, name, states)
      offer(.element(version), .events)
    }
    func say(_ text: String, _ kind: Utterance.Kind) {
      utterances += 1
      var utterance = Utterance(
        id: utterances, connection: 1, client: nil, priority: nil, kind: kind, text: "<speak>\(text)</speak>",
        plainText: text, queuedAt: .now)
      offer(.utterance(utterance), .speech)
      utterance.begunAt = .now
      offer(.utterance(utterance), .speech)
    }
    event("window:activate", "window")
    show("entry", "text", "Word", ["editable"])
    show("password", "password text", "Password", ["editable"])
    for (field, text) in [("entry", Self.secret), ("password", Self.password)] {
      event("object:state-changed:focused", field, 1)
      for (index, character) in text.enumerated() {
        let input = Input(time: .now, isPress: true, keyName: nil, modifiers: 0, focus: Self.element(field))
        press(TypedKey(input: input, character: character, code: 1))
        event("object:text-changed:insert", field, index, String(character))
        say(String(character), .character)
        show("label", "label", "You wrote " + text.prefix(index + 1), [])
        event("object:property-change:accessible-name", "label", 0, "You wrote " + text.prefix(index + 1))
      }
      say(text, .message)
      event("object:text-changed:insert", field, 0, text)
    }
    say("\(Self.secret) and \(Self.password)", .message)
  }

  private func bytes(of path: String) throws -> String {
    let bytes = try ["", "-wal"].flatMap { try #require(FileContents.bytes(path + $0)) }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  @Test func onlyWithoutTheFilterAreTheyThere() throws {
    let folder = try TemporaryFolder()
    for (name, isFiltered) in [("raw", false), ("filtered", true)] {
      let path = "\(folder.path)/\(name).db"
      let writer = TimelineWriter(
        store: try TimelineStore(
          creating: path, session: Session(toolVersion: "test", recorderProcessID: 1, command: nil)))
      if isFiltered {
        let filter = PrivacyFilter(sink: writer, rules: PrivacyRules())
        walk({ filter.offer($0, from: $1) }, { filter.offer($0) })
        filter.flush()
      } else {
        walk({ writer.offer($0, from: $1) }, { _ in })
      }
      _ = writer.settle()
      // As a recorder that is killed leaves it, and then as one that ends.
      let running = try bytes(of: path)
      try writer.close(isComplete: true, commandStatus: nil)
      let closed = String(decoding: try #require(FileContents.bytes(path)), as: UTF8.self).lowercased()
      for word in [Self.secret, Self.password] {
        for part in [word, String(word.prefix(4)), String(word.suffix(4))] {
          #expect(running.contains(part) != isFiltered, "\(part) in \(name), running")
          #expect(closed.contains(part) != isFiltered, "\(part) in \(name), closed")
        }
      }
    }
  }
}
