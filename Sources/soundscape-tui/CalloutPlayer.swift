import Onsets
import Pulse
import Synchronization

/// Plays one callout at a time, an earcon and then speech, through the application's own stream.
final class CalloutPlayer: Sendable {
  /// What becomes of a callout.
  enum Progress: Sendable {
    case earconHeard(nanoseconds: Int64)
    case speechQueued(frame: Int, count: Int)
    case ended
    case cut
  }

  static let rateHz = IndexCode.rateHz
  /// Silence between earcon and speech.
  static let pauseMilliseconds = 100

  private let context: PulseContext
  private let stream: PlaybackStream
  private let voice: Voice
  private let earcon: [Float]
  private let serial = Mutex(0)

  /// Connects to the sound server; `onLost` is called with the reason where it goes away.
  init(_ voice: Voice, usesCodedEarcon: Bool, onLost: @escaping @Sendable (String) -> Void) throws(PulseError) {
    self.voice = voice
    context = try PulseContext(name: "soundscape-tui", within: 2)
    stream = try PlaybackStream(context, name: "callouts", rateHz: Self.rateHz, onLost: onLost)
    earcon = usesCodedEarcon ? Earcon.coded : Earcon.modeEnter(rateHz: Self.rateHz)
  }

  /// Starts a callout, cutting the one before; the first sound comes `delayMilliseconds` later than it could.
  func play(_ text: String, delayMilliseconds: Int, _ tell: @escaping @Sendable (Progress) -> Void) {
    let mine = serial.withLock {
      $0 += 1
      return $0
    }
    let delay = Array(repeating: Float(0), count: Self.rateHz * delayMilliseconds / 1000)
    let pause = Array(repeating: Float(0), count: Self.rateHz * Self.pauseMilliseconds / 1000)
    let head = delay + earcon + pause
    stream.begin(head) { progress in
      switch progress {
      case .began(let nanoseconds):
        tell(.earconHeard(nanoseconds: nanoseconds + Int64(delay.count) * 1_000_000_000 / Int64(Self.rateHz)))
      case .ended: tell(.ended)
      case .cut: tell(.cut)
      }
    }
    let isWanted: @Sendable () -> Bool = { [self] in serial.withLock { $0 == mine } }
    voice.speak(text, while: isWanted) { [self] samples in
      tell(.speechQueued(frame: head.count - delay.count, count: samples.count))
      stream.append(samples.map { $0 * 0.7 })
      stream.finish()
    }
  }

  /// How long the earcon is, in frames.
  var earconFrames: Int { earcon.count }

  /// Ends everything.
  func stop() {
    serial.withLock { $0 += 1 }
    stream.cut()
    stream.stop()
  }
}
