internal import FoundationEssentials

/// One of a11y-capture's status lines, as far as walks need it; times in nanoseconds since the session's start.
package struct StatusLine: Decodable {
  package var status: String
  package var id: Int64?
  package var role: String?
  package var name: String?
  package var type: String?
  package var path: String?
  package var anyDataPath: String?
  package var detail1: Int64?
  package var text: String?
  package var label: String?
  package var via: String?
  package var kind: String?
  package var row: Int?
  package var column: Int?
  package var plainText: String?
  package var keyName: String?
  package var isPress: Int?
  package var timeNanoseconds: Int64?
  package var untilNanoseconds: Int64?
  package var endNanoseconds: Int64?
  package var limitReached: String?
  package var queuedNanoseconds: Int64?
  package var begunNanoseconds: Int64?
  package var onsetNanoseconds: Int64?
  package var offsetNanoseconds: Int64?

  enum CodingKeys: String, CodingKey {
    case status, id, role, name, type, path, detail1, text, label, via, kind, row, column
    case anyDataPath = "any_data_path"
    case plainText = "plain_text"
    case keyName = "key_name"
    case isPress = "is_press"
    case timeNanoseconds = "time_ns"
    case untilNanoseconds = "until_ns"
    case endNanoseconds = "end_ns"
    case limitReached = "limit_reached"
    case queuedNanoseconds = "queued_ns"
    case begunNanoseconds = "begun_ns"
    case onsetNanoseconds = "onset_ns"
    case offsetNanoseconds = "offset_ns"
  }

  /// Reads a line; nil where it is no status line.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard let line = try? JSONDecoder().decode(StatusLine.self, from: Data(bytes)) else { return nil }
    self = line
  }
}
