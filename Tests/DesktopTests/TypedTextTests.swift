import Glibc
import Storage
import TestSupport
import Testing

extension DesktopTests {
  /// What is typed into real applications, with a reader that echoes all of it by character and by word.
  @Suite(.serialized) struct TypedTextTests {
    /// Letters of which no four stand together in any other text, nor in both words.
    private static func word(_ length: Int, of letters: String) -> String {
      String((0..<length).map { _ in letters.randomElement() ?? "q" })
    }

    @Test func nothingOfASecretOrAPasswordIsInTheFileNorBesideIt() throws {
      let folder = try TemporaryFolder()
      let (secret, password) = (Self.word(7, of: "jqvzg"), Self.word(8, of: "kwxp"))
      let (masked, kept) = (["3.0", "terminal", "4.0"], ["3.0+text", "terminal+text", "4.0+text"])
      // Orca, when late, would say what was typed in GTK 4 into the next recording, which cannot know it: none comes after.
      for runs in [["3.0", "terminal", "3.0+text", "terminal+text", "4.0+text"], ["4.0"]] {
        let scripts = Tool.root + "/Tests/DesktopTests/typed-text"
        let result = try Tool.run(
          "a11y-desktop",
          [
            "--screen-reader", "sh \(scripts)-reader.sh", "--", "/usr/bin/python3", scripts + ".py", folder.path,
            secret,
            password,
          ] + runs, within: 180)
        try #require(result.status == 0, "\(secret) \(password) \(result)")
      }
      for run in masked {
        try expectNothing(of: secret, in: run, of: folder)
        let file = try TimelineFile(reading: "\(folder.path)/\(run).db")
        #expect(try file.rows("SELECT keeps_text FROM session") == [[.integer(0)]])
        #expect(
          try file.rows("SELECT value FROM string WHERE value GLOB '[jqvzg]'") == [], "letter by letter: \(run)")
        // GTK 4 has not said what its first field is when the first keys come.
        guard run != "4.0" else { continue }
        #expect(
          try file.rows("SELECT count(*) >= 14 FROM input WHERE key_name IS NULL") == [[.integer(1)]],
          "the secret's keys have rows and times: \(run)")
      }
      for run in kept {
        let file = try TimelineFile(reading: "\(folder.path)/\(run).db")
        #expect(try file.rows("SELECT keeps_text FROM session") == [[.integer(1)]])
        guard run != "4.0+text" else { continue }
        let keys = try file.rows("SELECT key_name FROM input WHERE is_press ORDER BY time_ns").compactMap { $0[0].text }
        #expect(keys.joined().hasPrefix(secret), "\(run): \(keys)")
        // That it is found shows that looking for it can fail.
        #expect(contains(secret, "\(folder.path)/\(run).db"), "\(run)")
      }
      for run in masked + kept {
        try expectNothing(of: password, in: run, of: folder)
        let file = try TimelineFile(reading: "\(folder.path)/\(run).db")
        for texts in ["key_name FROM input", "value FROM utterance JOIN string ON string.id = plain_text_id"] {
          let said = try file.rows("SELECT \(texts)").compactMap { $0[0].text }.filter { $0.count == 1 }.joined()
          #expect(!contains(password, Array(said.utf8)), "letter by letter: \(run), \(said)")
        }
      }
      // The reader did say something while the password was typed.
      let file = try TimelineFile(reading: "\(folder.path)/3.0.db")
      #expect(
        try file.rows("SELECT count(*) > 0 FROM utterance JOIN string ON string.id = text_id WHERE value = '[hidden]'")
          == [[.integer(1)]])
    }

    private func expectNothing(of word: String, in run: String, of folder: TemporaryFolder) throws {
      for name in [".db", ".running", ".running-wal", ".status"] {
        let path = "\(folder.path)/\(run)\(name)"
        let bytes = try #require(FileContents.bytes(path), "\(path)")
        #expect(!bytes.isEmpty)
        #expect(!contains(word, bytes), "\(word) in \(run)\(name)")
      }
    }

    private func contains(_ word: String, _ path: String) -> Bool { contains(word, FileContents.bytes(path) ?? []) }

    /// Whether any four letters of a word stand in some bytes, in small or capital letters.
    private func contains(_ word: String, _ bytes: [UInt8]) -> Bool {
      func number(_ last: UInt32, _ byte: UInt8) -> UInt32 { last << 8 | UInt32(byte | 0x20) }
      let letters = Array(word.utf8)
      let parts = (0...letters.count - 4).map { letters[$0..<$0 + 4].reduce(0, number) }
      var last: UInt32 = 0
      for byte in bytes {
        last = number(last, byte)
        for part in parts where part == last { return true }
      }
      return false
    }
  }
}
