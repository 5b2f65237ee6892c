import Storage
import Testing

/// Text and numbers as JSON, and back.
@Suite struct JSONTests {
  private func written(_ value: Value) -> String {
    var bytes: [UInt8] = []
    JSON.append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func read(_ text: String) throws -> [String] {
    try JSONMembers.read(Array(text.utf8)[...]).map { "\($0.name)=\($0.value)" }
  }

  private func value(_ text: String) throws -> Value? {
    try JSONMembers.read(Array("{\"a\":\(text)}".utf8)[...]).first?.value
  }

  @Test func everyScalarComesBackAsItWas() throws {
    var scalars: [Unicode.Scalar] = (0...0x2fff).compactMap { Unicode.Scalar(UInt32($0)) }
    scalars += (0xd7f0...0xe010).compactMap { Unicode.Scalar(UInt32($0)) }
    scalars += [0xfeff, 0xfffe, 0xffff, 0x10000, 0x1f600, 0x10ffff].compactMap { Unicode.Scalar(UInt32($0)) }
    for scalar in scalars {
      let literal = JSON.string("a\(scalar)z\(scalar)")
      #expect(
        literal.unicodeScalars.allSatisfy { $0.value >= 0x20 && ![0x7f, 0x85, 0x2028, 0x2029].contains($0.value) })
      guard case .text(let back) = try value(literal) else {
        Issue.record("\(literal)")
        return
      }
      #expect(Array(back.utf8) == Array("a\(scalar)z\(scalar)".utf8), "\(literal)")
    }
  }

  @Test(arguments: [
    0, 0.1, 1.0 / 3, -6, 1e21, 1e-7, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity,
    0.1.nextUp, 123_456_789.123_456_789,
  ])
  func everyNumberComesBackAsItWas(_ number: Double) throws {
    #expect(try value(written(.real(number))) == .real(number))
  }

  @Test(arguments: [0, 1, -1, .max, .min, 9_007_199_254_740_993] as [Int64])
  func everyIntegerComesBackAsItWas(_ number: Int64) throws {
    #expect(written(.integer(number)) == "\(number)")
    #expect(try value(written(.integer(number))) == .integer(number))
  }

  @Test func whatIsAllowedIsRead() throws {
    #expect(try read("{}") == [])
    #expect(try read(" { \"a\" : 1 ,\t\"b\":null,\r\n\"\":\"\"} ") == ["a=integer(1)", "b=null", "=text(\"\")"])
    #expect(try value("\"\\u00e9\\ud83d\\ude00\\/\\b\\f\"") == .text("é😀/\u{8}\u{c}"))
    #expect(try value("1.5e+3") == .real(1500) && value("-0") == .integer(0) && value("1E2") == .real(100))
  }

  @Test(arguments: [
    "", " ", "null", "[]", "1", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{'a':1}",
    "{,}",
    "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\":1}{}", "{\"a\":1}x", "{\"a\":1,\"a\":2}", "{\"a\":[1]}", "{\"a\":{}}",
    "{\"a\":true}", "{\"a\":nul}", "{\"a\":NaN}", "{\"a\":01}", "{\"a\":-}", "{\"a\":+1}", "{\"a\":1.}", "{\"a\":.5}",
    "{\"a\":1e}", "{\"a\":0x10}", "{\"a\":9223372036854775808}", "{\"a\":-9223372036854775809}", "{\"a\":1e400}",
    "{\"a\":21e999}", "{\"a\":\"", "{\"a\":\"\\", "{\"a\":\"\\u12", "{\"a\":\"\\x\"}", "{\"a\":\"\\u+123\"}",
    "{\"a\":\"\\ud800\"}", "{\"a\":\"\\udc00\"}", "{\"a\":\"\\ud800\\u0041\"}", "{\"a\":\"\\ud800\\ud800\"}",
    "{\"a\":\"\u{1}\"}", "{\"a\":\"\\n\u{1}\"}", "\u{feff}{\"a\":1}", "{\"a\":1}\0",
  ])
  func whatIsNotIsRefusedWithItsPlace(_ text: String) {
    let error = #expect(throws: StorageError.self) { try read(text) }
    #expect(
      error?.kind == .noInput && error?.message.hasPrefix("column ") == true, "\(text): \(String(describing: error))")
  }

  @Test func whatIsEndlessIsRefusedAtOnce() {
    let members = (0..<100_000).map { "\"\($0)\":0" }.joined(separator: ",")
    for text in ["{\(members)}", "{\"a\":0.\(String(repeating: "1", count: 1_000_000))}"] {
      let error = #expect(throws: StorageError.self) { try read(text) }
      #expect(error?.message.contains("more than 500") == true)
    }
  }

  @Test(arguments: [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]] as [[UInt8]])
  func whatIsNoUTF8IsRefused(_ bytes: [UInt8]) {
    for begin in ["", "\\n"] {
      let line = Array("{\"a\":\"\(begin)".utf8) + bytes + Array("\"}".utf8)
      #expect(throws: StorageError.self) { try JSONMembers.read(line[...]) }
    }
  }

  @Test func anyLineThatWasSpoiltIsReadOrRefused() throws {
    let line = Array("{\"a\":\"é\\ud83d\\ude00\\n\",\"b\":-1.5e3,\"c\":null,\"d\":12}".utf8)
    for place in line.indices {
      for byte in [0, 0x22, 0x2c, 0x30, 0x5c, 0x75, 0x7d, 0xc3, 0xff] as [UInt8] {
        var spoilt = line
        spoilt[place] = byte
        _ = try? JSONMembers.read(spoilt[...])
        #expect(throws: StorageError.self) { try JSONMembers.read(line[..<place]) }
      }
    }
  }
}
