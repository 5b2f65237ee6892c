internal import Glibc
internal import Timeline

/// A text that is the same only where its bytes are: to Swift, é in one scalar and in two are one text.
private struct ExactText: Hashable {
  private let text: String
  init(_ text: String) { self.text = text }

  static func == (a: ExactText, b: ExactText) -> Bool {
    let areEqual = a.text.utf8.withContiguousStorageIfAvailable { one in
      b.text.utf8.withContiguousStorageIfAvailable { two in
        guard one.count == two.count, let first = one.baseAddress, let second = two.baseAddress else {
          return one.isEmpty && two.isEmpty
        }
        return memcmp(first, second, one.count) == 0
      }
    }
    return areEqual.flatMap { $0 } ?? a.text.utf8.elementsEqual(b.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    let isTaken: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isTaken == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

/// The ids of what was written once and is named again and again.
struct NameCache {
  /// Texts that are remembered at most; one that is not is written once more.
  private static let stringLimit = 100_000
  /// Bytes of a text that is remembered at most: long ones hardly repeat.
  private static let lengthLimit = 4096

  var sources: [SourceName: Int64] = [:]
  var applications: [String: Int64] = [:]
  private var strings: [ExactText: Int64] = [:]
  private var elements: [ElementKey: Int64] = [:]

  func string(_ value: String) -> Int64? { strings[ExactText(value)] }
  func element(_ key: ElementKey) -> Int64? { elements[key] }

  mutating func keep(_ value: String, _ id: Int64) {
    if strings.count < Self.stringLimit, value.utf8.count <= Self.lengthLimit { strings[ExactText(value)] = id }
  }

  mutating func keep(_ key: ElementKey, _ id: Int64) { elements[key] = id }
}
