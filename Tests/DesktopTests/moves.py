"""In a private desktop: records an application while keys, chosen by a seed, move its focus and activate.

  moves.py FOLDER KIND COUNT SEED

KIND is gtk3, gtk4, provider or terminal. Each key waits until the application has written down what the last one did. Leaves
FOLDER/KIND.db and FOLDER/KIND.truth, with COUNT moves and activations from the first key on.
"""
import fcntl
import json
import os
import random
import select
import subprocess
import sys
import time

from recording import deadline, press

here = os.path.dirname(os.path.abspath(__file__))
WRAPPING = ['Tab', 'shift+Tab']
ARROWS = ['Down', 'Up']
ACTS = ['space', 'Return']
# As a keyboard's repeat, and no person is faster. Sooner, a press may be told of before the last but one focus was, and which of
# two moves has come is not known then.
REPEAT = 0.03


class Application:
    """A scripted application: how it is started, what a key does in it, and what it has written down."""

    def __init__(self, folder, kind):
        self.kind, self.path = kind, folder + '/' + kind
        self.pipe = self.path + '.pipe'
        os.mkfifo(self.pipe)
        # Open for writing too, so that it does not end before the application has opened it.
        self.lines = open(os.open(self.pipe, os.O_RDWR), buffering=1)
        self.truth = open(self.path + '.truth', 'w', buffering=1)
        self.in_terminal = kind in ('provider', 'terminal')
        self.title = 'Terminal' if self.in_terminal else 'Moves'
        self.end_key = 'q' if self.in_terminal else 'Escape'
        self.focused = None

    def command(self):
        if self.kind == 'provider':
            return ['soundscape-tui', '--truth', self.pipe]
        if self.kind == 'terminal':
            return ['/usr/bin/python3', here + '/moves-menu.py', self.pipe]
        return ['/usr/bin/python3', here + '/moves-app.py', self.kind[-1] + '.0', self.pipe]

    def wait(self, *events):
        """Reads what the application writes until it tells of one of these; gives that line."""
        deadline(f'{self.path}: {" or ".join(events)}')
        while True:
            text = self.lines.readline()
            self.truth.write(text)
            line = json.loads(text)
            if line['event'] == 'focus':
                self.focused = line['name']
            if line['event'] in events:
                return line

    def choose(self, draw):
        """A key that does something where the focus is, and what it does."""
        keys = WRAPPING + ARROWS + ACTS
        # A window's arrows end with its first and last element, and in GTK 4 a check button's own toggle it.
        for name, useless in ('Alpha', ['Up']), ('Zeta', ['Down']), ('Gamma', ARROWS):
            if self.focused == name:
                keys = [key for key in keys if key not in useless]
        key = draw.choice(keys)
        if key not in ACTS:
            return key, 'focus'
        return key, 'typed' if self.focused == 'Delta' and key == 'space' else 'activation'


def wait_for_window(title):
    """Applications say that their window is active before its keys go there."""
    deadline('the keyboard of ' + title)
    asked = ['xdotool', 'getwindowfocus', 'getwindowname']
    while subprocess.run(asked, capture_output=True, text=True).stdout.strip() != title:
        pass


class Recording:
    """The recorder, with the application in it."""

    def __init__(self, application, options=()):
        self.path = application.path
        status = self.path + '.status'
        os.mkfifo(status)
        self.lines = open(os.open(status, os.O_RDWR | os.O_NONBLOCK))
        os.set_blocking(self.lines.fileno(), True)
        # What a recorder has to tell while keys are pressed finds room: F_SETPIPE_SZ.
        fcntl.fcntl(self.lines, 1031, 1 << 20)
        command = ['a11y-capture', '-o', self.path + '.db', '--status-fd', '3', *options, '--', *application.command()]
        in_shell = ['sh', '-c', 'status=$1; shift; exec "$@" 3>"$status" >&2', 'sh', status, *command]
        terminal = ['mate-terminal', '--disable-factory', '--hide-menubar', '-x']
        self.process = subprocess.Popen(terminal + in_shell if application.in_terminal else in_shell)

    def wait(self, what, is_so):
        """Reads what is recorded until something is as wanted."""
        deadline(f'{self.path}: {what}')
        for line in self.lines:
            line = json.loads(line)
            if is_so(line):
                return
            if line['status'] == 'ended':
                sys.exit(f'{self.path}: the recording ended before {what}')

    def wait_until_ready(self, application):
        if application.kind == 'provider':
            self.wait('the window', lambda line: line.get('type') == 'window:activate')
        else:
            # GTK 3's window may be active before the toolkit can tell of it, and so may a terminal's.
            self.wait('a window', lambda line: line.get('role') == 'frame' or line.get('type') == 'window:activate')
        wait_for_window(application.title)


def walk(folder, kind, count, seed):
    """Records the application while it is walked."""
    application, draw = Application(folder, kind), random.Random(seed)
    recording = Recording(application)
    application.wait('focus')
    recording.wait_until_ready(application)
    while count > 0:
        key, event = application.choose(draw)
        select.select([], [], [], REPEAT)
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        application.truth.write(json.dumps({'t_ns': now, 'event': 'press', 'name': key}) + '\n')
        press(key)
        application.wait(event)
        count -= event != 'typed'
    press(application.end_key)
    recording.wait('the end', lambda line: line['status'] == 'ended')
    deadline('the end of ' + kind)
    return recording.process.wait() not in (0, 2)


if __name__ == '__main__':
    sys.exit(walk(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
