/// The tree of an application, as it was while it was read.
public struct Snapshot: Hashable, Sendable {
  /// Unique in the session; a later record with the same id replaces an earlier one.
  public var id: Int64
  /// The application's unique bus name.
  public var busName: String
  /// Why it was taken, as "start", "screen-change", "request", "end".
  public var reason: String
  /// When reading began.
  public var start: MonotonicTime
  /// When it had ended; nil while it goes on, or where the recorder died.
  public var end: MonotonicTime?
  /// Which limit cut it short, in plain words; nil where it is whole.
  public var limitReached: String?

  /// A snapshot that begins.
  public init(id: Int64, busName: String, reason: String, start: MonotonicTime) {
    self.id = id
    self.busName = busName
    self.reason = reason
    self.start = start
  }
}

/// One element of a snapshot.
public struct SnapshotElement: Hashable, Sendable {
  /// The snapshot.
  public var snapshotID: Int64
  /// Place in it, from 0, breadth first.
  public var ordinal: Int
  /// Steps from the application's root, whose depth is 0.
  public var depth: Int
  /// What it was.
  public var version: ElementVersion

  /// The element number `ordinal` of a snapshot.
  public init(snapshotID: Int64, ordinal: Int, depth: Int, version: ElementVersion) {
    self.snapshotID = snapshotID
    self.ordinal = ordinal
    self.depth = depth
    self.version = version
  }
}
