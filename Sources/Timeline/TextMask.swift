/// Stands in for a text that is not to be read: tells its length, and by a hash which texts are equal.
///
/// The hash is keyed, and the key is made at random and never stored, so that nobody can try texts against a file; equal texts
/// have equal masks within one file and different ones in every other. A text of less than four characters has no hash: hashes
/// of single characters would be a cipher that anyone solves by counting.
public struct TextMask: Sendable {
  /// What stands for a text of which not even the length is told.
  public static let hidden = "[hidden]"
  /// Characters below which a text's mask has no hash.
  public static let shortestHashed = 4

  private let key: (UInt64, UInt64)

  /// A mask under a key of its own.
  public init() {
    var random = SystemRandomNumberGenerator()
    self.init(key: (random.next(), random.next()))
  }

  /// A mask under a given key, for tests.
  public init(key: (UInt64, UInt64)) { self.key = key }

  /// `[masked LENGTH HASH]`: the length in characters, and eight hexadecimal digits; a mask comes back as it is.
  public func mask(_ text: String) -> String {
    if TextMask.isMask(text) { return text }
    let length = text.count
    guard length >= Self.shortestHashed else { return "[masked \(length)]" }
    let digits = String(UInt32(truncatingIfNeeded: SipHash.hash(text, key: key)), radix: 16)
    return "[masked \(length) \(String(repeating: "0", count: 8 - digits.count))\(digits)]"
  }

  /// Whether a text is nothing but a mask.
  public static func isMask(_ text: String) -> Bool {
    guard text.hasPrefix("["), text.hasSuffix("]") else { return false }
    if text == hidden { return true }
    let words = text.dropFirst().dropLast().split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 || words.count == 3, words[0] == "masked", let length = Int(words[1]) else { return false }
    guard words.count == 3 else { return (0..<shortestHashed).contains(length) }
    return words[2].utf8.count == 8 && words[2].allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
