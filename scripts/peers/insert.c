/* A bare loop of prepared inserts: the least that writing events into this schema can cost.
 *
 *   insert TIMELINE SCHEMA BATCH NEW
 *
 * Takes the events of TIMELINE into memory, makes NEW by the statements in the file SCHEMA, with the pragmas that the product
 * sets, inserts BATCH events a transaction, and closes it as one file. Prints how many seconds the events took.
 *
 *   cc -O2 -o insert insert.c -lsqlite3
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct event {
  sqlite3_int64 values[7];
  int has_value[7];
};

static void check(int code, sqlite3 *database) {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
  fprintf(stderr, "insert: %s\n", sqlite3_errmsg(database));
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static char *text_of(const char *path) {
  FILE *file = fopen(path, "r");
  char *text = calloc(1, 1 << 20);
  if (!file || !text || fread(text, 1, (1 << 20) - 1, file) == 0) {
    fprintf(stderr, "insert: cannot read %s\n", path);
    exit(1);
  }
  fclose(file);
  return text;
}

static struct event *events_of(sqlite3 *database, size_t *count) {
  size_t room = 1 << 16;
  struct event *events = malloc(room * sizeof *events);
  sqlite3_stmt *query;
  check(sqlite3_prepare_v2(database,
    "SELECT time_ns, type_id, element_id, detail1, detail2, any_data_id, any_data_element_id FROM event ORDER BY id",
    -1, &query, NULL), database);
  *count = 0;
  while (sqlite3_step(query) == SQLITE_ROW) {
    if (*count == room) events = realloc(events, (room *= 2) * sizeof *events);
    if (!events) exit(1);
    struct event *event = &events[(*count)++];
    for (int column = 0; column < 7; column++) {
      event->values[column] = sqlite3_column_int64(query, column);
      event->has_value[column] = sqlite3_column_type(query, column) != SQLITE_NULL;
    }
  }
  sqlite3_finalize(query);
  return events;
}

int main(int count_of_words, char **words) {
  if (count_of_words != 5) return 64;
  sqlite3 *source, *database;
  check(sqlite3_open_v2(words[1], &source, SQLITE_OPEN_READONLY, NULL), source);
  size_t count;
  struct event *events = events_of(source, &count);
  sqlite3_close(source);

  size_t batch = strtoul(words[3], NULL, 10);
  check(sqlite3_open(words[4], &database), database);
  check(sqlite3_exec(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"
    "PRAGMA secure_delete = ON", NULL, NULL, NULL), database);
  check(sqlite3_exec(database, text_of(words[2]), NULL, NULL, NULL), database);
  char *copy = sqlite3_mprintf("ATTACH %Q AS source; INSERT INTO main.application SELECT * FROM source.application;"
    "INSERT INTO main.element SELECT * FROM source.element; INSERT INTO main.string SELECT * FROM source.string;"
    "DETACH source", words[1]);
  check(sqlite3_exec(database, copy, NULL, NULL, NULL), database);

  sqlite3_stmt *insert;
  check(sqlite3_prepare_v3(database,
    "INSERT INTO event (time_ns, type_id, element_id, detail1, detail2, any_data_id, any_data_element_id) VALUES (?, ?, ?, ?, ?, ?, ?)", -1,
    SQLITE_PREPARE_PERSISTENT, &insert, NULL), database);
  double begin = now();
  for (size_t place = 0; place < count; place++) {
    if (place % batch == 0) check(sqlite3_exec(database, "BEGIN", NULL, NULL, NULL), database);
    for (int column = 0; column < 7; column++) {
      if (events[place].has_value[column]) sqlite3_bind_int64(insert, column + 1, events[place].values[column]);
      else sqlite3_bind_null(insert, column + 1);
    }
    check(sqlite3_step(insert), database);
    sqlite3_reset(insert);
    if ((place + 1) % batch == 0 || place + 1 == count) check(sqlite3_exec(database, "COMMIT", NULL, NULL, NULL), database);
  }
  sqlite3_finalize(insert);
  check(sqlite3_exec(database, "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE", NULL, NULL, NULL), database);
  printf("seconds %.6f\n", now() - begin);
  sqlite3_close(database);
  return 0;
}
