#pragma once
#include <dbus/dbus.h>
// Wakes the thread that waits for messages.
#include <sys/eventfd.h>
