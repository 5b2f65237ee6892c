internal import Glibc
internal import System

/// The desktop's door for commands inside it that switch the reader: one word a connection, one line back.
public final class ReaderControl {
  /// What can be asked.
  public enum Request: String, CaseIterable, Sendable {
    case on, off, status
  }

  private let listener: Descriptor

  init(path: String) throws(SystemError) {
    listener = try UnixSocket.listen(path)
    listener.setNonBlocking(true)
  }

  /// Readable when somebody asks.
  var descriptor: Descriptor { listener }

  func serve(_ desk: Desk) {
    guard let client = try? UnixSocket.accept(listener),
      (try? pollDescriptors([(client.number, .read)], until: .after(seconds: 1)))?.first?.contains(.read) == true,
      let bytes = try? client.readSome()
    else { return }
    let word = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    var answer = desk.isReaderOn ? "on" : "off"
    do {
      switch Request(rawValue: word) {
      case .on:
        try desk.startReader()
        answer = "on"
      case .off:
        desk.stopReader()
        answer = "off"
      case .status: break
      case nil: answer = "error unknown request"
      }
    } catch {
      answer = "error " + "\(error)".split(separator: "\n").joined(separator: " ")
    }
    try? client.writeAll(Array((answer + "\n").utf8))
  }

  /// Asks the desktop around this process; the answer is "on" or "off".
  ///
  /// Throws where there is none, or it cannot.
  public static func ask(_ request: Request) throws -> String {
    guard let path = getenv("A11Y_DESKTOP").map({ String(cString: $0) }) else {
      throw DesktopError("no private desktop is around this process", advice: "Start one: a11y-desktop -- COMMAND")
    }
    let socket = try UnixSocket.connect(path)
    try socket.writeAll(Array("\(request.rawValue)\n".utf8))
    guard try pollDescriptors([(socket.number, .read)], until: .after(seconds: 60))[0].contains(.read) else {
      throw DesktopError("the desktop does not answer within 60 s")
    }
    let answer =
      String(decoding: try socket.readSome() ?? [], as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    if answer.hasPrefix("error ") { throw DesktopError(String(answer.dropFirst(6))) }
    return answer
  }
}
