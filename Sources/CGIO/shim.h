#pragma once
#include <gio/gio.h>

// Cast macros, which Swift does not import.
static inline void object_unref(void *object) { g_object_unref(object); }
static inline void *object_ref(void *object) { return g_object_ref(object); }
static inline gulong object_connect(
    void *object, const char *signal, GCallback callback, void *data, GClosureNotify release) {
  return g_signal_connect_data(object, signal, callback, data, release, (GConnectFlags)0);
}
static inline GVariantType *variant_type(const char *text) { return g_variant_type_new(text); }
