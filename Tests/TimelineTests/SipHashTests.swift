import Testing
import Timeline

/// The vectors of the paper's reference implementation: the key 00 01 … 0f, the bytes 00 01 … up to a length.
@Suite struct SipHashTests {
  private let key: (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)

  @Test(
    arguments: [
      (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (8, 0x93f5_f579_9a93_2462), (15, 0xa129_ca61_49be_45e5),
      (63, 0x958a_324c_eb06_4572),
    ] as [(Int, UInt64)])
  func theVectorsComeOut(_ length: Int, _ expected: UInt64) {
    let bytes = (0..<UInt8(length)).map { $0 }
    var hash = SipHash(key: key)
    bytes.withUnsafeBytes { hash.add($0) }
    #expect(hash.finish() == expected)
    // In pieces of every size it is the same.
    for size in 1...9 {
      var pieces = SipHash(key: key)
      for start in stride(from: 0, to: length, by: size) {
        bytes[start..<min(start + size, length)].withUnsafeBytes { pieces.add($0) }
      }
      #expect(pieces.finish() == expected, "pieces of \(size)")
    }
  }
}
