"""A listener by pyatspi, as a screen reader's tests or a script would have one.

  listen.py COUNT ARRIVALS

Prints "ready", writes a line NUMBER NANOSECONDS of CLOCK_MONOTONIC to ARRIVALS for each name that changes, and ends with number
COUNT - 1.
"""
import sys
import time

import pyatspi

count, path = int(sys.argv[1]), sys.argv[2]
arrivals = []


def arrived(event):
    arrivals.append((event.detail1, time.monotonic_ns()))
    if event.detail1 == count - 1:
        pyatspi.Registry.stop()


pyatspi.Registry.registerEventListener(arrived, 'object:property-change:accessible-name')
print('ready', flush=True)
pyatspi.Registry.start()
with open(path, 'w', encoding='ascii') as file:
    file.writelines(f'{number} {when}\n' for number, when in arrivals)
