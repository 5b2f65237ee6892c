/// SipHash-2-4: a keyed 64-bit hash.
///
/// Who does not know the key can neither make two texts of one hash nor guess a text by it.
///
/// Aumasson and Bernstein, 2012, https://www.aumasson.jp/siphash/siphash.pdf.
public struct SipHash: Sendable {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64
  // Bytes that do not fill a word yet, the first in the lowest place.
  private var rest: UInt64 = 0
  private var count: UInt64 = 0

  /// A hash under a key, with nothing taken in yet.
  public init(key: (UInt64, UInt64)) {
    v0 = key.0 ^ 0x736f_6d65_7073_6575
    v1 = key.1 ^ 0x646f_7261_6e64_6f6d
    v2 = key.0 ^ 0x6c79_6765_6e65_7261
    v3 = key.1 ^ 0x7465_6462_7974_6573
  }

  /// The hash of `text` in UTF-8 under a key.
  public static func hash(_ text: String, key: (UInt64, UInt64)) -> UInt64 {
    var hash = SipHash(key: key)
    var text = text
    text.withUTF8 { hash.add(UnsafeRawBufferPointer($0)) }
    return hash.finish()
  }

  /// Takes more bytes in.
  public mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index < bytes.count, count & 7 != 0 {
      add(bytes[index])
      index += 1
    }
    while index + 8 <= bytes.count {
      add(word: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      count &+= 8
      index += 8
    }
    while index < bytes.count {
      add(bytes[index])
      index += 1
    }
  }

  /// The hash of all that was taken in.
  public consuming func finish() -> UInt64 {
    add(word: rest | count << 56)
    v2 ^= 0xff
    for _ in 0..<4 { round() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  private mutating func add(_ byte: UInt8) {
    rest |= UInt64(byte) << (8 * (count & 7))
    count &+= 1
    guard count & 7 == 0 else { return }
    add(word: rest)
    rest = 0
  }

  private mutating func add(word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func round() {
    v0 &+= v1
    v1 = v1 << 13 | v1 >> 51
    v1 ^= v0
    v0 = v0 << 32 | v0 >> 32
    v2 &+= v3
    v3 = v3 << 16 | v3 >> 48
    v3 ^= v2
    v0 &+= v3
    v3 = v3 << 21 | v3 >> 43
    v3 ^= v0
    v2 &+= v1
    v1 = v1 << 17 | v1 >> 47
    v1 ^= v2
    v2 = v2 << 32 | v2 >> 32
  }
}
