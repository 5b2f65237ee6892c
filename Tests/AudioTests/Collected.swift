import Synchronization
import System
import Timeline

/// Keeps what a collector offers, and lets a test wait for it.
final class Collected: RecordSink {
  private let all = Mutex<[(record: Record, source: SourceName)]>([])
  private let news: (read: Descriptor, write: Descriptor)

  init() throws {
    news = try Descriptor.pipe()
    news.read.setNonBlocking(true)
    news.write.setNonBlocking(true)
  }

  func offer(_ record: Record, from source: SourceName) {
    all.withLock { $0.append((record, source)) }
    _ = news.write.writeWhole("r")
  }

  /// Waits until `condition` holds; false where the deadline comes first.
  func wait(seconds: Double = 5, until condition: (Collected) -> Bool) throws -> Bool {
    let deadline = Deadline.after(seconds: seconds)
    while !condition(self) {
      if deadline.hasPassed { return false }
      _ = try pollDescriptors([(news.read.number, .read)], until: deadline)
      _ = try news.read.readSome()
    }
    return true
  }

  var streams: [AudioStream] {
    latest { if case .audioStream(let stream) = $0 { (stream.id, stream) } else { nil } }
  }

  var segments: [AudioSegment] {
    latest { if case .audioSegment(let segment) = $0 { (segment.id, segment) } else { nil } }
  }

  var levels: [AudioLevel] {
    all.withLock { $0.compactMap { if case .audioLevel(let level) = $0.record { level } else { nil } } }
  }

  var gaps: [Gap] {
    all.withLock { $0.compactMap { if case .gap(let gap) = $0.record { gap } else { nil } } }
  }

  var sources: [SourceStatus] {
    all.withLock { $0.compactMap { if case .source(let source) = $0.record { source } else { nil } } }
  }

  func segments(of role: AudioStream.Role) -> [AudioSegment] {
    let ids = Set(streams.filter { $0.role == role }.map(\.id))
    return segments.filter { ids.contains($0.streamID) }
  }

  private func latest<Item>(_ pick: (Record) -> (Int64, Item)?) -> [Item] {
    var found: [Int64: Item] = [:]
    for entry in all.withLock({ $0 }) { if let (id, item) = pick(entry.record) { found[id] = item } }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }
}
