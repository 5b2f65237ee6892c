#pragma once
#include <gio/gio.h>

// g_variant_new and friends are varargs, and G_OBJECT-like casts are macros: neither is imported to Swift.
