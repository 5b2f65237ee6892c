import Glibc
import System
import TestSupport
import Testing

/// A way to make something else out of a valid timeline, or to put something else in its place.
struct HostileVariant: Sendable, CustomTestStringConvertible {
  let name: String
  /// Makes the file at the path, which is a copy of a timeline that passes, into something else.
  let make: @Sendable (_ path: String, _ random: inout SeededGenerator) throws -> Void
  var testDescription: String { name }

  init(_ name: String, _ make: @escaping @Sendable (String, inout SeededGenerator) throws -> Void) {
    self.name = name
    self.make = make
  }

  /// By SQL, as sqlite3 runs it, with all that SQLite lets the owner of a file do.
  static func sql(_ name: String, _ text: String) -> HostileVariant {
    HostileVariant(name) { path, _ in
      let script = path + ".sql"
      try Bytes.write(
        Array((".dbconfig defensive off\n.dbconfig writable_schema on\nPRAGMA foreign_keys = OFF;\n" + text).utf8),
        to: script)
      defer { unlink(script) }
      let result = try Tool.run("/bin/sh", ["-c", "sqlite3 -bail '\(path)' <'\(script)'"])
      guard result.status == 0 else { throw SystemError("make \(name): \(result.errors)", code: 0) }
    }
  }

  /// By what becomes of the file's bytes.
  static func bytes(_ name: String, _ change: @escaping @Sendable (inout [UInt8], inout SeededGenerator) -> Void)
    -> HostileVariant
  {
    HostileVariant(name) { path, random in
      var bytes = try Bytes.read(path)
      change(&bytes, &random)
      try Bytes.write(bytes, to: path)
    }
  }

  /// By another thing in the file's place.
  static func instead(_ name: String, _ make: @escaping @Sendable (String) throws -> Void) -> HostileVariant {
    HostileVariant(name) { path, _ in
      unlink(path)
      try make(path)
    }
  }
}

/// Whole files as bytes.
enum Bytes {
  static func read(_ path: String) throws -> [UInt8] {
    // What is no file is no bytes: a pipe would be waited for.
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError("read \(path)", code: 0)
    }
    let file = try Descriptor.open(path, flags: O_RDONLY)
    var bytes: [UInt8] = []
    while let more = try file.readSome(), !more.isEmpty { bytes += more }
    return bytes
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    try Descriptor.open(path, flags: O_CREAT | O_WRONLY | O_TRUNC).writeAll(bytes)
  }
}
