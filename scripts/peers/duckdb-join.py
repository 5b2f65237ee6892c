"""DuckDB's interval join over the sounds of a timeline.

  duckdb-join.py TIMELINE PAIRS ROUNDS

Writes every pair to PAIRS, a line each, and prints how many seconds loading and joining took, round by round.
"""
import csv
import os
import sqlite3
import sys
import tempfile
import time

import duckdb

timeline, pairs, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
JOIN = """FROM played JOIN spoken ON spoken.onset < played.offset_ AND played.onset < spoken.offset_"""
SUM = "SELECT count(*), sum(least(spoken.offset_, played.offset_) - greatest(spoken.onset, played.onset)) " + JOIN
ROWS = """SELECT greatest(spoken.onset, played.onset) AS from_ns, played.id, spoken.id,
  least(spoken.offset_, played.offset_) """ + JOIN + " ORDER BY from_ns, played.id, spoken.id"


def load(database):
    source = sqlite3.connect("file:" + timeline + "?mode=ro", uri=True)
    rows = source.execute(
        "SELECT role, segment.id, onset_ns, offset_ns FROM audio_segment AS segment"
        " JOIN audio_stream AS stream ON stream.id = stream_id"
    )
    with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="", delete=False) as file:
        csv.writer(file).writerows(rows)
    database.execute(
        f"CREATE OR REPLACE TABLE sound AS SELECT * FROM read_csv('{file.name}', header = false,"
        " columns = {'role': 'VARCHAR', 'id': 'BIGINT', 'onset': 'BIGINT', 'offset_': 'BIGINT'})"
    )
    os.unlink(file.name)
    for name, role in (("played", "application"), ("spoken", "reader")):
        database.execute(f"CREATE OR REPLACE TABLE {name} AS SELECT * FROM sound WHERE role = '{role}'")


database = duckdb.connect()
for _ in range(rounds):
    begin = time.perf_counter()
    load(database)
    loaded = time.perf_counter()
    count, length = database.execute(SUM).fetchone()
    print("load", loaded - begin)
    print("join", time.perf_counter() - loaded)
print("version", duckdb.__version__.replace(" ", ""))
print("pairs", count)
database.execute(f"COPY ({ROWS}) TO '{pairs}' (HEADER false)")
