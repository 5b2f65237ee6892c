import Glibc
import Onsets

/// The sounds that say "here it comes" before a callout.
enum Earcon {
  /// Mode enter: two notes, the second higher, 90 ms each.
  static func modeEnter(rateHz: Int) -> [Float] {
    [Float(659.26), 880].flatMap { hz in
      let count = rateHz * 90 / 1000
      return (0..<count).map { index in
        let fade = min(1, Float(min(index, count - 1 - index)) / Float(rateHz / 250))
        return 0.25 * fade * sinf(2 * .pi * hz * Float(index) / Float(rateHz))
      }
    }
  }

  /// The same length as a buzz each sample of which tells its index.
  static let coded = IndexCode.samples
}
