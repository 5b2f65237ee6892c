/* A sweep over the sounds of a timeline, with the barest loading.
 *
 *   sweep TIMELINE ROUNDS
 *
 * Takes every sound into memory, puts both kinds in order of time, and keeps of each those under way. Prints how many seconds
 * loading and sweeping took together, round by round, then how many pairs there are and how long they last together.
 *
 *   cc -O2 -o sweep sweep.c -lsqlite3
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct sound {
  sqlite3_int64 onset, offset;
  int is_spoken;
};

static struct sound *sounds, *under_way[2];
static size_t count, room, under_way_count[2];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static int by_onset(const void *a, const void *b) {
  const struct sound *one = a, *two = b;
  return (one->onset > two->onset) - (one->onset < two->onset);
}

static void load(sqlite3 *database) {
  sqlite3_stmt *query;
  int code = sqlite3_prepare_v2(database,
    "SELECT onset_ns, offset_ns, role = 'reader' FROM audio_segment AS segment JOIN audio_stream AS stream"
    " ON stream.id = stream_id WHERE role IN ('reader', 'application') AND offset_ns > onset_ns", -1, &query, NULL);
  if (code != SQLITE_OK) {
    fprintf(stderr, "sweep: %s\n", sqlite3_errmsg(database));
    exit(1);
  }
  count = 0;
  while (sqlite3_step(query) == SQLITE_ROW) {
    if (count == room) sounds = realloc(sounds, (room = room ? 2 * room : 1 << 16) * sizeof *sounds);
    if (!sounds) exit(1);
    sounds[count++] = (struct sound){
      sqlite3_column_int64(query, 0), sqlite3_column_int64(query, 1), sqlite3_column_int(query, 2)};
  }
  sqlite3_finalize(query);
}

static void sweep(sqlite3_int64 *pairs, sqlite3_int64 *length) {
  qsort(sounds, count, sizeof *sounds, by_onset);
  *pairs = *length = 0;
  under_way_count[0] = under_way_count[1] = 0;
  for (int kind = 0; kind < 2; kind++) under_way[kind] = realloc(under_way[kind], count * sizeof *sounds);
  if (count && (!under_way[0] || !under_way[1])) exit(1);
  for (size_t place = 0; place < count; place++) {
    struct sound sound = sounds[place], *others = under_way[!sound.is_spoken];
    size_t kept = 0;
    for (size_t other = 0; other < under_way_count[!sound.is_spoken]; other++) {
      if (others[other].offset <= sound.onset) continue;
      *pairs += 1;
      *length += (others[other].offset < sound.offset ? others[other].offset : sound.offset) - sound.onset;
      others[kept++] = others[other];
    }
    under_way_count[!sound.is_spoken] = kept;
    under_way[sound.is_spoken][under_way_count[sound.is_spoken]++] = sound;
  }
}

int main(int count_of_words, char **words) {
  if (count_of_words != 3) return 64;
  sqlite3 *database;
  sqlite3_int64 pairs = 0, length = 0;
  if (sqlite3_open_v2(words[1], &database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) return 1;
  for (long round = strtol(words[2], NULL, 10); round > 0; round--) {
    double begin = now();
    load(database);
    sweep(&pairs, &length);
    printf("seconds %.6f\n", now() - begin);
  }
  printf("pairs %lld\nlength %lld\n", pairs, length);
  sqlite3_close(database);
  return 0;
}
