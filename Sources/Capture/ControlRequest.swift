public import Timeline

/// What a running recorder is told, as one line: "1 VERB TIME FILE TEXT", where 1 is the version of this protocol.
///
/// TIME is nanoseconds of CLOCK_MONOTONIC, FILE is "DEVICE:INODE", or "-" where any recorder is meant. UTF-8, ended by LF.
public struct ControlRequest: Hashable, Sendable {
  /// What is to be done.
  public enum Verb: String, Sendable {
    /// Keep a marker.
    case mark
    /// Store nothing from now on.
    case pause
    /// Store again.
    case resume
  }

  /// What is to be done.
  public var verb: Verb
  /// When the person asked for it: at the very start of the command.
  public var time: MonotonicTime
  /// The one recording that is meant; nil for every one.
  public var file: FileIdentity?
  /// A marker's text, a pause's reason; empty where none was given.
  public var text: String

  /// The version of the protocol.
  static let version = "1"
  /// Bytes of a text, at most.
  static let textLimit = 4096
  /// Bytes of a line, at most.
  static let lineLimit = textLimit + 128

  /// A request that is made now.
  public init(_ verb: Verb, at time: MonotonicTime, file: FileIdentity? = nil, text: String = "") {
    self.verb = verb
    self.time = time
    self.file = file
    self.text = text
  }

  /// Reads a line without its end; nil where it is none.
  init?(parsing line: String) {
    let words = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
    guard words.count == 5, words[0] == Self.version, let verb = Verb(rawValue: String(words[1])),
      // The clock began at 0, and no difference of two such times can overflow.
      let nanoseconds = Int64(words[2]), nanoseconds >= 0
    else { return nil }
    let file = words[3] == "-" ? nil : FileIdentity(parsing: words[3])
    guard file != nil || words[3] == "-" else { return nil }
    self.init(verb, at: MonotonicTime(nanoseconds: nanoseconds), file: file, text: String(words[4]))
  }

  /// The line with its end.
  var line: String {
    "\(Self.version) \(verb.rawValue) \(time.nanoseconds) \(file.map(\.word) ?? "-") \(text)\n"
  }

  /// What is wrong with the text, as "the text is empty"; nil where nothing is.
  public var fault: String? {
    let name = verb == .mark ? "text" : "reason"
    // No line break hides in one that is shown in a list, and none breaks the protocol's line.
    let isControl = { (scalar: Unicode.Scalar) in
      [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    if text.unicodeScalars.contains(where: isControl) { return "the \(name) holds control characters" }
    if text.utf8.count > Self.textLimit { return "the \(name) is longer than \(Self.textLimit) bytes" }
    if verb == .mark, text.allSatisfy(\.isWhitespace) { return "the \(name) is empty" }
    return nil
  }
}
