internal import Glibc
internal import Onsets
internal import Pulse
internal import Storage
internal import Synchronization
internal import Timeline

/// What a sink played, dated by arrivals alone.
///
/// A null sink hands each block to its monitor at the moment when the block's first sample is due. A mixed block comes as several
/// fragments at once, of which only the first comes when it is due, so those that follow another closely date nothing; of the rest
/// in two seconds nearly the earliest date all. Nothing of the server's timing reports, by which the recorder dates, has a part in it.
final class SinkRecording: Sendable {
  private struct Arrival: Sendable {
    var frame: Int64
    // When frame 0 was heard, if this fragment came without any delay.
    var zeroNanoseconds: Int64
  }
  private struct State {
    var arrivals: [Arrival] = []
    var codes = CodeFinder()
    var audible = AudibleFinder()
    var fragments = 0
    var lastArrival: Int64 = 0
  }

  private static let reachFrames = Int64(RecordStream.rateHz)
  // A fragment that comes this soon after another is of the same block.
  private static let burstNanoseconds: Int64 = 1_000_000
  private let state = Mutex(State())

  /// Takes a block; true for the first.
  func take(_ block: RecordStream.Block) -> Bool {
    let now = MonotonicTime.now.nanoseconds
    let first = block.firstFrame
    let samples = Array(block.samples)
    return state.withLock { state in
      if now - state.lastArrival >= Self.burstNanoseconds {
        state.arrivals.append(Arrival(frame: first, zeroNanoseconds: now - Self.nanoseconds(first)))
      }
      state.lastArrival = now
      state.fragments += 1
      for place in stride(from: 0, to: samples.count - 1, by: RecordStream.channels) {
        let frame = first + Int64(place / RecordStream.channels)
        state.codes.take(samples[place], at: frame)
        state.audible.take(max(abs(samples[place]), abs(samples[place + 1])), at: frame)
      }
      return state.fragments == 1
    }
  }

  /// All that was heard, a JSON line each.
  func report(source: String) -> String {
    state.withLock { state in
      state.audible.finish()
      // How much later than the date a typical block comes: where it is more than a fragment's part, the dates are in doubt.
      let late = stride(from: 0, to: state.arrivals.count, by: 50).map { place in
        state.arrivals[place].zeroNanoseconds - Self.zero(at: state.arrivals[place].frame, state.arrivals)
      }.sorted()
      let typical = late.isEmpty ? 0 : late[late.count / 2]
      var text =
        "{\"event\":\"source\",\"name\":\(JSON.string(source)),\"fragments\":\(state.fragments),\"blocks\":\(state.arrivals.count),\"median_late_ns\":\(typical)}\n"
      for code in state.codes.found {
        let time = Self.time(of: code.start, state.arrivals)
        text += "{\"event\":\"code\",\"t_ns\":\(time),\"first_read_frame\":\(code.firstRead)}\n"
      }
      for interval in state.audible.found {
        let (start, end) = (
          Self.time(of: interval.lowerBound, state.arrivals), Self.time(of: interval.upperBound, state.arrivals)
        )
        text += "{\"event\":\"audible\",\"t_ns\":\(start),\"end_ns\":\(end)}\n"
      }
      return text
    }
  }

  private static func time(of frame: Int64, _ arrivals: [Arrival]) -> Int64 {
    zero(at: frame, arrivals) + nanoseconds(frame)
  }

  /// By the arrivals within a second of `frame`: earlier than nine in ten, so that no single one decides.
  private static func zero(at frame: Int64, _ arrivals: [Arrival]) -> Int64 {
    var (low, high) = (0, arrivals.count)
    while low < high {
      let middle = (low + high) / 2
      if arrivals[middle].frame < frame - reachFrames { low = middle + 1 } else { high = middle }
    }
    let near = arrivals[low...].prefix { $0.frame <= frame + reachFrames }.map(\.zeroNanoseconds).sorted()
    return near.isEmpty ? arrivals.last?.zeroNanoseconds ?? 0 : near[near.count / 10]
  }

  private static func nanoseconds(_ frames: Int64) -> Int64 { frames * 1_000_000_000 / Int64(RecordStream.rateHz) }
}
