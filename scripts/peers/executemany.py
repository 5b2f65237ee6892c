"""Python's sqlite3 executemany into the timeline's schema.

  executemany.py TIMELINE SCHEMA BATCH NEW

Takes the events of TIMELINE into memory, makes NEW by the statements in the file SCHEMA, with the pragmas that the product
sets, inserts BATCH events a transaction, and closes it as one file. Prints how many seconds the events took.
"""
import sqlite3
import sys
import time

timeline, schema, batch, new = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
source = sqlite3.connect("file:" + timeline + "?mode=ro", uri=True)
events = source.execute(
    "SELECT time_ns, type_id, element_id, detail1, detail2, any_data_id, any_data_element_id FROM event ORDER BY id"
).fetchall()
shared = {name: source.execute("SELECT * FROM " + name).fetchall() for name in ("application", "element", "string")}
source.close()

database = sqlite3.connect(new, isolation_level=None)
database.executescript(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;"
    + open(schema, encoding="utf-8").read()
)
for name, rows in shared.items():
    marks = ", ".join("?" * len(rows[0]))
    database.execute("BEGIN")
    database.executemany("INSERT INTO " + name + " VALUES (" + marks + ")", rows)
    database.execute("COMMIT")
begin = time.perf_counter()
for place in range(0, len(events), batch):
    database.execute("BEGIN")
    database.executemany(
        "INSERT INTO event (time_ns, type_id, element_id, detail1, detail2, any_data_id, any_data_element_id) VALUES (?, ?, ?, ?, ?, ?, ?)",
        events[place : place + batch],
    )
    database.execute("COMMIT")
database.executescript("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
print("seconds", time.perf_counter() - begin)
