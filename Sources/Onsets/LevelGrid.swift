/// The 10 ms frames that levels are given for.
struct LevelGrid {
  private let rateHz: Int64
  private let first: Int64
  private var next: Int64
  private var number: Int64 = 0
  /// Where the frame under way begins.
  private(set) var start: Int64 = 0
  /// Frames taken of it.
  private(set) var length = 0
  /// Its greatest mean square of 2 ms.
  private(set) var peak = 0.0
  /// Frames of it at which a sound was heard.
  private(set) var audible = 0

  /// Frames begin at `first`, and at every multiple of 10 ms before and after it.
  init(rateHz: Int, first: Int64) {
    self.rateHz = Int64(rateHz)
    let period = Int64(rateHz) / 100
    self.first = ((first % period) + period) % period
    next = self.first
  }

  /// Whether a frame ends before `position`.
  @inline(__always)
  func isBoundary(_ position: Int64) -> Bool { position == next }

  /// Begins the frame at `position`, which is a boundary.
  mutating func begin(at position: Int64) {
    number += 1
    next = first + number * rateHz / 100
    start = position
    length = 0
    peak = 0
    audible = 0
  }

  /// Takes the mean square that stands at one sample.
  @inline(__always)
  mutating func take(_ square: Double, isAudible: Bool) {
    length += 1
    if isAudible { audible += 1 }
    peak = max(peak, square)
  }
}
