/* The three ways to hear signals over D-Bus in C, each as bare as can be: which is the fastest, and which the steadiest.
 *
 *   receive gdbus|libdbus|sd-bus ADDRESS COUNT ARRIVALS
 *
 * Listens on the a11y bus at ADDRESS for names that change, prints "ready", and writes a line NUMBER NANOSECONDS of CLOCK_MONOTONIC to
 * ARRIVALS for each, by the event's first detail; ends with number COUNT − 1. GDBus' filter stamps on GDBus' own thread, libdbus'
 * loop as soon as bytes were read, sd-bus' as each message is handed out.
 *
 *   cc -O2 -o receive receive.c $(pkg-config --cflags --libs gio-2.0 dbus-1 libsystemd)
 */
#include <dbus/dbus.h>
#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>

#define RULE "type='signal',interface='org.a11y.atspi.Event.Object',member='PropertyChange'"
#define REGISTRY "org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry"

static long count, received;
static struct arrival {
  int number;
  long long time;
} *arrivals;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* Whether this was the last one. */
static int arrived(int number, long long time) {
  if (received < count) arrivals[received++] = (struct arrival){number, time};
  return number == count - 1;
}

static void ready(void) {
  puts("ready");
  fflush(stdout);
}

static GMainLoop *loop;

static GDBusMessage *filtered(GDBusConnection *bus, GDBusMessage *message, gboolean incoming, void *data) {
  long long time = now();
  if (g_dbus_message_get_message_type(message) != G_DBUS_MESSAGE_TYPE_SIGNAL ||
      g_strcmp0(g_dbus_message_get_member(message), "PropertyChange"))
    return message;
  GVariant *number = g_variant_get_child_value(g_dbus_message_get_body(message), 1);
  int is_last = arrived(g_variant_get_int32(number), time);
  g_variant_unref(number);
  g_object_unref(message);
  if (is_last) g_main_loop_quit(loop);
  return NULL;
}

static int by_gdbus(const char *address) {
  GError *error = NULL;
  GDBusConnection *bus = g_dbus_connection_new_for_address_sync(
      address, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL, &error);
  if (!bus) return 70;
  loop = g_main_loop_new(NULL, FALSE);
  g_dbus_connection_add_filter(bus, filtered, NULL, NULL);
  g_dbus_connection_call_sync(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch",
                              g_variant_new("(s)", RULE), NULL, 0, -1, NULL, &error);
  GVariantBuilder none;
  g_variant_builder_init(&none, G_VARIANT_TYPE("as"));
  g_dbus_connection_call_sync(bus, REGISTRY, "RegisterEvent", g_variant_new("(sass)", "object:", &none, ""), NULL, 0, -1, NULL,
                              &error);
  if (error) return 70;
  ready();
  g_main_loop_run(loop);
  return 0;
}

static int by_libdbus(const char *address) {
  DBusConnection *bus = dbus_connection_open_private(address, NULL);
  if (!bus || !dbus_bus_register(bus, NULL)) return 70;
  dbus_bus_add_match(bus, RULE, NULL);
  DBusMessage *call = dbus_message_new_method_call(REGISTRY, "RegisterEvent");
  const char *type = "object:", *empty = "", **none = NULL;
  dbus_message_append_args(call, DBUS_TYPE_STRING, &type, DBUS_TYPE_ARRAY, DBUS_TYPE_STRING, &none, 0, DBUS_TYPE_STRING, &empty,
                           DBUS_TYPE_INVALID);
  if (!dbus_connection_send_with_reply_and_block(bus, call, -1, NULL)) return 70;
  ready();
  while (dbus_connection_read_write(bus, -1)) {
    long long time = now();
    DBusMessage *message;
    while ((message = dbus_connection_pop_message(bus))) {
      DBusMessageIter place;
      dbus_int32_t number = -1;
      if (dbus_message_is_signal(message, "org.a11y.atspi.Event.Object", "PropertyChange") &&
          dbus_message_iter_init(message, &place) && dbus_message_iter_next(&place))
        dbus_message_iter_get_basic(&place, &number);
      dbus_message_unref(message);
      if (number >= 0 && arrived(number, time)) return 0;
    }
  }
  return 70;
}

static int by_sd_bus(const char *address) {
  sd_bus *bus = NULL;
  if (sd_bus_new(&bus) < 0 || sd_bus_set_address(bus, address) < 0 || sd_bus_set_bus_client(bus, 1) < 0 || sd_bus_start(bus) < 0)
    return 70;
  if (sd_bus_add_match(bus, NULL, RULE, NULL, NULL) < 0) return 70;
  if (sd_bus_call_method(bus, REGISTRY, "RegisterEvent", NULL, NULL, "sass", "object:", 0, "") < 0) return 70;
  ready();
  for (;;) {
    sd_bus_message *message = NULL;
    int did = sd_bus_process(bus, &message);
    long long time = now();
    if (did < 0) return 70;
    if (message && sd_bus_message_is_signal(message, "org.a11y.atspi.Event.Object", "PropertyChange")) {
      const char *detail;
      int number;
      if (sd_bus_message_read(message, "si", &detail, &number) >= 0 && arrived(number, time)) return 0;
    }
    sd_bus_message_unref(message);
    if (!did && sd_bus_wait(bus, UINT64_MAX) < 0) return 70;
  }
}

int main(int argc, char **argv) {
  if (argc != 5) return 64;
  const char *address = argv[2];
  count = atol(argv[3]);
  arrivals = calloc(count, sizeof *arrivals);
  int status = !arrivals                        ? 70
               : !strcmp(argv[1], "gdbus")      ? by_gdbus(address)
               : !strcmp(argv[1], "libdbus")    ? by_libdbus(address)
               : !strcmp(argv[1], "sd-bus")     ? by_sd_bus(address)
                                                : 64;
  if (status) return status;
  FILE *file = fopen(argv[4], "w");
  if (!file) return 74;
  for (long index = 0; index < received; index++) fprintf(file, "%d %lld\n", arrivals[index].number, arrivals[index].time);
  return fclose(file) ? 74 : 0;
}
