import Glibc
import System
import TestSupport

extension HostileVariant {
  static let all = damaged + foreign + stuffed + misplaced

  private static let page = 4096

  /// Bits, lengths and pages, at random places.
  private static let damaged: [HostileVariant] =
    [1, 1, 1, 1, 2, 8, 64, 512].enumerated().map { number, count in
      bytes("\(count) bits flipped, \(number)") { bytes, random in
        for _ in 0..<count { bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8(random.next() % 8) }
      }
    }
    + (1...4).map { number in
      bytes("bits flipped in the first page, \(number)") { bytes, random in
        for _ in 0..<number { bytes[Int.random(in: 16..<page, using: &random)] ^= 1 << UInt8(random.next() % 8) }
      }
    }
    + (1...4).map { number in
      bytes("cut anywhere, \(number)") { bytes, random in
        bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      }
    }
    + [0, 1, 15, 99, 100, page].map { length in
      bytes("cut to \(length) bytes") { bytes, _ in bytes = Array(bytes.prefix(length)) }
    }
    + [
      bytes("cut to whole pages") { bytes, random in
        bytes = Array(bytes.prefix(page * Int.random(in: 1..<bytes.count / page, using: &random)))
      },
      bytes("one byte short") { bytes, _ in bytes.removeLast() },
      bytes("more behind the end") { bytes, random in bytes += (0..<page).map { _ in UInt8(random.next() & 255) } },
    ]
    + (1...4).map { number in
      bytes("a zeroed page, \(number)") { bytes, random in
        let start = page * Int.random(in: 0..<bytes.count / page, using: &random)
        bytes.replaceSubrange(start..<start + page, with: repeatElement(0, count: page))
      }
    }
    + (1...4).map { number in
      bytes("two pages in each other's place, \(number)") { bytes, random in
        let places = [0, 0].map { _ in page * Int.random(in: 1..<bytes.count / page, using: &random) }
        let (one, two) = (bytes[places[0]..<places[0] + page], bytes[places[1]..<places[1] + page])
        bytes.replaceSubrange(places[0]..<places[0] + page, with: Array(two))
        bytes.replaceSubrange(places[1]..<places[1] + page, with: Array(one))
      }
    }
    + (1...2).map { number in
      bytes("a page of noise, \(number)") { bytes, random in
        let start = page * Int.random(in: 0..<bytes.count / page, using: &random)
        for place in start..<start + page { bytes[place] = UInt8(random.next() & 255) }
      }
    }
    + [
      // An interior page of the levels' tree that is its own child: whoever follows it never comes to an end.
      HostileVariant("a tree without end") { path, _ in
        let root = try Tool.run(
          "/usr/bin/sqlite3", [path, "SELECT rootpage FROM sqlite_schema WHERE name = 'audio_level'"])
        guard let number = Int(root.output.split(separator: "\n").first ?? "") else { throw SystemError("find a page") }
        var bytes = try Bytes.read(path)
        let start = (number - 1) * page
        for place in start + 8..<start + 12 { bytes[place] = UInt8(number >> (8 * (start + 11 - place)) & 255) }
        try Bytes.write(bytes, to: path)
      }
    ]

  /// Databases of others, or of other makes.
  private static let foreign: [HostileVariant] = [
    instead("a browser's bookmarks") { path in
      try sqlite(
        path,
        """
        CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, visit_count INTEGER DEFAULT 0);
        CREATE TABLE moz_bookmarks (id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER, parent INTEGER, title LONGVARCHAR);
        INSERT INTO moz_places (url, title) VALUES ('https://www.debian.org/', 'Debian');
        PRAGMA user_version = 77
        """)
    },
    instead("an empty database") { path in try sqlite(path, "VACUUM") },
    instead("a stranger with our number") { path in
      try sqlite(path, "PRAGMA application_id = 1630613881; PRAGMA user_version = 2; CREATE TABLE x (y)")
    },
    instead("a text") { path in try Bytes.write(Array(String(repeating: "a timeline\n", count: 1000).utf8), to: path) },
    instead("UTF-16") { path in
      try sqlite(
        path,
        "PRAGMA encoding = 'UTF-16'; PRAGMA application_id = 1630613881; PRAGMA user_version = 2; CREATE TABLE x (y)")
    },
    sql("a trigger", "CREATE TRIGGER t AFTER UPDATE ON session BEGIN DELETE FROM gap; END;"),
    sql("a view in a query's place", "CREATE VIEW heard AS SELECT 1 AS utterance_id;"),
    sql("a table in a query's place", "CREATE TABLE parameter (min_ms); INSERT INTO parameter VALUES (1e9);"),
    sql("a word index", "CREATE VIRTUAL TABLE words USING fts5(word); INSERT INTO words VALUES ('x');"),
    sql("boxes", "CREATE VIRTUAL TABLE boxes USING rtree(id, a, b);"),
    sql("a computed column", "ALTER TABLE utterance ADD COLUMN x TEXT AS (hex(zeroblob(400000000)));"),
    sql("an index that computes", "CREATE INDEX i ON event (abs(time_ns - 1));"),
    sql("a later schema", "PRAGMA user_version = 99;"),
    sql("an earlier schema", "PRAGMA user_version = 1;"),
    sql("no schema", "PRAGMA user_version = 0;"),
    sql(
      "other types",
      """
      UPDATE sqlite_schema SET sql = replace(sql, 'time_ns INTEGER', 'time_ns REAL') WHERE name = 'event';
      """),
    // The text as stored says INTEGER again, and the rows are numbers with a fraction, or texts.
    sql(
      "numbers with a fraction where there are none",
      """
      UPDATE sqlite_schema SET sql = replace(replace(sql, 'INTEGER NOT NULL', 'ANY NOT NULL'), 'INTEGER CHECK', 'ANY CHECK')
        WHERE name IN ('audio_segment', 'event');
      PRAGMA writable_schema = RESET;
      UPDATE audio_segment SET onset_ns = onset_ns + 0.5; UPDATE event SET time_ns = 'soon';
      .dbconfig writable_schema on
      UPDATE sqlite_schema SET sql = replace(replace(sql, 'ANY NOT NULL', 'INTEGER NOT NULL'), 'ANY CHECK', 'INTEGER CHECK')
        WHERE name IN ('audio_segment', 'event');
      """),
    sql(
      "two tables on one page",
      "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'event') WHERE name = 'input';"
    ),
    sql("a table on no page", "UPDATE sqlite_schema SET rootpage = 100000 WHERE name = 'utterance';"),
  ]

  /// Timelines by their make, with what no recorder writes in them.
  private static let stuffed: [HostileVariant] = [
    sql("a huge name", "UPDATE string SET value = printf('%.30000000c', 'x') WHERE id = 1;"),
    sql("a name of a megabyte", "UPDATE string SET value = printf('%.1000000c', 'My Location ');"),
    sql(
      "20000 stops on few elements",
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO event (time_ns, type_id, element_id, detail1, detail2)
      SELECT i * 1000000, (SELECT id FROM string WHERE value = 'object:state-changed:focused'), (SELECT min(id) FROM element) + i % 2, 1, 0
      FROM n;
      """),
    sql(
      "20000 utterances for each of 20000 stops",
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO event (time_ns, type_id, element_id, detail1, detail2)
      SELECT i, (SELECT id FROM string WHERE value = 'object:state-changed:focused'), (SELECT min(id) FROM element) + i % 7, 1, 0 FROM n;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO utterance (connection, kind, text_id, plain_text_id, queued_ns, begun_ns, ended_ns)
      SELECT 1, 'message', 1, 1, 30000 + i, 0, 1000000000000 FROM n;
      """),
    sql(
      "20000 versions of an element",
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO element_version (element_id, time_ns, name_id, actions_id, cause)
      SELECT (SELECT min(id) FROM element), i % 3, (SELECT min(id) FROM string) + i % 5, 1,
          (SELECT min(cause) FROM element_version) FROM n;
      """),
    sql(
      "sounds one within another",
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
      INSERT INTO audio_segment (stream_id, onset_ns, offset_ns, peak_db, kind)
      SELECT audio_stream.id, i, 100000000000 - i, -6, 'other' FROM n, audio_stream;
      """),
    sql("texts that are no UTF-8", "UPDATE string SET value = CAST(x'c328ff80fe' AS TEXT);"),
    sql("NULs in texts", "UPDATE string SET value = 'a' || char(0) || 'b'; UPDATE application SET name = char(0);"),
    sql("a name that steers terminals", "UPDATE application SET name = char(27) || '[2J' || char(8238) || 'x';"),
    sql(
      "the last moment there is",
      "UPDATE event SET time_ns = 9223372036854775807; UPDATE utterance SET queued_ns = 9223372036854775807;"),
    sql(
      "the first moment there is",
      "UPDATE event SET time_ns = -9223372036854775808; UPDATE input SET time_ns = -9223372036854775808;"),
    sql(
      "sounds of all time", "UPDATE audio_segment SET onset_ns = -9223372036854775808, offset_ns = 9223372036854775807;"
    ),
    sql(
      "levels of all time",
      """
      INSERT INTO audio_level SELECT id, 9223372036854775807, -6 FROM audio_stream;
      INSERT INTO audio_level SELECT id, -9223372036854775808, -6 FROM audio_stream;
      UPDATE audio_segment SET offset_ns = NULL;
      """),
    sql(
      "a session of all time",
      """
      UPDATE session SET started_wall_ns = -9223372036854775808, ended_ns = 9223372036854775807, recorder_process_id = 9223372036854775807;
      UPDATE source SET armed_ns = -9223372036854775808, received = 9223372036854775807, stored = 9223372036854775807;
      """),
    sql("elements that are not there", "UPDATE event SET element_id = 99999; UPDATE input SET focus_element_id = -1;"),
    sql("no session", "DELETE FROM session;"),
    sql("speech taken out", "DELETE FROM utterance_mark; DELETE FROM utterance;"),
    sql("counts touched up", "UPDATE source SET received = stored + 1;"),
    sql(
      "an utterance renamed",
      "UPDATE string SET value = value || ' ' WHERE id = (SELECT max(plain_text_id) FROM utterance);"),
  ]

  /// What is no file, or not to be had.
  private static let misplaced: [HostileVariant] = [
    HostileVariant("the log of another file") { path, _ in
      let other = path + ".other"
      try sqlite(
        other,
        "PRAGMA journal_mode = WAL; CREATE TABLE x (y); INSERT INTO x VALUES (1);\n.shell cp \(other)-wal \(path)-wal\n"
      )
    },
    HostileVariant("the journal of another file") { path, random in
      try Bytes.write(
        [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7] + (0..<8192).map { _ in UInt8(random.next() & 255) },
        to: path + "-journal")
    },
    instead("a pipe") { path in mkfifo(path, 0o600) },
    instead("a link to itself") { path in symlink(path, path) },
    instead("a folder") { path in mkdir(path, 0o700) },
    instead("nothing") { _ in },
  ]

  private static func sqlite(_ path: String, _ script: String) throws {
    let result = try Tool.run("/bin/sh", ["-c", "sqlite3 -bail '\(path)' >/dev/null <<'END'\n\(script)\n;\nEND"])
    guard result.status == 0 else { throw SystemError("make \(path): \(result.errors)", code: 0) }
  }
}
