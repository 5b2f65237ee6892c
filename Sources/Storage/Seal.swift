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
    // The blank stands there from when closing began until it was done.
    guard let kept = try database.rows("SELECT digest FROM seal WHERE id = 1").first?.first?.text, kept != blank else {
      return .missing
    }
    return try digest(of: database) == kept ? .intact : .broken
  }

  /// What stands for a digest that is not known yet; as long as one, so that the digest takes its place and nothing moves.
  static let blank = String(repeating: "0", count: 16)

  /// SipHash-2-4 under the key 0 of the file's bytes, in 16 hexadecimal digits; the digest itself counts as zeros.
  ///
  /// Writing the digest counts as a change in the file's header: `changesToCome` is 1 where that is still to be done.
  static func digest(of database: Database, changesToCome: UInt32 = 0) throws(StorageError) -> String {
    let rows = try database.rows("SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'seal'")
    guard let page = rows.first?[0].integer, let size = rows.first?[1].integer, page > 1 else {
      throw StorageError(.noInput, "\(database.path) is damaged: its seal has no place")
    }
    // The table's one row, and in it the digest, lies at the end of the table's one page.
    let hidden = Int(page) * Int(size) - blank.utf8.count..<Int(page) * Int(size)
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
      if count == 0 {
        let digits = String(hash.finish(), radix: 16)
        return String(repeating: "0", count: blank.utf8.count - digits.utf8.count) + digits
      }
      // The header's two counters of changes: big-endian, at 24 and 92.
      for start in [24, 92] where place == 0 && count >= 100 && changesToCome > 0 {
        let number = block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) } &+ changesToCome
        for index in 0..<4 { block[start + index] = UInt8(truncatingIfNeeded: number >> (8 * (3 - UInt32(index)))) }
      }
      for index in hidden.clamped(to: place..<place + count) { block[index - place] = 0 }
      block.withUnsafeBytes { hash.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      place += count
    }
  }
}
