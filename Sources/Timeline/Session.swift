/// The recording as a whole.
public struct Session: Hashable, Sendable {
  /// Time 0 on CLOCK_MONOTONIC.
  public var start: MonotonicTime
  /// Time 0 on CLOCK_REALTIME, nanoseconds since 1970.
  public var startedWallNanoseconds: Int64
  /// The version of the tool that recorded.
  public var toolVersion: String
  /// The recorder's process.
  public var recorderProcessID: Int32
  /// What was started; nil where the application ran already.
  public var command: [String]?
  /// Whether typed text is kept as it was typed, else masked.
  public var keepsText = false

  /// A session that starts now.
  public init(toolVersion: String, recorderProcessID: Int32, command: [String]?) {
    start = .now
    startedWallNanoseconds = MonotonicTime.wallClockNanoseconds
    self.toolVersion = toolVersion
    self.recorderProcessID = recorderProcessID
    self.command = command
  }
}

/// What the wall clock said at a moment of the session.
public struct WallClock: Hashable, Sendable {
  /// The moment.
  public var time: MonotonicTime
  /// CLOCK_REALTIME then, nanoseconds since 1970.
  public var wallNanoseconds: Int64

  /// The wall clock at `time`.
  public init(time: MonotonicTime, wallNanoseconds: Int64) {
    self.time = time
    self.wallNanoseconds = wallNanoseconds
  }
}

/// A mark that a person, a test or a hotkey put into the session.
public struct Marker: Hashable, Sendable {
  /// When it was asked for.
  public var time: MonotonicTime
  /// What it says.
  public var text: String

  /// A mark at `time`.
  public init(time: MonotonicTime, text: String) {
    self.time = time
    self.text = text
  }
}
