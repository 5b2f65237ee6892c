public import Timeline

/// One line of what the tap publishes: "TIME CONNECTION KIND TEXT", time in nanoseconds of CLOCK_MONOTONIC.
///
/// The text is the rest of the line as it went by; a lone LF in it is written as \n, and a backslash as \\.
public struct TapLine: Hashable, Sendable {
  /// When it was read, before it was passed on.
  public var time: MonotonicTime
  /// Which client's connection, numbered from 1; 0 for the tap itself.
  public var connection: Int64
  /// What it is.
  public var kind: Kind
  /// The line without its end, or what `kind` says.
  public var text: String

  /// Kinds of line.
  public enum Kind: Character, Sendable {
    /// A client said it to the daemon.
    case fromClient = ">"
    /// The daemon said it to a client.
    case fromDaemon = "<"
    /// A client had said it before this subscriber came: a setting that still holds.
    case earlier = "p"
    /// A connection was opened; with the text "body" it stands in the middle of a message for a subscriber that came late.
    case opened = "+"
    /// A connection was closed; with the text "daemon" the daemon did so first.
    case closed = "-"
    /// So many lines were not published, since the subscriber was too slow: their number, and the first one's time. Every
    /// connection is then told of anew.
    case dropped = "!"
    /// The first line of all: the format's version, the tap's process, the daemon's socket, and after a tab that for clients.
    case hello = "#"
  }

  /// The version of this format.
  public static let formatVersion = 1

  /// A line.
  public init(time: MonotonicTime, connection: Int64, kind: Kind, text: String) {
    self.time = time
    self.connection = connection
    self.kind = kind
    self.text = text
  }

  /// Reads a line without its end; nil where it is none.
  public init?(parsing line: String) {
    let (time, afterTime) = line.cutAtBlank
    let (connection, afterConnection) = afterTime.cutAtBlank
    let (kind, text) = afterConnection.cutAtBlank
    guard let time = Int64(time), let connection = Int64(connection), kind.count == 1,
      let kind = kind.first.flatMap(Kind.init(rawValue:))
    else { return nil }
    self.init(
      time: MonotonicTime(nanoseconds: time), connection: connection, kind: kind, text: Self.unescape(text))
  }

  /// The line with its end, in UTF-8.
  public var bytes: [UInt8] { Array("\(time.nanoseconds) \(connection) \(kind.rawValue) \(Self.escape(text))\n".utf8) }

  private static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\\") }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func unescape(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
      } else {
        result.append(isEscaped && scalar == "n" ? "\n" : scalar)
        isEscaped = false
      }
    }
    return String(result)
  }
}
