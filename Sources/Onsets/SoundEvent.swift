/// What a detector tells of a stream, dated in frames since the stream's first.
public enum SoundEvent: Hashable, Sendable {
  /// A sound has become audible at this frame.
  case onset(frame: Int64)
  /// The sound that had its onset last has ceased: `frame` is the first that is not audible.
  case offset(frame: Int64, peakDB: Float, kind: SoundKind)
  /// An audible stretch of 10 ms that starts at this frame: root mean square of the loudest channel, dBFS.
  case level(frame: Int64, levelDB: Float)
}

/// What a sound sounds like.
public enum SoundKind: String, Hashable, Sendable {
  case click, tone, speech, other
}
