internal import CSQLite
internal import Glibc
internal import Timeline

/// Whether a timeline is byte for byte what was written when it was closed.
public enum Seal: Hashable, Sendable {
  /// It is.
  case intact
  /// It was changed or damaged since.
  case broken
  /// It was never closed: it is still being written, or the recorder died.
  case missing
  /// Its schema knows no seal.
  case unknown

  /// Compares the file's bytes with the digest in it.
  static func check(_ database: Database) throws(StorageError) -> Seal {
    // 0 stands there from when closing began until it was done.
    guard let kept = try database.rows("SELECT digest FROM seal WHERE id = 1").first?.first?.integer, kept != 0 else {
      return .missing
    }
    return try digest(of: database) == kept ? .intact : .broken
  }

  /// SipHash-2-4 under the key 0 of the file's bytes, but for those that writing the digest changes: the page of the table
  /// seal, and the header's two change counters.
  static func digest(of database: Database) throws(StorageError) -> Int64 {
    let rows = try database.rows("SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'seal'")
    guard let page = rows.first?[0].integer, let size = rows.first?[1].integer, page > 1 else {
      throw StorageError(.noInput, "\(database.path) is damaged: its seal has no place")
    }
    let hidden = [24..<28, 92..<100, Int(page - 1) * Int(size)..<Int(page) * Int(size)]
    let file = open(database.path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw StorageError(.inputOutput, "cannot read \(database.path): \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    var hash = SipHash(key: (0, 0))
    var block = [UInt8](repeating: 0, count: 1 << 20)
    var place = 0
    while true {
      let count = read(file, &block, block.count)
      guard count >= 0 else {
        throw StorageError(.inputOutput, "cannot read \(database.path): \(String(cString: strerror(errno)))")
      }
      if count == 0 { return Int64(bitPattern: hash.finish()) }
      for range in hidden {
        let within = range.clamped(to: place..<place + count)
        for index in within { block[index - place] = 0 }
      }
      block.withUnsafeBytes { hash.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      place += count
    }
  }
}
