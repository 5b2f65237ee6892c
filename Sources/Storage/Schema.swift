/// The schema of a timeline: one text a version, of which one that was released never changes, and the way to each from the
/// one before.
public enum Schema {
  /// "a11y" in the file's header, by which file(1) and `PRAGMA application_id` know a timeline.
  public static let applicationID: Int64 = 0x6131_3179
  /// The version that this build writes.
  public static var version: Int { versions.count }
  /// The statements that make a new timeline.
  public static var sql: String { versions[versions.count - 1] }
  /// Every table of the current version, in an order in which none refers to a later one.
  public static let tables = Table.all(in: sql)

  /// The statements that make a timeline of each version, from 1 on.
  static let versions = [version1, version2, version3]
  /// What brings a file from each version to the next.
  static let migrations = [migration2, migration3]
}
