/* A bare listener of libatspi: the least that hearing of every event can cost, and with "read" what asking costs.
 *
 *   listen COUNT ARRIVALS [read]
 *
 * Listens for names that change, prints "ready", and writes a line NUMBER NANOSECONDS of CLOCK_MONOTONIC to ARRIVALS for each, by the
 * event's first detail; ends with number COUNT − 1. With "read" it asks each event's element for its name and its role, and prints
 * how many told both.
 *
 *   cc -O2 -o listen listen.c $(pkg-config --cflags --libs atspi-2 gobject-2.0)
 */
#include <atspi/atspi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long count, received, known;
static int reads;
static struct arrival {
  int number;
  long long time;
} *arrivals;

static void arrived(AtspiEvent *event, void *data) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (received < count) {
    arrivals[received].number = event->detail1;
    arrivals[received].time = now.tv_sec * 1000000000LL + now.tv_nsec;
    received++;
  }
  if (reads) {
    char *name = atspi_accessible_get_name(event->source, NULL);
    AtspiRole role = atspi_accessible_get_role(event->source, NULL);
    known += name && *name && role != ATSPI_ROLE_INVALID;
    g_free(name);
  }
  if (event->detail1 == count - 1) atspi_event_quit();
  g_boxed_free(ATSPI_TYPE_EVENT, event);
}

int main(int argc, char **argv) {
  if (argc < 3) return 64;
  count = atol(argv[1]);
  reads = argc > 3 && !strcmp(argv[3], "read");
  arrivals = calloc(count, sizeof *arrivals);
  if (!arrivals || atspi_init() > 1) return 70;
  AtspiEventListener *listener = atspi_event_listener_new(arrived, NULL, NULL);
  if (!atspi_event_listener_register(listener, "object:property-change:accessible-name", NULL)) return 70;
  puts("ready");
  fflush(stdout);
  atspi_event_main();
  FILE *file = fopen(argv[2], "w");
  if (!file) return 74;
  for (long index = 0; index < received; index++) fprintf(file, "%d %lld\n", arrivals[index].number, arrivals[index].time);
  fclose(file);
  printf("known %ld\n", known);
  return 0;
}
