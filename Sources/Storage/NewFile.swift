internal import CSQLite
internal import Glibc

/// A timeline's file from its making to its closing.
final class NewFile {
  let path: String
  let database: Database
  private let inode: ino_t

  /// Makes a new file of the current schema, readable and writable by its owner alone; throws where one is there already.
  init(creating path: String) throws(StorageError) {
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      let reason = String(cString: strerror(errno))
      throw StorageError(
        .inputOutput, "cannot make \(path): \(reason)",
        advice: errno == EEXIST ? "Name another file; a timeline is never overwritten" : nil)
    }
    var made = stat()
    fstat(file, &made)
    inode = made.st_ino
    Glibc.close(file)
    self.path = path
    database = try Database(path, flags: SQLITE_OPEN_READWRITE)
    do throws(StorageError) {
      // What was written over or taken out is not to be found in the file's free space either.
      try database.execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
      try database.execute("BEGIN")
      try database.execute(Schema.sql)
      try database.execute(
        "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.version); COMMIT")
    } catch {
      remove()
      throw error
    }
  }

  /// SQLite goes on writing into a file that was deleted, and nobody would ever find what it wrote.
  func checkPlace() throws(StorageError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_ino == inode else {
      throw StorageError(
        .inputOutput, "\(path) was deleted or moved away while it was written",
        advice: "Record it anew, and leave the file alone until the recording has ended")
    }
  }

  /// Leaves one sealed file without -wal or -shm; everything has to be committed, and no statement be open.
  func seal() throws(StorageError) {
    try database.execute("INSERT OR REPLACE INTO seal (id, digest) VALUES (1, '\(Seal.blank)')")
    try closeUnsealed()
    let digest = try Seal.digest(of: database, changesToCome: 1)
    try database.prepare("UPDATE seal SET digest = ?").run(digest)
  }

  /// The same without a seal, so that no report takes it for what was recorded.
  func closeUnsealed() throws(StorageError) {
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
  }

  /// Takes away what holds nothing that anybody could want.
  func remove() {
    for name in [path, path + "-wal", path + "-shm", path + "-journal"] { unlink(name) }
  }
}
