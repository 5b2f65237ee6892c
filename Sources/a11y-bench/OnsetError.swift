/// A timeline's onsets beside what was really heard.
struct OnsetError {
  /// The aim, milliseconds.
  static let aim = (median: 5.0, p95: 15.0)
  // Further apart than this, two onsets are not of one sound.
  private static let reach: Int64 = 100_000_000
  // An onset may be dated this much outside an audible stretch and still be of it.
  private static let margin: Int64 = 30_000_000

  /// Signed errors in milliseconds, positive where the timeline is late, by size.
  private(set) var errors: [Double] = []
  /// Coded sounds that were heard, and no onset is near.
  private(set) var missed = 0
  /// Onsets where the sink was silent.
  private(set) var invented = 0
  /// Coded sounds whose head lay under other sound, or was lost before the sink.
  private(set) var hidden = 0
  /// Coded sounds that the application says it played: how many, and the errors against its playback clock, by size.
  private(set) var played: (count: Int, errors: [Double])?

  init(onsets: [Int64], recording: [SoundLine], truth: [SoundLine]) {
    let codes = recording.filter { $0.event == "code" }
    var left = onsets
    for code in codes {
      guard let time = code.t_ns else { continue }
      if code.first_read_frame ?? 0 > 0 { hidden += 1 }
      guard let place = Self.nearest(to: time, in: left) else {
        missed += 1
        continue
      }
      errors.append(Double(left.remove(at: place) - time) / 1e6)
    }
    errors.sort { abs($0) < abs($1) }
    let audible = recording.filter { $0.event == "audible" }
    invented =
      onsets.filter { onset in
        !audible.contains { ($0.t_ns ?? 0) - Self.margin <= onset && onset <= ($0.end_ns ?? 0) + Self.margin }
      }.count
    let earcons = truth.filter { $0.event == "earcon" }.compactMap(\.t_ns)
    if !truth.isEmpty {
      let found = earcons.compactMap { time in
        Self.nearest(to: time, in: onsets).map { Double(onsets[$0] - time) / 1e6 }
      }
      played = (earcons.count, found.sorted { abs($0) < abs($1) })
    }
  }

  /// The value at or below which this share of the sizes of `errors`, which are in order, lies.
  private static func quantile(_ share: Double, of errors: [Double]) -> Double {
    guard !errors.isEmpty else { return .nan }
    return abs(errors[max(0, Int((share * Double(errors.count)).rounded(.up)) - 1)])
  }

  /// Whether sounds were compared, and none was missed or invented: what has to hold wherever it is run.
  var isCorrect: Bool {
    !errors.isEmpty && missed == 0 && invented == 0 && played.map { $0.count == $0.errors.count } ?? true
  }

  /// Whether the errors are as small as is aimed at, too; a figure of this machine, to be looked at.
  private var isAimMet: Bool {
    isCorrect && Self.quantile(0.5, of: errors) < Self.aim.median && Self.quantile(0.95, of: errors) < Self.aim.p95
  }

  /// The figures, with the aim beside them.
  var text: String {
    var text = """
      onset error against an independent recording of the sink
        coded sounds heard \(errors.count + missed), found \(errors.count), missed \(missed); onsets invented \(invented)

      """
    if hidden > 0 { text += "  the heads of \(hidden) lay under other sound, and were dated by what follows\n" }
    text += "  against the sink: \(Self.figures(errors))\n"
    if let played {
      text += "  coded sounds played \(played.count), not in the timeline \(played.count - played.errors.count)\n"
      text += "  against the application's playback clock: \(Self.figures(played.errors))\n"
    }
    let verdict = isAimMet ? "met" : "NOT met"
    return text
      + "  aim: median under \(Self.format(Self.aim.median)) ms, p95 under \(Self.format(Self.aim.p95)) ms, none missed, none invented: \(verdict)\n"
  }

  private static func figures(_ errors: [Double]) -> String {
    guard !errors.isEmpty else { return "nothing to compare" }
    let (median, p95, worst) = (quantile(0.5, of: errors), quantile(0.95, of: errors), quantile(1, of: errors))
    return "median \(format(median)) ms, p95 \(format(p95)) ms, worst \(format(worst)) ms, "
      + "median with sign \(format(errors.sorted()[errors.count / 2])) ms"
  }

  private static func nearest(to time: Int64, in onsets: [Int64]) -> Int? {
    let place = onsets.indices.min { abs(onsets[$0] - time) < abs(onsets[$1] - time) }
    return place.flatMap { abs(onsets[$0] - time) <= reach ? $0 : nil }
  }

  private static func format(_ milliseconds: Double) -> String {
    let hundredths = Int((abs(milliseconds) * 100).rounded())
    return (milliseconds < 0 ? "-" : "") + "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
