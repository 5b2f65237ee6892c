internal import Onsets

/// Finds index codes in a stream, by the agreement of 5 ms of samples.
struct CodeFinder {
  /// A code that was heard: where its sample 0 lies, and which of its samples could be read first; other sound hides those before.
  struct Code {
    var start: Int64
    var firstRead: Int64
  }

  private static let needed = 240
  private(set) var found: [Code] = []
  private var expected: Int64?
  private var firstAgreeing: Int64 = 0
  private var agreed = 0

  mutating func take(_ sample: Float, at frame: Int64) {
    guard let index = IndexCode.index(of: sample) else {
      agreed = 0
      expected = nil
      return
    }
    let start = frame - Int64(index)
    if start == expected {
      agreed += 1
    } else {
      expected = start
      firstAgreeing = frame
      agreed = 1
    }
    if agreed == Self.needed, found.last?.start != start {
      found.append(Code(start: start, firstRead: firstAgreeing - start))
    }
  }
}
