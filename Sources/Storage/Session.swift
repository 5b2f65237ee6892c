public import Timeline

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

  /// A session that starts now.
  public init(toolVersion: String, recorderProcessID: Int32, command: [String]?) {
    start = .now
    startedWallNanoseconds = MonotonicTime.wallClockNanoseconds
    self.toolVersion = toolVersion
    self.recorderProcessID = recorderProcessID
    self.command = command
  }
}
