import Glibc
import Interchange
import Storage
import TestSupport
import Testing

/// Exports that were cut, edited or made up: each is refused with one error that names the line, and leaves nothing behind.
@Suite struct HostileExportTests {
  let folder: TemporaryFolder
  private let lines: [String]

  init() throws {
    folder = try TemporaryFolder()
    try WholeTimeline.make(folder.path + "/run.db")
    try JSONLines.export(folder.path + "/run.db", to: folder.path + "/run.jsonl", toolVersion: "test")
    lines = try #require(FileContents.read(folder.path + "/run.jsonl")).split(separator: "\n").map(String.init)
  }

  private func importing(_ bytes: [UInt8]) throws -> StorageError? {
    let path = folder.path + "/edited.jsonl"
    let file = try #require(fopen(path, "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    defer { unlink(path) }
    do throws(StorageError) {
      try JSONLines.makeTimeline(folder.path + "/new.db", from: path)
      return nil
    } catch {
      #expect(folder.names == ["edited.jsonl", "run.db", "run.jsonl"])
      #expect(error.exitStatus == 66 && !error.message.contains("\n"), "\(error)")
      return error
    }
  }

  private func importing(_ text: String) throws -> StorageError? { try importing(Array(text.utf8)) }

  /// The lines with one of a table changed, or any other line by its number, and an end that fits.
  private func edited(_ line: Int, _ change: (String) -> String) -> String {
    var lines = lines.dropLast() + ["{\"end\":\(lines.count - 2)}"]
    lines[line - 1] = change(lines[line - 1])
    return lines.joined(separator: "\n") + "\n"
  }

  private func number(of table: String) throws -> Int {
    try #require(lines.firstIndex { $0.hasPrefix("{\"table\":\"\(table)\"") }) + 1
  }

  @Test func anEditedExportIsTakenButNotVouchedFor() throws {
    #expect(try importing(edited(2) { $0 }) == nil)
    #expect(try TimelineFile(reading: folder.path + "/new.db").seal == .missing)
  }

  @Test(arguments: [
    (
      "session", "\"id\":1", "\"id\":1,\"colour\":\"red\"",
      "names the column \"colour\", which the table session does not have"
    ),
    ("session", "\"session\"", "\"sessions\"", "names the table \"sessions\", which no timeline has"),
    ("session", "\"table\":\"session\",", "", "names no table first"),
    ("string", "", "", ""),
    ("source", "\"id\":1,", "\"id\":1,\"id\":2,", "\"id\" stands there twice"),
    ("source", "\"id\":1,", "", "lacks id"),
    ("source", "\"id\":1,", "\"id\":null,", "lacks id"),
    ("source", "\"id\":1,", "\"id\":\"1\",", "has no integer for id"),
    ("source", "\"id\":1,", "\"id\":1.0,", "has no integer for id"),
    ("source", "\"id\":1,", "\"id\":9223372036854775808,", "out of range"),
    ("source", "\"id\":1,", "\"id\":[1],", "neither text nor number"),
    ("source", "\"id\":1,", "\"id\":true,", "neither text nor number"),
    ("source", "\"id\":1,", "\"id\":1", "column "),
    ("source", "\"id\":1,", "\"id\":3,", "does not fit into a timeline"),
    ("environment", "\"name\":\"", "\"name\":1,\"x\":\"", "has no text for name"),
    ("gap", "\"source_id\":1", "\"source_id\":99", "has the source_id 99, and no line before it is that source"),
    ("gap", "\"kind\":\"trim\"", "\"kind\":\"hole\"", "does not fit into a timeline"),
    ("event", "\"type\":\"", "\"type\":null,\"any_data\":\"", "twice"),
    ("event", "\"type\":", "\"type_id\":", "names the column \"type_id\""),
    ("event", "\"element_id\":1", "\"element_id\":-1", "no line before it is that element"),
    ("audio_segment", "\"peak_db\":-6.0", "\"peak_db\":\"-6\"", "has no real for peak_db"),
    ("audio_segment", "\"peak_db\":-6.0", "\"peak_db\":1e400", "out of range"),
    ("audio_level", "\"stream_id\":1,\"frame\":1", "\"stream_id\":2,\"frame\":2", "does not fit into a timeline"),
    ("seal", "", "", ""),
  ])
  func aLineThatIsWrongIsNamed(_ table: String, _ old: String, _ new: String, _ words: String) throws {
    // Strings and the seal are no lines of their own, so there a line is made up.
    let line = words.isEmpty ? 3 : try number(of: table)
    let error = try importing(
      edited(line) { text in
        guard !words.isEmpty else { return "{\"table\":\"\(table)\",\"id\":1}" }
        #expect(text.contains(old), "\(text)")
        let parts = text.components(around: old)
        return parts.before + new + parts.after
      })
    let known = words.isEmpty ? "names the table \"\(table)\", which no timeline has" : words
    // A row that is there twice is only wrong where it comes the second time.
    let places = line...line + 2
    #expect(
      places.contains { error?.message.contains("edited.jsonl, line \($0) ") == true }, "\(String(describing: error))")
    #expect(error?.message.contains(known) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("\"format\":\"a11y-timeline\"", "\"format\":\"other\"", "does not begin an export"),
    ("\"format_version\":1", "\"format_version\":2", "Use a newer a11y-report"),
    ("\"format_version\":1", "\"format_version\":0", "has format_version 0"),
    ("\"format_version\":1", "\"format_version\":\"1\"", "has no format_version"),
    ("\"schema_version\":", "\"schema_version\":9", "Use a newer a11y-report"),
    ("\"schema_version\":", "\"schema_versions\":", "has no schema_version"),
    ("{", "[", "does not begin an export"), ("{", "\u{feff}{", "does not begin an export"),
  ])
  func aHeaderThatIsWrongIsNamed(_ old: String, _ new: String, _ words: String) throws {
    let error = try importing(
      edited(1) {
        let parts = $0.components(around: old)
        return parts.before + new + parts.after
      })
    #expect(error?.description.contains("edited.jsonl, line 1 ") == true, "\(String(describing: error))")
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test func whatIsCutAnywhereIsRefused() throws {
    let whole = Array((lines.joined(separator: "\n") + "\n").utf8)
    for place in stride(from: 0, to: whole.count, by: 1499) {
      #expect(try importing(Array(whole[..<place])) != nil, "\(place) of \(whole.count)")
    }
    for count in stride(from: 0, to: lines.count, by: 7) {
      #expect(try importing(lines.prefix(count).map { $0 + "\n" }.joined()) != nil, "\(count) lines")
    }
    #expect(try importing(Array(whole.dropLast())) != nil)
    #expect(try importing(whole + Array("{}\n".utf8))?.message.contains("stands behind the end") == true)
  }

  @Test func whatWasChangedAfterwardsIsSeen() throws {
    let text = lines.joined(separator: "\n") + "\n"
    let parts = text.components(around: "Around Me")
    #expect(try importing(parts.before + "Around Us" + parts.after)?.message.contains("changed or damaged") == true)
  }

  @Test func bytesThatAreNoTextAreNamed() throws {
    var bytes = Array(edited(2) { $0 }.utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "Around Me".utf8) })
    bytes[place] = 0xff
    #expect(try importing(bytes)?.message.contains("is not UTF-8") == true)
    #expect(try importing([UInt8](repeating: 0, count: 5000)) != nil)
  }

  @Test func aLineOfAnyLengthIsRefused() throws {
    let begin = Array("{\"format\":\"a11y-timeline\",\"x\":\"".utf8)
    let error = try importing(begin + [UInt8](repeating: 0x61, count: 40 << 20))
    #expect(error?.message.contains("line 1 is longer than 32 MiB") == true, "\(String(describing: error))")
  }
}

extension String {
  /// What stands before and after the first place of `part`.
  func components(around part: String) -> (before: String, after: String) {
    let bytes = Array(utf8)
    let place = bytes.indices.first { bytes[$0...].starts(with: part.utf8) } ?? bytes.count
    return (
      String(decoding: bytes[..<place], as: UTF8.self),
      String(decoding: bytes[min(bytes.count, place + part.utf8.count)...], as: UTF8.self)
    )
  }
}
