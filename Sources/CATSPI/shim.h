#pragma once
#include <atspi/atspi.h>
// Not part of atspi.h in 2.46.
#include <atspi/atspi-device.h>

// G_ENUM_CLASS-like casts are macros, and a state's name is to be had only from its enum class.
static inline const char *atspi_state_nick(int state) {
  GEnumClass *states = (GEnumClass *)g_type_class_ref(ATSPI_TYPE_STATE_TYPE);
  GEnumValue *value = g_enum_get_value(states, state);
  return value ? value->value_nick : NULL;
}
