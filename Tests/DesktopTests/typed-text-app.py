# An application with a text entry, which repeats what is typed in a label, and password entries. Ends with its last button.
#   typed-text-app.py 3.0|4.0
import sys

import gi

version = sys.argv[1]
gi.require_version('Gtk', version)
from gi.repository import GLib, Gtk

GLib.set_prgname('typed-text')
GLib.set_application_name('typed-text')
loop = GLib.MainLoop()
entry, label = Gtk.Entry(), Gtk.Label(label='Nothing yet')
password = Gtk.Entry(visibility=False) if version == '3.0' else Gtk.PasswordEntry()
entry.connect('changed', lambda entry: label.set_label('You wrote ' + entry.get_text()))
button = Gtk.Button(label='Finish')
button.connect('clicked', lambda button: loop.quit())
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window = Gtk.Window(title='Typed text')
for widget in entry, password, label, button:
    box.append(widget) if version == '4.0' else box.add(widget)
window.set_child(box) if version == '4.0' else window.add(box)
entry.grab_focus()
window.present() if version == '4.0' else window.show_all()
loop.run()
