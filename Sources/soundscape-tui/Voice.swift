import CESpeak
import Dispatch
import Synchronization

/// Speaks into memory, by libespeak-ng, as samples for the application's own stream.
final class Voice: Sendable {
  // libespeak-ng has one state for the process: all of it stays on this queue.
  private let queue = DispatchQueue(label: "espeak-ng")
  private let rateHz: Int
  /// Its own rate, which the voice data fixes; nil where it cannot speak.
  private let ownRateHz = Mutex<Int?>(nil)

  /// A voice whose samples are at `rateHz`.
  init(rateHz: Int) {
    self.rateHz = rateHz
    queue.async { [self] in
      // Synchronous: the samples come by the callback before espeak_Synth returns, and nothing is opened to play them.
      let rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 100, nil, Int32(espeakINITIALIZE_DONT_EXIT))
      guard rate > 0 else { return }
      ownRateHz.withLock { $0 = Int(rate) }
      espeak_SetVoiceByName("en-us")
      espeak_SetParameter(espeakRATE, 190, 0)
      espeak_SetSynthCallback { samples, count, events in
        guard let events, let box = events.pointee.user_data else { return 0 }
        let spoken = Unmanaged<Spoken>.fromOpaque(box).takeUnretainedValue()
        if let samples, count > 0 {
          spoken.samples += UnsafeBufferPointer(start: samples, count: Int(count)).map { Float($0) / 32_768 }
        }
        return spoken.isWanted() ? 0 : 1
      }
    }
  }

  /// Renders `text` and gives its samples, on the voice's queue, none where it cannot speak; what is silent at its ends is cut off.
  ///
  /// Nothing is given once `isWanted` says no.
  func speak(
    _ text: String, while isWanted: @escaping @Sendable () -> Bool, _ completion: @escaping @Sendable ([Float]) -> Void
  ) {
    queue.async { [self] in
      guard isWanted() else { return }
      guard let own = ownRateHz.withLock({ $0 }) else { return completion([]) }
      let spoken = Spoken(isWanted: isWanted)
      let box = Unmanaged.passUnretained(spoken).toOpaque()
      espeak_Synth(text, text.utf8.count + 1, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8), nil, box)
      let samples = Voice.resample(Voice.trimmed(spoken.samples), from: own, to: rateHz)
      if isWanted() { completion(samples) }
    }
  }

  private static func trimmed(_ samples: [Float]) -> [Float] {
    let audible = { (sample: Float) in abs(sample) > 0.002 }
    guard let first = samples.firstIndex(where: audible), let last = samples.lastIndex(where: audible) else {
      return []
    }
    return Array(samples[first...last])
  }

  /// Linear interpolation: good enough for a voice that is to be heard, not measured.
  static func resample(_ samples: [Float], from old: Int, to new: Int) -> [Float] {
    guard samples.count > 1, old != new else { return samples }
    return (0..<samples.count * new / old).map { index in
      let place = Float(index) * Float(old) / Float(new)
      let low = min(Int(place), samples.count - 2)
      let part = min(1, place - Float(low))
      return samples[low] * (1 - part) + samples[low + 1] * part
    }
  }
}

/// What one text has brought so far.
private final class Spoken {
  let isWanted: () -> Bool
  var samples: [Float] = []
  init(isWanted: @escaping () -> Bool) { self.isWanted = isWanted }
}
