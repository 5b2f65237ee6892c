/// The queries of this folder, as they are built into the tools; `init.sql` loads the same for sqlite3.
public enum Queries {
  /// Name and text of each, in the order in which one needs the other.
  public static let all: [(name: String, sql: String)] = [
    ("parameter", text(PackageResources.parameter_sql)),
    ("focus", text(PackageResources.focus_sql)),
    ("stop", text(PackageResources.stop_sql)),
    ("activation", text(PackageResources.activation_sql)),
    ("callout_segment", text(PackageResources.callout_segment_sql)),
    ("callout", text(PackageResources.callout_sql)),
    ("heard", text(PackageResources.heard_sql)),
    ("overlap", text(PackageResources.overlap_sql)),
    ("proof", text(PackageResources.proof_sql)),
  ]

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
