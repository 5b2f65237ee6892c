/// The last frames of a stream, as they came.
struct History {
  private let capacity: Int
  private let channels: Int
  private var samples: [Float]
  private var place = 0
  /// Frames that are there.
  private(set) var count = 0

  init(frames: Int, channels: Int) {
    capacity = frames
    self.channels = channels
    samples = Array(repeating: 0, count: frames * channels)
  }

  /// Adds a frame over the oldest.
  @inline(__always)
  mutating func append(_ frame: UnsafePointer<Float>) {
    for channel in 0..<channels { samples[place * channels + channel] = frame[channel] }
    place = place + 1 == capacity ? 0 : place + 1
    if count < capacity { count += 1 }
  }

  /// One sample of the frame at `offset` from the next one to come: −1 is the last.
  subscript(offset: Int, channel: Int) -> Float {
    samples[index(ago: -offset - 1) + channel]
  }

  /// Lends the frame that came `ago` frames before the last.
  @inline(__always)
  func withFrame<Result>(ago: Int, _ body: (UnsafePointer<Float>) -> Result) -> Result {
    samples.withUnsafeBufferPointer { buffer in
      // A detector has at least one channel, so the buffer is never empty.
      body(buffer.baseAddress.unsafelyUnwrapped + index(ago: ago))
    }
  }

  @inline(__always)
  private func index(ago: Int) -> Int {
    let frame = place - 1 - ago
    return (frame < 0 ? frame + capacity : frame) * channels
  }
}
