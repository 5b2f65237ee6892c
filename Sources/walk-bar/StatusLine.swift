internal import FoundationEssentials

/// One of a11y-capture's status lines, as far as the walk needs it; times in nanoseconds since the session's start.
struct StatusLine: Decodable {
  var status: String
  var id: Int64?
  var role: String?
  var type: String?
  var plainText: String?
  var keyName: String?
  var isPress: Int?
  var timeNanoseconds: Int64?
  var queuedNanoseconds: Int64?
  var begunNanoseconds: Int64?
  var onsetNanoseconds: Int64?
  var offsetNanoseconds: Int64?

  enum CodingKeys: String, CodingKey {
    case status, id, role, type
    case plainText = "plain_text"
    case keyName = "key_name"
    case isPress = "is_press"
    case timeNanoseconds = "time_ns"
    case queuedNanoseconds = "queued_ns"
    case begunNanoseconds = "begun_ns"
    case onsetNanoseconds = "onset_ns"
    case offsetNanoseconds = "offset_ns"
  }

  /// Reads a line; nil where it is no status line.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let line = try? JSONDecoder().decode(StatusLine.self, from: Data(bytes)) else { return nil }
    self = line
  }
}
