internal import Glibc
internal import Storage
internal import System

/// The lines of a file, or of standard input, one after another.
struct LineReader {
  /// Bytes of the longest line; the texts of one row are never longer, even if every character of them is escaped.
  static let limit = 32 << 20
  private static let pieceLength = 1 << 20

  /// The number of the last line that was given, from 1.
  private(set) var lineNumber = 0
  private let name: String
  private let descriptor: Descriptor
  private var bytes: [UInt8] = []
  private var place = 0
  private var searched = 0

  /// Opens `path`; "-" is standard input.
  init(_ path: String) throws(StorageError) {
    name = path == "-" ? "standard input" : path
    do throws(SystemError) {
      descriptor =
        path == "-" ? Descriptor(owning: dup(STDIN_FILENO)) : try Descriptor.open(path, flags: O_RDONLY)
    } catch {
      throw StorageError(.noInput, "cannot open \(path): \(String(cString: strerror(error.code)))")
    }
  }

  /// The next line without its end; nil after the last.
  ///
  /// Throws where a line is too long, or has no end unless `endsWithoutNewline`: a log breaks off where its writer did.
  mutating func next(endsWithoutNewline: Bool = false) throws(StorageError) -> ArraySlice<UInt8>? {
    while true {
      if let end = nextEnd {
        defer { (place, searched) = (end + 1, end + 1) }
        lineNumber += 1
        return bytes[place..<end]
      }
      guard bytes.count - place <= LineReader.limit else {
        lineNumber += 1
        throw fault("is longer than \(LineReader.limit >> 20) MiB")
      }
      guard try readMore() else {
        guard place < bytes.count else { return nil }
        lineNumber += 1
        if endsWithoutNewline {
          defer { (place, searched) = (bytes.count, bytes.count) }
          return bytes[place...]
        }
        throw fault("breaks off, so the file is not whole", advice: "Take another copy")
      }
    }
  }

  /// An error in the line that was given last.
  func fault(_ what: String, advice: String? = nil) -> StorageError {
    StorageError(.noInput, "\(name), line \(lineNumber) \(what)", advice: advice)
  }

  /// An error of the file as a whole.
  func faultOfFile(_ what: String, advice: String? = nil) -> StorageError {
    StorageError(.noInput, "\(name) \(what)", advice: advice)
  }

  /// Where the line that is under way ends; nil where that was not read yet.
  private var nextEnd: Int? {
    bytes.withUnsafeBytes { bytes in
      guard searched < bytes.count, let start = bytes.baseAddress,
        let found = memchr(start + searched, Int32(UInt8(ascii: "\n")), bytes.count - searched)
      else { return nil }
      return UnsafeRawPointer(found) - start
    }
  }

  /// False at the end.
  private mutating func readMore() throws(StorageError) -> Bool {
    bytes.removeSubrange(..<place)
    (place, searched) = (0, bytes.count)
    do throws(SystemError) {
      let more = try descriptor.readSome(limit: LineReader.pieceLength) ?? []
      bytes.append(contentsOf: more)
      return !more.isEmpty
    } catch {
      throw StorageError(.inputOutput, "cannot read \(name): \(String(cString: strerror(error.code)))")
    }
  }
}
