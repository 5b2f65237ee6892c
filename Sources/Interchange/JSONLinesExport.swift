public import Storage
internal import Timeline

/// JSON lines, as Queries/EXPORT.md describes them.
public enum JSONLines {
  /// The name in the first line.
  public static let format = "a11y-timeline"
  /// The version in the first line; a reader of one version reads no later one.
  public static let version: Int64 = 1

  /// Writes the timeline at `path` to a new file `output`, or to standard output where that is "-"; gives the number of rows.
  @discardableResult public static func export(
    _ path: String, to output: String, toolVersion: String
  ) throws(StorageError) -> Int64 {
    let file = try TimelineFile(reading: path)
    // One moment of it, where it still grows.
    try file.load("BEGIN")
    var lines = LineWriter(try Output(output))
    try lines.write([
      ("format", .text(format)), ("format_version", .integer(version)),
      ("schema_version", .integer(Int64(Schema.version))), ("tool_version", .text(toolVersion)),
    ])
    var count: Int64 = 0
    for table in ExchangedTable.all {
      let names = ["table"] + table.columns.map(\.key)
      try file.forEachRow(table.query) { row throws(StorageError) in
        count += 1
        try lines.write(zip(names, [.text(table.name)] + row).filter { $0.1 != .null })
      }
    }
    var end: [(String, Value)] = [("end", .integer(count))]
    // Only what is known to be what was recorded is vouched for.
    if [.intact, .unknown].contains(file.seal) { end.append(("digest", .text(lines.digest))) }
    try lines.write(end)
    try lines.finish()
    return count
  }

  /// A digest as the last line has it.
  static func text(ofDigest hash: SipHash) -> String {
    let digits = String(hash.finish(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Writes lines, and knows the digest of all so far.
private struct LineWriter {
  private let output: Output
  private var hash = SipHash(key: (0, 0))
  private var line: [UInt8] = []

  init(_ output: Output) { self.output = output }

  var digest: String { JSONLines.text(ofDigest: hash) }

  mutating func write(_ members: [(String, Value)]) throws(StorageError) {
    line.removeAll(keepingCapacity: true)
    for (name, value) in members {
      line.append(UInt8(ascii: line.isEmpty ? "{" : ","))
      JSON.append(name, to: &line)
      line.append(UInt8(ascii: ":"))
      JSON.append(value, to: &line)
    }
    line.append(contentsOf: "}\n".utf8)
    line.withUnsafeBytes { hash.add($0) }
    try output.write(line)
  }

  func finish() throws(StorageError) { try output.finish() }
}
