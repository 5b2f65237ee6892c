public import System

/// Lines between the guard, which starts the application and outlives everything, and the recorder.
public struct Channel {
  /// What one tells the other.
  public enum Message: Equatable, Sendable {
    /// Recorder: every source is armed; start the application with this environment added. The module is the own sink's.
    case ready(environment: [String: String], sinkModule: UInt32?)
    /// Recorder: the time is over; end the application.
    case stop
    /// Guard: somebody asks for a snapshot of the application's tree.
    case snapshot
    /// Guard: the application runs.
    case started(processID: Int32)
    /// Guard: the application has ended; nil where it could not be started.
    case ended(status: Int32?)
  }

  /// Its end of the channel.
  public let descriptor: Descriptor
  private var partial: [UInt8] = []

  /// A channel over a connected socket.
  public init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Sends a message; nothing where the other side is gone.
  public func send(_ message: Message) {
    let line: String =
      switch message {
      case .ready(let environment, let module):
        "ready \(module.map(String.init) ?? "-") "
          + environment.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "\t")
      case .stop: "stop"
      case .snapshot: "snapshot"
      case .started(let id): "started \(id)"
      case .ended(let status): "ended \(status.map(String.init) ?? "-")"
      }
    try? descriptor.writeAll(Array((line + "\n").utf8))
  }

  /// The messages that have come, to be called when the descriptor is readable; nil where the other side is gone.
  public mutating func receive() -> [Message]? {
    guard let bytes = try? descriptor.readSome(), !bytes.isEmpty else { return nil }
    partial += bytes
    var messages: [Message] = []
    while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: partial[..<end], as: UTF8.self)
      partial.removeSubrange(...end)
      if let message = Channel.parse(line) { messages.append(message) }
    }
    return messages
  }

  private static func parse(_ line: String) -> Message? {
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    switch words.first {
    case "ready" where words.count == 3:
      var environment: [String: String] = [:]
      for pair in words[2].split(separator: "\t") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2 { environment[parts[0]] = parts[1] }
      }
      return .ready(environment: environment, sinkModule: UInt32(words[1]))
    case "stop": return .stop
    case "snapshot": return .snapshot
    case "started" where words.count == 2: return Int32(words[1]).map { .started(processID: $0) }
    case "ended" where words.count == 2: return .ended(status: Int32(words[1]))
    default: return nil
    }
  }
}
