/// How long a sound may pause and still be the same sound, by what it has been so far.
enum Pause {
  /// The longest of them.
  static let longest = 450

  /// Milliseconds for what has been heard so far.
  ///
  /// A voice pauses between words, a plosive before its vowel, a tone not at all; but a sung vowel can pass for a tone.
  static func milliseconds(after kind: SoundKind, isSure: Bool) -> Int {
    switch kind {
    case .tone: isSure ? 3 : longest
    case .click: 45
    case .speech: longest
    case .other: 45
    }
  }
}
