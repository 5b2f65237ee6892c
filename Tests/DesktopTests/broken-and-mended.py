"""In a private desktop: breaks something that a recording needs, mends it, and lets the focus move once more.

  broken-and-mended.py registry|application APPLICATION TIMELINE

The registry is killed, and started again as the a11y bus starts it for whoever calls it; the application is stopped, and goes on.
"""
import os
import signal
import subprocess
import sys

import gi

gi.require_version('Gio', '2.0')
from gi.repository import Gio
from recording import Recording, press

what, application, path = sys.argv[1:]
recording = Recording(path, '--', '/usr/bin/python3', application, '3.0')


def wait_for_gap(is_open):
    recording.wait(
        'an open gap' if is_open else "the gap's end",
        lambda line: line['status'] == 'gap' and line['source'] == 'events' and (line.get('end_ns') is None) == is_open)


def process(*pattern):
    return int(subprocess.run(['pgrep', *pattern], stdout=subprocess.PIPE, text=True, check=True).stdout.split()[0])


def a11y_bus():
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    address = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None, 0, 5000, None).unpack()[0]
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)


recording.wait_for_focus('the first focus')
recording.wait('its element', lambda line: line.get('role') == 'frame')
if what == 'registry':
    os.kill(process('-x', 'at-spi2-registr'), signal.SIGKILL)
    wait_for_gap(True)
    registry = 'org.a11y.atspi.Registry'
    a11y_bus().call_sync(registry, '/org/a11y/atspi/registry', registry, 'GetRegisteredEvents', None, None, 0, 10000, None)
    wait_for_gap(False)
    press('Tab')
else:
    stopped = process('-f', '^/usr/bin/python3 .*typed-text-app.py 3.0$')
    os.kill(stopped, signal.SIGSTOP)
    # Nothing comes of it, and so the focused element is asked.
    press('Tab')
    wait_for_gap(True)
    os.kill(stopped, signal.SIGCONT)
recording.wait_for_focus('the next focus')
press('Tab', 'Return')
sys.exit(recording.finish() not in (0, 2))
