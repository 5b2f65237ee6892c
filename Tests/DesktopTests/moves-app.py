# An application that writes down itself what got the focus and what was activated in it. Ends with Escape.
#   moves-app.py 3.0|4.0 TRUTH
# TRUTH gets JSON lines with CLOCK_MONOTONIC stamps: "key" when a key reaches the window, "focus" and "activation" by the toolkit's own
# handlers, "typed", and "idle" when after a key nothing is left to do.
import json
import sys
import time

import gi

version, path = sys.argv[1:]
gi.require_version('Gtk', version)
gi.require_version('Gdk', version)
from gi.repository import Gdk, GLib, Gtk

truth = open(path, 'w', buffering=1)


def tell(event, name):
    # Stamped before all else; an element is told of with the name that the person sees.
    now = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    truth.write(json.dumps({'t_ns': now, 'event': event, 'name': name}) + '\n')


def key_came(value):
    name = Gdk.keyval_name(value)
    tell('key', name)
    # After all that the key brings, which has a higher priority.
    GLib.idle_add(lambda: tell('idle', name), priority=GLib.PRIORITY_LOW)
    if name == 'Escape':
        loop.quit()
    return False


def add_controller(widget, controller, signal, handler, phase=None):
    if phase is not None:
        controller.set_propagation_phase(phase)
    controller.connect(signal, handler)
    widget.add_controller(controller)


def watch(widget, name):
    if version == '4.0':
        add_controller(widget, Gtk.EventControllerFocus(), 'enter', lambda controller: tell('focus', name))
    else:
        widget.connect('focus-in-event', lambda widget, event: tell('focus', name))
    if isinstance(widget, Gtk.Entry):
        widget.connect('activate', lambda widget: tell('activation', name))
        widget.connect('changed', lambda widget: tell('typed', name))
    elif version == '4.0' and isinstance(widget, Gtk.CheckButton):
        widget.connect('toggled', lambda widget: tell('activation', name))
    else:
        widget.connect('clicked', lambda widget: tell('activation', name))


def give_name(entry, name):
    if version == '4.0':
        entry.update_property([Gtk.AccessibleProperty.LABEL], [name])
    else:
        entry.get_accessible().set_name(name)


GLib.set_prgname('moves')
GLib.set_application_name('moves')
loop = GLib.MainLoop()
window, box = Gtk.Window(title='Moves'), Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
for make, name in [(Gtk.Button, 'Alpha'), (Gtk.Button, 'Beta'), (Gtk.CheckButton, 'Gamma'), (Gtk.Entry, 'Delta'),
                   (Gtk.ToggleButton, 'Epsilon'), (Gtk.Button, 'Zeta')]:
    widget = make() if make is Gtk.Entry else make(label=name)
    if make is Gtk.Entry:
        give_name(widget, name)
    watch(widget, name)
    box.append(widget) if version == '4.0' else box.add(widget)
if version == '4.0':
    add_controller(window, Gtk.EventControllerKey(), 'key-pressed', lambda controller, value, *rest: key_came(value),
                   Gtk.PropagationPhase.CAPTURE)
    window.set_child(box)
    window.present()
else:
    window.connect('key-press-event', lambda window, event: key_came(event.keyval))
    window.add(box)
    window.show_all()
loop.run()
